/** Redemptions made, ended and reversed concurrently, through the API and the real Postgres. */
import { expect, test } from 'vitest';
import type { Redemption } from '@/contract/redemption';
import { statement } from '@/server/db/transaction';
import { expireReservation } from '@/server/services/redemptions/reservations';
import type { Answer, AnyBody } from '@tests/support/api';
import { note } from '@tests/support/chance';
import { brokenInvariants } from '@tests/support/invariants';
import { shop } from '@tests/support/redemptions';

const RACES = Number(process.env.REDEMPTION_RACES || 100);
const MODES = ['SIMPLE', 'LOT'] as const;

const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const counted = (answers: readonly Answer<AnyBody>[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = status < 300 ? String(status) : String(body.code);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
};

test('the last unit of a reward, wanted by two hundred at once, goes to exactly one', async () => {
  const club = await shop({ balance: '10000' });
  const reward = await club.reward({ max_total: 3 });
  await club.ordered(reward, { quantity: 2 });
  const answers = await many(200, (index) => club.order(reward, { mode: index % 2 === 0 ? 'INSTANT' : 'PENDING' }));
  expect(counted(answers)).toEqual({ 201: 1, max_total_exceeded: 199 });
  expect(await club.readReward(reward)).toMatchObject({ status: 'OUT_OF_STOCK', redeemed_count: 3, remaining: 0 });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('two hundred orders of one participant at once get exactly what one participant may have', async () => {
  const club = await shop({ balance: '10000' });
  const reward = await club.reward({ max_per_participant: 7 });
  const answers = await many(200, () => club.order(reward));
  expect(counted(answers)).toEqual({ 201: 7, max_per_participant_exceeded: 193 });
  expect((await club.readReward(reward)).redeemed_count).toBe(7);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test.each(MODES)('two hundred redemptions of 1 at once of a %s balance of 37 succeed exactly 37 times', async (inventory_mode) => {
  const club = await shop({ inventory_mode, balance: '37' });
  const answers = await many(200, (index) => club.redeem({ amount: '1', mode: index % 2 === 0 ? 'INSTANT' : 'PENDING' }));
  expect(counted(answers)).toEqual({ 201: 37, insufficient_funds: 163 });
  expect((await club.balance()).available).toBe('0.00');
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('fifty requests with one key make one redemption, and all are answered with it', async () => {
  const club = await shop();
  const answers = await many(50, () => club.redeem({ idempotency_key: 'once' }));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(counted(answers)).toEqual({ 200: 49, 201: 1 });
  expect((await club.balance()).available).toBe('90.00');
});

/** Ways to end a redemption; the deadline as a job sees it, on a clock that has passed it. */
const ENDINGS = ['capture', 'cancel', 'fail', 'deadline'] as const;
const LATE = new Date(Date.now() + 91 * 86_400_000);

test.each(MODES)(
  `of capture, cancel, fail and the deadline at once, each of ${RACES} %s redemptions ends in exactly one way, and value is conserved`,
  async (inventory_mode) => {
    const club = await shop({ inventory_mode, balance: '0' });
    await Promise.all(Array.from({ length: 8 }, () => club.post({ amount: String(RACES * 2) })));
    const reward = await club.reward({ max_total: RACES, unit_cost: '3.7' });
    const pending = await many(RACES, (index) =>
      index % 2 === 0 ? club.reserved({ amount: '3.7' }) : club.ordered(reward, { mode: 'PENDING' }),
    );
    const stocked = (await club.readReward(reward)).redeemed_count;
    expect(stocked).toBe(Math.floor(RACES / 2));
    const told: Answer<Redemption & AnyBody>[] = [];
    let expired = 0;
    await many(RACES * ENDINGS.length, async (index) => {
      const number = Math.floor(index / ENDINGS.length);
      const redemption = pending[number]!;
      const ending = ENDINGS[(index + number) % ENDINGS.length]!;
      if (ending !== 'deadline') return void told.push(await club.act(ending, redemption));
      await club.read(redemption); // a request first, or the deadline would always win the race
      if (await expireReservation({ organizationId: club.id, now: LATE }, redemption.id)) expired += 1;
    });
    const ended = await many(RACES, (index) => club.read(pending[index]!));
    const ways = (redemption: Redemption) => (redemption.failure_reason === 'reservation_expired' ? 'EXPIRED' : redemption.status);
    const tally = Map.groupBy(ended, ways);
    note(`${inventory_mode}: ${[...tally].map(([way, rows]) => `${way} ${rows.length}`).join(', ')}; ${JSON.stringify(counted(told))}`);
    expect(tally.size, 'several ways win now and then').toBeGreaterThan(1);
    expect(tally.has('PENDING')).toBe(false);
    expect(tally.get('EXPIRED') ?? []).toHaveLength(expired);
    expect(Object.keys(counted(told)).filter((outcome) => !['200', 'redemption_already_resolved'].includes(outcome))).toEqual([]);
    // Every success reports the one ending that took effect.
    const final = new Map(ended.map((redemption) => [redemption.id, redemption]));
    for (const { status, body } of told) if (status === 200) expect(body).toEqual(final.get(body.id));
    for (const { release_journal_entry_id, capture_journal_entry_id } of ended)
      expect([release_journal_entry_id, capture_journal_entry_id].filter((id) => id === null)).toHaveLength(1);
    const captured = ended.filter(({ status }) => status === 'COMPLETED');
    const items = captured.filter(({ reward_id }) => reward_id !== undefined).length;
    expect((await club.readReward(reward)).redeemed_count).toBe(items);
    expect(await club.balance()).toEqual({ available: (RACES * 16 - captured.length * 3.7).toFixed(2), held: '0.00', deferred: '0.00' });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  },
  60_000 + RACES * 600,
);

test('reversals at once give back no more than was spent, and no unit twice', async () => {
  const club = await shop({ inventory_mode: 'LOT' });
  const reward = await club.reward({ max_total: 8 });
  const done = await club.ordered(reward, { quantity: 8 });
  const answers = await many(60, (index) => club.reverse(done, index % 2 === 0 ? { quantity: 1 } : { amount: '7' }));
  expect(
    Object.keys(counted(answers)).filter(
      (outcome) => !['201', 'already_reversed', 'amount_exceeds_remaining', 'quantity_exceeds_remaining'].includes(outcome),
    ),
  ).toEqual([]);
  const rest = await club.read(done);
  if (rest.status !== 'FULLY_REVERSED') await club.reverse(done, { amount: String(80 - Number(rest.reversed_amount)) });
  expect(await club.read(done)).toMatchObject({ status: 'FULLY_REVERSED', reversed_amount: '80.00', reversed_quantity: 8 });
  expect((await club.balance()).available).toBe('100.00');
  expect(await club.readReward(reward)).toMatchObject({ status: 'ACTIVE', redeemed_count: 0 });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('orders, cancellations and changes of a reward at once never deadlock, and leave its count right', async () => {
  const club = await shop({ balance: '10000' });
  const reward = await club.reward({ max_total: 10 });
  const pending = await many(10, () => club.ordered(reward, { mode: 'PENDING' }));
  const answers = await many(90, (index) => {
    if (index % 3 === 0) return club.act('cancel', pending[(index / 3) % 10]!);
    if (index % 3 === 1) return club.order(reward);
    return club.api.patch(`/programs/${club.program.id}/rewards/${reward.id}`, { max_total: 10 + (index % 5) });
  });
  expect(answers.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([]);
  expect(
    Object.keys(counted(answers)).filter((outcome) => !['200', '201', 'max_total_exceeded', 'validation_error'].includes(outcome)),
  ).toEqual([]);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});
