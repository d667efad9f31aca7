/** Reversals: how much is returned, to which lots, and what happens to units, overdrafts and expired lots. */
import { describe, expect, test } from 'vitest';
import type { Redemption } from '@/contract/redemption';
import { statement } from '@/server/db/transaction';
import { brokenInvariants } from '@tests/support/invariants';
import { snapshot } from '@tests/support/ledger';
import { shop, type TestShop } from '@tests/support/redemptions';

const MODES = ['SIMPLE', 'LOT'] as const;
const ENDS = ['instant', 'captured'] as const;

async function completed(club: TestShop, end: (typeof ENDS)[number], amount = '10'): Promise<Redemption> {
  if (end === 'instant') return club.redeemed({ amount });
  return (await club.act('capture', await club.reserved({ amount }))).body;
}

describe.each(MODES.flatMap((mode) => ENDS.map((end) => [end, mode] as const)))('an %s redemption of a %s asset', (end, inventory_mode) => {
  test('comes back in parts: PARTIALLY_REVERSED until nothing is left, then FULLY_REVERSED', async () => {
    const club = await shop({ inventory_mode });
    const done = await completed(club, end);
    const { status, headers, body } = await club.reverse(done, { amount: '4', reason: 'Damaged' });
    expect([status, headers.location]).toEqual([201, `/v1/redemptions/${done.id}/reversals`]);
    expect(body).toEqual({
      id: expect.any(String),
      redemption_id: done.id,
      amount: '4.00',
      quantity: null,
      reason: 'Damaged',
      journal_entry_id: expect.any(String),
      created_at: expect.any(String),
    });
    expect(await club.read(done)).toEqual({ ...done, status: 'PARTIALLY_REVERSED', reversed_amount: '4.00', updated_at: body.created_at });
    expect((await club.balance()).available).toBe('94.00');
    expect((await club.api.get(`/journal-entries/${body.journal_entry_id}`)).body).toMatchObject({
      type: 'REVERSE',
      description: 'Damaged',
      reference_id: `service:redemption:${done.id}`,
      postings: [
        { account: { type: 'SYSTEM_REDEMPTION', id: club.program.id }, amount: '-4.00' },
        { account: { type: 'PARTICIPANT', bucket: 'AVAILABLE' }, amount: '4.00' },
      ],
    });
    expect(await club.reverse(done, { amount: '6.01' })).toMatchObject({
      status: 409,
      body: { code: 'amount_exceeds_remaining', param: 'amount', details: { remaining: '6.00' } },
    });
    await club.reverse(done, { amount: '6' });
    expect(await club.read(done)).toMatchObject({ status: 'FULLY_REVERSED', reversed_amount: '10.00' });
    expect(await club.reverse(done, { amount: '0.01' })).toMatchObject({ status: 409, body: { code: 'already_reversed' } });
    expect(await club.balance()).toEqual({ available: '100.00', held: '0.00', deferred: '0.00' });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });
});

describe('a reversal', () => {
  test.each([
    ['both', { amount: '1', quantity: 1 }],
    ['neither', {}],
  ])('with %s of amount and quantity is invalid_reversal_params', async (_, body) => {
    const club = await shop();
    const done = await club.ordered(await club.reward());
    expect(await club.reverse(done, body)).toMatchObject({ status: 400, body: { code: 'invalid_reversal_params' } });
  });

  test('of units of what has none is invalid_reversal_params', async () => {
    const club = await shop();
    expect(await club.reverse(await club.redeemed(), { quantity: 1 })).toMatchObject({
      status: 400,
      body: { code: 'invalid_reversal_params', param: 'quantity' },
    });
  });

  test.each([
    ['an amount beyond the scale', { amount: '1.001' }, 'invalid_amount'],
    ['a quantity of nothing', { quantity: 0 }, 'invalid_quantity'],
    ['no reason', { amount: '1', reason: undefined }, 'validation_error'],
    ['no key', { amount: '1', idempotency_key: undefined }, 'missing_idempotency_key'],
  ])('with %s is %s', async (_, body, code) => {
    const club = await shop();
    const done = await club.redeemed();
    const before = await snapshot(club.id);
    expect(await club.reverse(done, body)).toMatchObject({ status: 400, body: { code } });
    expect(await snapshot(club.id)).toEqual(before);
  });

  test('with a key sent again gives back once and answers 200; with another amount it is idempotency_conflict', async () => {
    const club = await shop();
    const done = await club.redeemed();
    const body = { amount: '4', idempotency_key: 'back-1' };
    const [first, again] = [await club.reverse(done, body), await club.reverse(done, body)];
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect((await club.read(done)).reversed_amount).toBe('4.00');
    expect(await club.reverse(done, { ...body, amount: '5' })).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  });

  test('of a redemption into breakage comes back from there', async () => {
    const club = await shop({ program: { redemption_target: 'SYSTEM_BREAKAGE' } });
    const done = await club.redeemed();
    await club.api.patch(`/programs/${club.program.id}`, { redemption_target: 'SYSTEM_REDEMPTION' });
    await club.reverse(done, { amount: '10' });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
    const { body } = await club.api.get<{ data: { account_type: string; balance: string }[] }>(
      `/reports/trial-balance?program_id=${club.program.id}`,
    );
    expect(body.data.find(({ account_type }) => account_type === 'SYSTEM_BREAKAGE')?.balance).toBe('0.00');
  });

  test('is possible when the asset is archived, and draws on no wallet', async () => {
    const club = await shop({ issuance_policy: 'PREFUNDED', balance: '0' });
    await club.wallet('fund', { amount: '10' });
    await club.post({ amount: '10' });
    const done = await club.redeemed();
    await club.api.patch(`/assets/${club.asset.id}`, { status: 'ARCHIVED' });
    expect((await club.reverse(done, { amount: '10' })).status).toBe(201);
    expect((await club.api.get(`/programs/${club.program.id}/balance`)).body).toMatchObject({ data: [{ available: '0.00' }] });
  });
});

