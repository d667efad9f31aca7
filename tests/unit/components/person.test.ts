/** What the participant page derives from a record: sentences, consequences, progress and the position of a time on an axis. */
import { describe, expect, test } from 'vitest';
import type { BalanceRow } from '@/contract/balance';
import type { TierResource } from '@/contract/tier';
import type { TimelineEntry } from '@/contract/timeline';
import { sentenceOf, type Names, type TimelineItemRow } from '@/components/activity/words';
import { adjustmentOf, adjustmentWords, oppositeOf, type AdjustDraft } from '@/components/balances/adjust-draft';
import { effectWords } from '@/components/balances/operation-effect';
import { type OperationDraft } from '@/components/balances/operations';
import { axisOver, placeOn, ticksOf } from '@/components/balances/time-axis';
import { progressOf } from '@/components/state/tier-progress';

const NAMES: Names = {
  symbolOf: () => 'PTS',
  holderOf: ({ participant_id }) => (participant_id ? 'Bob' : 'Team'),
  tierOf: ({ level }) => ({ tier: 'Status', level: level.charAt(0).toUpperCase() + level.slice(1) }),
};
const AT = '2026-11-21T10:00:00.000Z';

const entry = (more: Partial<TimelineEntry>): TimelineItemRow => ({
  kind: 'ENTRY',
  key: 'e',
  at: AT,
  entry: {
    id: 'e',
    program_id: 'p',
    type: 'CREDIT',
    description: null,
    reference_id: null,
    event_id: null,
    rule_id: null,
    rule_name: null,
    movements: [{ asset_id: 'a', bucket: 'AVAILABLE', amount: '12.00' }],
    transfer: null,
    redemption: null,
    ...more,
  },
});
const moved = (bucket: 'AVAILABLE' | 'HELD' | 'DEFERRED', amount: string) => ({ asset_id: 'a', bucket, amount });
const toHeld = [moved('AVAILABLE', '-5.00'), moved('HELD', '5.00')];
const toAvailable = [moved('HELD', '-5.00'), moved('AVAILABLE', '5.00')];
const redemption = { id: 'r', reserved: false, reward_name: 'Mug', quantity: 3 };

describe('a line of the timeline', () => {
  test.each<[string, Partial<TimelineEntry>]>([
    ['Earned 12.00 PTS by rule Purchase', { rule_name: 'Purchase', event_id: 'v' }],
    ['Gave 12.00 PTS', {}],
    ['Earned 12.00 PTS by rule Stay, to mature later', { rule_name: 'Stay', movements: [moved('DEFERRED', '12.00')] }],
    ['Issued 12.00 PTS provisionally under order-1', { reference_id: 'order-1', movements: [moved('HELD', '12.00')] }],
    ['Took 1,200.00 PTS', { type: 'DEBIT', movements: [moved('AVAILABLE', '-1200.00')] }],
    ['Held 5.00 PTS for order-77', { type: 'HOLD', reference_id: 'order-77', movements: toHeld }],
    ['Released 5.00 PTS from order-77', { type: 'RELEASE', reference_id: 'order-77', movements: toAvailable }],
    ['5.00 PTS matured and can be spent', { type: 'MATURE', movements: [moved('DEFERRED', '-5.00'), moved('AVAILABLE', '5.00')] }],
    ['5.00 PTS expired', { type: 'EXPIRE', movements: [moved('AVAILABLE', '-5.00')] }],
    ['Forfeited 5.00 PTS', { type: 'FORFEIT', movements: [moved('HELD', '-5.00')] }],
    [
      'Redeemed 5.00 PTS for 3 × Mug',
      { type: 'REDEEM', movements: [moved('AVAILABLE', '-5.00')], redemption: { ...redemption, part: 'PLACED' } },
    ],
    ['Reserved 5.00 PTS for 3 × Mug', { type: 'HOLD', movements: toHeld, redemption: { ...redemption, part: 'PLACED', reserved: true } }],
    [
      'Got back 5.00 PTS reserved for 3 × Mug',
      { type: 'RELEASE', movements: toAvailable, redemption: { ...redemption, part: 'RELEASED' } },
    ],
    ['Got back 12.00 PTS redeemed', { type: 'REVERSE', redemption: { ...redemption, reward_name: null, part: 'REVERSED' } }],
    ['Received 12.00 PTS from Bob', { type: 'TRANSFER', transfer: { id: 't', sent: false, participant_id: 'b', recipient_count: 1 } }],
    [
      'Sent 5.00 PTS to Team and 2 others',
      { type: 'TRANSFER', movements: [moved('AVAILABLE', '-5.00')], transfer: { id: 't', sent: true, group_id: 'g', recipient_count: 3 } },
    ],
  ])('reads "%s"', (sentence, more) => {
    expect(sentenceOf(entry(more), NAMES)).toBe(sentence);
  });

  const level = (key: string, rank: number) => ({ level: key, rank });
  test.each([
    ['Tagged vip', { state_type: 'TAG', operation: 'ADD', key: 'vip' }],
    ['Lost the tag vip', { state_type: 'TAG', operation: 'REMOVE', key: 'vip' }],
    ['Counter orders went from 3 to 4', { state_type: 'COUNTER', operation: 'SET', key: 'orders', old_value: '3', new_value: '4' }],
    ['Attribute plan set to gold', { state_type: 'ATTRIBUTE', operation: 'SET', key: 'plan', new_value: 'gold' }],
    ['Reached Silver in Status', { state_type: 'TIER', operation: 'SET', key: 'status', new_value: level('silver', 1) }],
    [
      'Dropped to Silver in Status',
      { state_type: 'TIER', operation: 'SET', key: 'status', old_value: level('gold', 2), new_value: level('silver', 1) },
    ],
    [
      'Kept Gold in Status',
      { state_type: 'TIER', operation: 'SET', key: 'status', old_value: level('gold', 2), new_value: level('gold', 2) },
    ],
    ['Lost Gold in Status', { state_type: 'TIER', operation: 'DELETE', key: 'status', old_value: level('gold', 2), new_value: null }],
  ])('reads "%s"', (sentence, change) => {
    const row = { kind: 'STATE', key: 's', at: AT, change: { program_id: 'p', old_value: null, new_value: null, ...change } };
    expect(sentenceOf(row as unknown as TimelineItemRow, NAMES)).toBe(sentence);
  });
});

