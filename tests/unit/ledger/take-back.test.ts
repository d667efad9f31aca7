/** What is taken back under a reference: how much, from where, and never more than was earned. */
import { describe, expect, test } from 'vitest';
import type { ShortfallPolicy } from '@/domain/ledger/debit';
import { Amount } from '@/domain/money';
import { life, OTHER, taken } from './earning-life';
import { assetWith, buckets, day, legs, LOT_ASSET, REFERENCE, refused } from './support';

describe.each([
  ['SIMPLE', assetWith()],
  ['LOT', LOT_ASSET],
])('from a %s asset', (_, asset) => {
  test('a half and then the rest are taken back, and after that nothing', () => {
    const ada = life(asset);
    ada.earn('10');
    expect(['0.5', '1', '1'].map((share) => taken(ada.takeBack(share)))).toEqual(['5', '5', '0']);
    expect(buckets(ada.state())).toBe('0/0/0');
  });

  test('the entry is a TAKE_BACK under the reference that returns the value to its source', () => {
    const ada = life(asset);
    ada.earn('10');
    const decision = ada.takeBack('0.25');
    expect(decision.entries).toMatchObject([{ type: 'TAKE_BACK', referenceId: REFERENCE }]);
    expect(legs(decision)).toEqual(['PARTICIPANT AVAILABLE -2.5', 'SYSTEM_ISSUANCE 2.5']);
    expect(decision.webhooks).toMatchObject([
      { type: 'balance.debited', data: { amount: '2.50', bucket: 'AVAILABLE', reference_id: REFERENCE } },
    ]);
  });

  test('under a reference that nothing was earned under, nothing is taken', () => {
    const ada = life(asset);
    ada.earn('10');
    expect(ada.takeBack('1', 'ALLOW_NEGATIVE', OTHER).entries).toEqual([]);
  });

  test('what is spent under the reference does not count as taken back', () => {
    const ada = life(asset);
    ada.earn('10');
    ada.earn('10', { referenceId: null });
    ada.spend('4', REFERENCE);
    expect(taken(ada.takeBack())).toBe('10');
  });

  test.each<[ShortfallPolicy, string, string]>([
    ['PARTIAL', '4', '0/0/0'],
    ['ALLOW_NEGATIVE', '10', '-6/0/0'],
  ])('what was spent is handled as %s says', (policy, amount, after) => {
    const ada = life(asset);
    ada.earn('10');
    ada.spend('6');
    expect(taken(ada.takeBack('1', policy))).toBe(amount);
    expect(buckets(ada.state())).toBe(after);
  });

  test('what was spent is refused under REJECT, and nothing changes', () => {
    const ada = life(asset);
    ada.earn('10');
    ada.spend('6');
    expect(() => ada.takeBack()).toThrow(refused('insufficient_funds'));
    expect(buckets(ada.state())).toBe('4/0/0');
  });

  test('what PARTIAL could not take can be taken later', () => {
    const ada = life(asset);
    ada.earn('10');
    ada.spend('6');
    ada.takeBack('1', 'PARTIAL');
    ada.earn('20', { referenceId: null });
    expect(taken(ada.takeBack('1', 'PARTIAL'))).toBe('6');
  });

  test('what is still held provisionally is left to VOID_PENDING, and what was settled is taken', () => {
    const ada = life(asset);
    ada.earn('10', { bucket: 'HELD' });
    expect(taken(ada.takeBack())).toBe('0');
    ada.settle('7');
    expect(taken(ada.takeBack())).toBe('7');
    expect(buckets(ada.state())).toBe('0/0/0');
  });

  test('a provisional credit that was released counts as earned as far as it was released', () => {
    const ada = life(asset);
    ada.earn('10', { bucket: 'HELD' });
    ada.release('4');
    expect(taken(ada.takeBack())).toBe('4');
  });

  test('a settlement of what the holder had before earns its excess alone', () => {
    const ada = life(asset);
    ada.earn('10', { referenceId: null });
    ada.hold('10');
    ada.settle('12');
    expect(taken(ada.takeBack())).toBe('2');
  });

  test('three thirds of 10.00 leave a cent, which the share 1 takes', () => {
    const ada = life(asset);
    ada.earn('10');
    const third = new Amount(1).dividedBy(3);
    expect([third, third, third, '1'].map((share) => taken(ada.takeBack(share)))).toEqual(['3.33', '3.33', '3.33', '0.01']);
  });

  test.each(['-0.1', '1.01'])('the share %s is refused', (share) => {
    const ada = life(asset);
    ada.earn('10');
    expect(() => ada.takeBack(share)).toThrow(refused('invalid_amount', { param: 'share' }));
  });
});

test('a half that a division leaves just below it is rounded up', () => {
  const ada = life(assetWith({ scale: 0 }));
  ada.earn('15');
  expect(taken(ada.takeBack(new Amount(1).dividedBy(30)))).toBe('1');
});

describe('the lots of an order', () => {
  test('give first what is still deferred, without being mature, then what is available', () => {
    const ada = life(LOT_ASSET);
    ada.earn('4', { referenceId: null });
    ada.earn('6');
    ada.earn('5', { bucket: 'DEFERRED', terms: { maturesAt: day(5), expiresAt: null } });
    const decision = ada.takeBack('1');
    expect(legs(decision)).toEqual(['PARTICIPANT DEFERRED -5', 'PARTICIPANT AVAILABLE -6', 'SYSTEM_ISSUANCE 11']);
    expect(decision.webhooks).toMatchObject([
      { data: { amount: '5.00', bucket: 'DEFERRED' } },
      { data: { amount: '6.00', bucket: 'AVAILABLE' } },
    ]);
    expect(buckets(ada.state())).toBe('4/0/0');
  });

  test('give before other lots, also those that expire sooner', () => {
    const ada = life(LOT_ASSET);
    ada.earn('5', { referenceId: null, terms: { maturesAt: null, expiresAt: day(1) } });
    ada.earn('5');
    ada.takeBack('1');
    expect(ada.state().lots).toMatchObject([{ expiresAt: day(1) }]);
  });

  test('are followed through a split: the part that came back is taken, and what is held stays', () => {
    const ada = life(LOT_ASSET);
    ada.earn('10');
    ada.hold('8', OTHER);
    expect(taken(ada.takeBack('1', 'PARTIAL'))).toBe('2');
    expect(buckets(ada.state())).toBe('0/8/0');
  });

  test('that expired are not taken back from other value', () => {
    const ada = life(LOT_ASSET);
    ada.earn('10', { terms: { maturesAt: null, expiresAt: day(1) } });
    ada.earn('20', { referenceId: null });
    ada.takeBack('0.2');
    ada.passTo(day(2));
    expect(ada.takeBack('1').entries).toEqual([]);
    expect(buckets(ada.state())).toBe('20/0/0');
  });

  test('that were forfeited in part give the rest', () => {
    const ada = life(LOT_ASSET);
    ada.earn('10');
    ada.forfeit('3');
    expect(taken(ada.takeBack())).toBe('7');
  });

  test('that were voided were not earned', () => {
    const ada = life(LOT_ASSET);
    ada.earn('10', { bucket: 'HELD' });
    ada.voidHold();
    ada.earn('5', { referenceId: null });
    expect(ada.takeBack().entries).toEqual([]);
  });
});