describe('units', () => {
  test('come back with what they cost, to the stock too, and open the reward again', async () => {
    const club = await shop();
    const reward = await club.reward({ max_total: 3, max_per_participant: 3 });
    const done = await club.ordered(reward, { quantity: 3 });
    expect((await club.readReward(reward)).status).toBe('OUT_OF_STOCK');
    expect((await club.reverse(done, { quantity: 2 })).body).toMatchObject({ amount: '20.00', quantity: 2 });
    expect(await club.read(done)).toMatchObject({ status: 'PARTIALLY_REVERSED', reversed_amount: '20.00', reversed_quantity: 2 });
    expect(await club.readReward(reward)).toMatchObject({ status: 'ACTIVE', redeemed_count: 1, remaining: 2 });
    expect(await club.reverse(done, { quantity: 2 })).toMatchObject({
      status: 409,
      body: { code: 'quantity_exceeds_remaining', param: 'quantity', details: { remaining: 1 } },
    });
    await club.ordered(reward, { quantity: 2 });
    await club.reverse(done, { quantity: 1 });
    expect(await club.read(done)).toMatchObject({ status: 'FULLY_REVERSED', reversed_amount: '30.00', reversed_quantity: 3 });
    expect(await club.reverse(done, { quantity: 1 })).toMatchObject({ status: 409, body: { code: 'already_reversed' } });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });

  test('stay taken while only a part of the amount comes back, and all return with the last of it', async () => {
    const club = await shop();
    const reward = await club.reward({ max_total: 2 });
    const done = await club.ordered(reward, { quantity: 2 });
    expect((await club.reverse(done, { amount: '5' })).body).toMatchObject({ amount: '5.00', quantity: 0 });
    expect(await club.readReward(reward)).toMatchObject({ status: 'OUT_OF_STOCK', redeemed_count: 2 });
    expect((await club.reverse(done, { quantity: 1 })).body).toMatchObject({ amount: '10.00', quantity: 1 });
    expect((await club.reverse(done, { amount: '5' })).body).toMatchObject({ amount: '5.00', quantity: 1 });
    expect(await club.read(done)).toMatchObject({ status: 'FULLY_REVERSED', reversed_quantity: 2 });
    expect(await club.readReward(reward)).toMatchObject({ status: 'ACTIVE', redeemed_count: 0 });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });

  test('of a reward redeemed by amount return with the last of the amount', async () => {
    const club = await shop();
    const reward = await club.reward({ redemption_type: 'AMOUNT_BASED', unit_cost: undefined, max_total: 1 });
    const done = await club.ordered(reward, { amount: '20' });
    await club.reverse(done, { amount: '19' });
    expect((await club.readReward(reward)).redeemed_count).toBe(1);
    await club.reverse(done, { amount: '1' });
    expect(await club.readReward(reward)).toMatchObject({ status: 'ACTIVE', redeemed_count: 0 });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });
});