const ROW: BalanceRow = { program_id: 'p', asset_id: 'a', available: '20.00', held: '1.00', deferred: '0.00' };
const DRAFT: AdjustDraft = {
  type: 'CREDIT',
  program_id: 'p',
  asset_id: 'a',
  amount: '5',
  description: 'Goodwill',
  bucket: 'AVAILABLE',
  reference_id: '',
  shortfall_policy: 'REJECT',
  expires: '',
  matures: '',
};

describe('what an adjustment will do', () => {
  test.each<[Partial<AdjustDraft>, string]>([
    [{}, 'Gives 5 PTS to Ada: available goes from 20.00 to 25.00 PTS.'],
    [{ amount: '' }, ''],
    [{ amount: 'five' }, 'Gives five PTS to Ada.'],
    [{ matures: '30d' }, 'Gives 5 PTS to Ada: deferred goes from 0.00 to 5.00 PTS.'],
    [{ type: 'DEBIT' }, 'Takes 5 PTS from Ada: available goes from 20.00 to 15.00 PTS.'],
    [{ type: 'DEBIT', amount: '20.01' }, 'Takes 20.01 PTS from Ada; refused, since only 20.00 PTS is available.'],
    [{ type: 'DEBIT', amount: '30', shortfall_policy: 'PARTIAL' }, 'Takes the 20.00 PTS that is available from Ada; there is no more.'],
    [
      { type: 'DEBIT', amount: '30', shortfall_policy: 'ALLOW_NEGATIVE' },
      'Takes 30 PTS from Ada: available goes from 20.00 to −10.00 PTS.',
    ],
  ])('%o is said as "%s"', (changes, words) => {
    expect(adjustmentWords({ ...DRAFT, ...changes }, ROW, 'PTS', 'Ada')).toBe(words);
  });

  test('terms go with what is given in lots alone, and a policy with what is taken', () => {
    const typed = { ...DRAFT, expires: '90d', shortfall_policy: 'PARTIAL' as const };
    expect(adjustmentOf(typed, true)).toMatchObject({ expires_in: '90d' });
    expect(adjustmentOf(typed, true)).not.toHaveProperty('shortfall_policy');
    expect(adjustmentOf(typed, false)).not.toHaveProperty('expires_in');
    expect(adjustmentOf({ ...typed, type: 'DEBIT' }, true)).toMatchObject({ shortfall_policy: 'PARTIAL' });
  });

  test('what was given can be taken back as it really was, unless it settled something or went nowhere', () => {
    const done = { type: 'CREDIT', program_id: 'p', asset_id: 'a', amount: '4.00', bucket: 'AVAILABLE', reference_id: null } as const;
    const result = { ...done, balance: ROW, journal_entry_id: 'e', message: '' };
    expect(oppositeOf(result, 'Goodwill')).toMatchObject({ type: 'DEBIT', amount: '4.00', description: 'Undo: Goodwill' });
    expect(oppositeOf({ ...result, reference_id: 'order-1' }, 'x')).toBeNull();
    expect(oppositeOf({ ...result, journal_entry_id: null }, 'x')).toBeNull();
  });
});

test.each([
  ['hold', { amount: '12' }, 'Available goes from 20.00 to 8.00, held goes from 1.00 to 13.00 PTS.'],
  ['release', { amount: '1' }, 'Available goes from 20.00 to 21.00, held goes from 1.00 to 0.00 PTS.'],
  ['forfeit', { amount: '0.5', bucket: 'HELD' }, 'Held goes from 1.00 to 0.50 PTS.'],
  ['hold', { amount: '20.01' }, 'Only 20.00 PTS is available, so it will be refused.'],
  ['release', { amount: '2' }, 'Only 1.00 PTS is held, so it will be refused.'],
  ['voidHold', { amount: '' }, ''],
] as const)('%s says how the balance stands before and after', (operation, changes, words) => {
  const draft: OperationDraft = { balance: 'p/a', bucket: 'AVAILABLE', reference_id: '', description: '', ...changes };
  expect(effectWords(operation, draft, ROW, 'PTS')).toBe(words);
});

describe('progress to the next level', () => {
  const criterion = (counter: string, threshold: string) => ({ counter, operator: 'GTE' as const, threshold });
  const levelOf = (key: string, rank: number, qualification: TierResource['levels'][number]['qualification']) => ({
    key,
    rank,
    display_name: null,
    benefits: [],
    color: null,
    icon_url: null,
    qualification,
    sentence: '',
  });
  const levels = [
    levelOf('silver', 1, { mode: 'ALL', criteria: [criterion('orders', '3')] }),
    levelOf('gold', 2, { mode: 'ANY', criteria: [criterion('orders', '10'), criterion('spent', '1000.50')] }),
  ];

  test('each criterion says what its counter reads and how far it is; nearly there is not there', () => {
    const progress = progressOf({ levels }, 'silver', { orders: '9.999', spent: '1000.50' });
    expect(progress).toMatchObject({ next: { key: 'gold' }, mode: 'ANY' });
    expect(progress?.criteria.map(({ now, met, percent }) => [now, met, percent])).toEqual([
      ['9.999', false, 99],
      ['1000.50', true, 100],
    ]);
  });

  test('without a level the first one is next, and at the top there is none', () => {
    expect(progressOf({ levels }, null, {})).toMatchObject({ next: { key: 'silver' }, criteria: [{ now: '0', percent: 0 }] });
    expect(progressOf({ levels }, 'gold', {})).toBeNull();
  });
});

describe('a time axis', () => {
  const at = (text: string) => Date.parse(text);

  test('places its ends at its ends, and what lies beyond at the nearer one', () => {
    const axis = { from: at('2026-01-01'), to: at('2026-01-11') };
    expect(['2025-01-01', '2026-01-01', '2026-01-06', '2026-01-11', '2030-01-01'].map((text) => placeOn(axis, at(text)))).toEqual([
      0, 0, 50, 100, 100,
    ]);
  });

  test('one time alone still makes an axis', () => {
    const axis = axisOver([at('2026-01-01')]);
    expect(axis.to).toBeGreaterThan(axis.from);
  });

  test.each([
    ['2026-11-20T10:00', '2026-11-23T10:00', ['21 Nov', '22 Nov', '23 Nov']],
    ['2026-11-20', '2027-03-20', ['Dec 26', 'Jan 27', 'Feb 27', 'Mar 27']],
    ['2026-02-01', '2027-02-02', ['Apr 26', 'Jul 26', 'Oct 26', 'Jan 27']],
    ['2026-02-01', '2029-02-02', ['2027', '2028', '2029']],
  ])('from %s to %s it names %j', (from, to, texts) => {
    expect(ticksOf({ from: at(from), to: at(to) }, 6).map(({ text }) => text)).toEqual(texts);
  });

  test.each([1, 10, 100, 1_000, 10_000, 100_000])('over %i days it never names more than asked for, and at least one', (days) => {
    const ticks = ticksOf({ from: at('2026-03-03T12:00'), to: at('2026-03-03T12:00') + days * 86_400_000 }, 6);
    expect(ticks.length).toBeGreaterThan(0);
    expect(ticks.length).toBeLessThanOrEqual(6);
  });
});