describe('lots', () => {
  const IN = (days: number) => ({ expires_in: `${days}d` });
  /** Lots of 10 that expire after 1, 5 and 9 days. */
  const threeLots = async (): Promise<TestShop> => {
    const club = await shop({ inventory_mode: 'LOT', balance: '0' });
    for (const days of [1, 5, 9]) await club.post({ amount: '10', ...IN(days) });
    return club;
  };
  const left = async (club: TestShop): Promise<string[]> =>
    (await club.lots()).data.filter(({ remaining }) => remaining !== '0.00').map(({ remaining, status }) => `${remaining} ${status}`);

  test.each(ENDS)(
    'of an %s redemption fill again in the order opposite to that in which they were spent, each with its own expiry',
    async (end) => {
      const club = await threeLots();
      const before = (await club.lots()).data.map(({ expires_at }) => expires_at);
      const done = await completed(club, end, '25');
      expect(await left(club)).toEqual(['5.00 AVAILABLE']);
      const byExpiry = async () => {
        const rows = (await club.lots('?status=AVAILABLE')).data;
        return before.map((at) =>
          rows.filter(({ expires_at }) => expires_at === at).reduce((sum, { remaining }) => sum + Number(remaining), 0),
        );
      };
      await club.reverse(done, { amount: '3' });
      expect(await byExpiry()).toEqual([0, 0, 8]);
      await club.reverse(done, { amount: '4' });
      expect(await byExpiry()).toEqual([0, 2, 10]);
      await club.reverse(done, { amount: '18' });
      expect(await byExpiry()).toEqual([10, 10, 10]);
      expect(await brokenInvariants(statement, club.id)).toEqual([]);
    },
  );

  test('that have expired meanwhile take their value back for an instant: it expires at once, in its own entry and webhook', async () => {
    const club = await shop({ inventory_mode: 'LOT', balance: '10', terms: IN(1), listening: true });
    const done = await club.redeemed();
    await club.advance('2d');
    const { body } = await club.reverse(done, { amount: '10' });
    expect(await club.balance()).toEqual({ available: '0.00', held: '0.00', deferred: '0.00' });
    expect((await club.lots()).data).toMatchObject([{ amount: '10.00', remaining: '0.00', status: 'EXPIRED' }]);
    const { body: entries } = await club.api.get<{ data: { id: string; type: string }[] }>(
      `/participants/${club.participant.id}/activity/journal-entries`,
    );
    expect(entries.data.map(({ type }) => type).sort()).toEqual(['CREDIT', 'EXPIRE', 'REDEEM', 'REVERSE']);
    const sent = await statement<{ type: string; data: Record<string, unknown> }>(
      `SELECT type, data FROM webhook_events WHERE organization_id = $1 AND type LIKE 'balance.%' ORDER BY id`,
      [club.id],
    );
    expect(sent.map(({ type }) => type)).toEqual(['balance.credited', 'balance.expired']);
    expect(sent[0]!.data.journal_entry_id).toBe(body.journal_entry_id);
    expect(sent[1]!.data).toMatchObject({ lot_count: 1, journal_entry_id: entries.data.find(({ type }) => type === 'EXPIRE')!.id });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });

  test('of which some have expired keep what comes back to the others', async () => {
    const club = await threeLots();
    const done = await club.redeemed({ amount: '25' });
    await club.advance('6d');
    await club.reverse(done, { amount: '25' });
    expect(await left(club)).toEqual(['10.00 AVAILABLE']);
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });

  test('that lie elsewhere by now get back their value beside them, on the same terms', async () => {
    const club = await shop({ inventory_mode: 'LOT', balance: '10', terms: IN(5) });
    const done = await club.redeemed({ amount: '4' });
    await club.command('hold', { amount: '6', reference_id: 'order' });
    await club.reverse(done, { amount: '4' });
    const { data } = await club.lots();
    expect(data.map(({ remaining, status }) => `${remaining} ${status}`).sort()).toEqual(['4.00 AVAILABLE', '6.00 HELD']);
    expect(new Set(data.map(({ expires_at }) => expires_at)).size).toBe(1);
    expect(await club.advance('6d')).toMatchObject({ lots: 1 });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });

  test.each(MODES)('of a %s asset: what comes back fills an overdraft first', async (inventory_mode) => {
    const club = await shop({ inventory_mode, balance: '10' });
    const done = await club.redeemed();
    await club.post({ type: 'DEBIT', amount: '6', shortfall_policy: 'ALLOW_NEGATIVE' });
    expect((await club.balance()).available).toBe('-6.00');
    await club.reverse(done, { amount: '4' });
    expect((await club.balance()).available).toBe('-2.00');
    await club.reverse(done, { amount: '6' });
    expect((await club.balance()).available).toBe('4.00');
    if (inventory_mode === 'LOT') expect(await left(club)).toEqual(['4.00 AVAILABLE']);
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });
});
