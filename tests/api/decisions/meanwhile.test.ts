/** What changes while a reservation stands: it ends once, books what was decided, and gives back what it took, whatever has become of the rest. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { DecisionRecord } from '@/contract/decision';
import { statement } from '@/server/db/transaction';
import { till, type TestTill } from '@tests/support/decisions';
import { brokenInvariants } from '@tests/support/invariants';
import { processDueEvents } from '@tests/support/jobs';

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** A till with a rule for each type of event: "fee" takes `amount`, with the policy. */
async function withFee(amount: string, shortfall_policy: string, settings: Parameters<typeof till>[0] = {}): Promise<TestTill> {
  const club = await till(settings);
  const debit = { type: 'DEBIT', asset_id: club.asset.id, amount, shortfall_policy };
  await club.addRule({ name: 'Fee', condition: 'event.type == "fee"', actions: [debit] });
  return club;
}

const fee = { event_data: { type: 'fee' } };
const amountsOf = ({ effects }: DecisionRecord) => effects.map(({ amount }) => amount);

async function expectNothingHeld({ id }: TestTill): Promise<void> {
  const [row] = await statement<{ held: string }>('SELECT sum(held)::text AS held FROM balances WHERE organization_id = $1', [id]);
  expect(Number(row?.held)).toBe(0);
  expect(await brokenInvariants(statement, id)).toEqual([]);
}

test('of a commit, a cancellation, a change, a commit in part and the deadline at the same time, one ends the reservation', async () => {
  const club = await till({ inventory_mode: 'LOT' });
  const reward = await club.reward({ max_total: 1, unit_cost: '1' });
  for (let round = 0; round < 10; round++) {
    const held = await club.held({ redemptions: [{ reward_id: reward.id }] });
    const [answers] = await Promise.all([
      Promise.all([
        club.end('commit', held),
        club.end('cancel', held),
        club.change(held, { event_data: { type: 'purchase', amount: 80 } }),
        club.end('commit', held, { event_data: { type: 'purchase', amount: 30 } }),
      ]),
      round % 3 === 0 ? club.advance('16m') : null,
    ]);
    const { status, redemptions } = await club.readDecision(held);
    const told = answers.flatMap((answer) => (answer.status === 200 ? [answer.body.status] : []));
    expect(told.filter((one) => one !== 'RESERVED').every((one) => one === status)).toBe(true);
    expect(redemptions.map((one) => one.status)).toEqual([
      { COMMITTED: 'COMPLETED', CANCELLED: 'CANCELLED', EXPIRED: 'FAILED' }[String(status)],
    ]);
    for (const { id } of redemptions) if (status === 'COMMITTED') await club.reverse({ id }, { quantity: 1 });
  }
  await expectNothingHeld(club);
}, 60_000);

test('the last unit that a cancelled reservation gives back goes to one of those who ask for it at the same time', async () => {
  const club = await till();
  const reward = await club.reward({ max_total: 1 });
  for (let round = 0; round < 6; round++) {
    const held = await club.held({ redemptions: [{ reward_id: reward.id }] });
    const asked = () => club.decide({ mode: 'RESERVE', redemptions: [{ reward_id: reward.id }] });
    const [, ...answers] = await Promise.all([club.end('cancel', held), asked(), asked(), asked()]);
    const made = answers.flatMap(({ status, body }) => (status === 200 ? [body] : []));
    expect(made.length).toBeLessThanOrEqual(1);
    expect(await club.readReward(reward)).toMatchObject({
      redeemed_count: made.length,
      status: made.length > 0 ? 'OUT_OF_STOCK' : 'ACTIVE',
    });
    for (const one of made) await club.end('cancel', one);
  }
  await expectNothingHeld(club);
});

test('a reservation that has the last unit of a reward can be changed and keeps it', async () => {
  const club = await till();
  const reward = await club.reward({ max_total: 1 });
  const held = await club.held({ redemptions: [{ reward_id: reward.id }] });
  expect(await club.readReward(reward)).toMatchObject({ status: 'OUT_OF_STOCK', redeemed_count: 1 });
  const { status, body } = await club.change(held, { redemptions: [{ reward_id: reward.id }] });
  expect({ status, body }).toMatchObject({ status: 200, body: { redemptions: [{ status: 'CANCELLED' }, { status: 'PENDING' }] } });
  expect(await club.readReward(reward)).toMatchObject({ status: 'OUT_OF_STOCK', redeemed_count: 1 });
  await club.change(held, { redemptions: [] });
  expect(await club.readReward(reward)).toMatchObject({ status: 'ACTIVE', redeemed_count: 0 });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a reservation whose key an event has taken cannot be committed, says so, and can be cancelled', async () => {
  const club = await till();
  const idempotency_key = randomUUID();
  const held = await club.held({ idempotency_key });
  await club.send({ idempotency_key, event_data: { type: 'purchase', amount: 20 } });
  await processDueEvents(club.id);
  expect(await club.end('commit', held)).toMatchObject({ status: 409, body: { code: 'idempotency_conflict', param: 'id' } });
  expect(await club.end('cancel', held)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
  expect(await club.balance()).toEqual({ available: '102.00', held: '0.00', deferred: '0.00' });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

describe('a commit books what was decided', () => {
  test.each([
    ['100', '40.00'],
    ['0', '40.00'],
  ])('where a balance of %s gave a fee of 150 only in part, and has grown', async (balance, left) => {
    const club = await withFee('150', 'PARTIAL', { balance });
    const held = await club.held(fee);
    await club.post({ amount: '40' });
    const { body } = await club.end('commit', held);
    expect(amountsOf(body)).toEqual(balance === '0' ? [] : ['100.00']);
    expect(await club.balance()).toEqual({ available: left, held: '0.00', deferred: '0.00' });
  });

  test('where more has been earned under the reference that is taken back', async () => {
    const club = await till();
    const earned = { asset_id: club.asset.id, reference_id: 'order-1' };
    await club.addRule({ name: 'Earn', condition: 'event.type == "order"', actions: [{ type: 'CREDIT', amount: '10', ...earned }] });
    await club.addRule({ name: 'Return', condition: 'event.type == "return"', actions: [{ type: 'TAKE_BACK', ...earned }] });
    await club.decided({ event_data: { type: 'order' } });
    const held = await club.held({ event_data: { type: 'return' } });
    await club.decided({ event_data: { type: 'order' } });
    expect(amountsOf((await club.end('commit', held)).body)).toEqual(['10.00']);
    expect(await club.balance()).toEqual({ available: '110.00', held: '0.00', deferred: '0.00' });
    expect(amountsOf(await club.decided({ event_data: { type: 'return' } }))).toEqual(['10.00']);
  });

  test.each(['15', '4'])('where a credit settles a hold of 10 for %s, and tells what arrives', async (amount) => {
    const club = await till({ inventory_mode: 'LOT' });
    const earned = { type: 'CREDIT', asset_id: club.asset.id, reference_id: 'order-1' };
    await club.addRule({ name: 'Begin', condition: 'event.type == "order"', actions: [{ ...earned, bucket: 'HELD', amount: '10' }] });
    await club.addRule({ name: 'Settle', condition: 'event.type == "settle"', actions: [{ ...earned, amount }] });
    await club.decided({ event_data: { type: 'order' } });
    const { body } = await club.end('commit', await club.held({ event_data: { type: 'settle' } }));
    expect(amountsOf(body)).toEqual([`${amount}.00`]);
    expect(await club.balance()).toEqual({ available: `${100 + Number(amount)}.00`, held: '0.00', deferred: '0.00' });
    await expectNothingHeld(club);
  });
});

type Ending = (club: TestTill, held: DecisionRecord) => Promise<unknown>;
const ENDINGS: readonly (readonly [string, Ending])[] = [
  ['its cancellation', (club, held) => club.end('cancel', held)],
  ['its deadline', (club) => club.advance('4d')],
];

const CHANGES: readonly (readonly [string, string, (club: TestTill) => Promise<unknown>])[] = [
  [
    'the participant is suspended',
    'participant_suspended',
    (club) => club.api.patch(`/participants/${club.participant.id}`, { status: 'SUSPENDED' }),
  ],
  [
    'the participant is closed',
    'participant_closed',
    (club) => club.api.patch(`/participants/${club.participant.id}`, { status: 'CLOSED' }),
  ],
  ['the program is suspended', 'program_inactive', (club) => club.api.patch(`/programs/${club.program.id}`, { status: 'SUSPENDED' })],
  ['the asset is archived', 'asset_archived', (club) => club.api.patch(`/assets/${club.asset.id}`, { status: 'ARCHIVED' })],
  ['its lots have expired', 'insufficient_funds', (club) => club.advance('2d')],
];

describe.each(CHANGES)('when %s', (_, code, change) => {
  test.each(ENDINGS)('a reservation can no longer be committed, and %s gives back what is left of it', async (_name, ending) => {
    const club = await withFee('5', 'REJECT', { inventory_mode: 'LOT', terms: { expires_in: '1d' } });
    const reward = await club.reward({ max_total: 1 });
    const reserve = { expires_at: inDays(3), redemptions: [{ reward_id: reward.id }] };
    const [held, other] = [await club.held(reserve), await club.held({ ...fee, expires_at: inDays(3) })];
    await change(club);
    for (const one of [held, other]) expect(await club.end('commit', one)).toMatchObject({ body: { code } });
    for (const one of [held, other]) expect((await club.readDecision(one)).status).toBe('RESERVED');
    for (const one of [held, other]) await ending(club, one);
    for (const one of [held, other]) expect(['CANCELLED', 'EXPIRED']).toContain((await club.readDecision(one)).status);
    expect(await club.readReward(reward)).toMatchObject({ redeemed_count: 0, status: 'ACTIVE' });
    await expectNothingHeld(club);
  });
});

test('a reservation for a group, others and a recipient gives back theirs when they are gone', async () => {
  const club = await till({ inventory_mode: 'LOT' });
  const { api, asset, program, participant } = club;
  const group = (await api.post('/groups', { name: 'Team', members: [{ participant_id: participant.id, role: 'ADMIN' }] })).body.id;
  const bob = (await api.post('/participants', { external_id: 'bob', program_id: program.id })).body.id;
  const credit = { type: 'CREDIT', asset_id: asset.id, amount: '5' };
  const targets = [{ type: 'GROUP', id: group }, { type: 'PARTICIPANT', external_id: 'bob' }, { type: 'RECIPIENT' }];
  await club.addRule({ name: 'All', condition: 'event.type == "all"', actions: targets.map((target) => ({ ...credit, target })) });
  const all = { event_data: { type: 'all' }, recipient_external_id: 'cyd' };
  const [first, second] = [await club.held(all), await club.held(all)];
  await api.patch(`/participants/${bob}`, { status: 'SUSPENDED' });
  await api.patch(`/groups/${group}`, { status: 'ARCHIVED' });
  expect(await club.end('commit', first)).toMatchObject({ status: 409, body: { code: 'group_archived' } });
  expect(await club.end('cancel', second)).toMatchObject({ status: 200 });
  await club.advance('1d');
  expect((await club.readDecision(first)).status).toBe('EXPIRED');
  await expectNothingHeld(club);
});

test('what a reservation took from a budget is returned to the period that it was taken from', async () => {
  const club = await till({ budgets: [{ scope: 'PROGRAM', limit: '8', schedule_type: 'CRON', cron_expression: '0 0 * * *' }] });
  const held = await club.held({ expires_at: inDays(5) });
  await club.advance('1d');
  expect(amountsOf(await club.decided())).toEqual(['5.00']);
  await club.end('cancel', held);
  expect(amountsOf(await club.decided())).toEqual(['3.00']);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('what a reservation took from a budget that was reset since is not returned to it', async () => {
  const club = await till({ budgets: [{ scope: 'PROGRAM', limit: '8', schedule_type: null }] });
  const held = await club.held();
  const { body: rules } = await club.api.get<{ data: { id: string }[] }>(`/rules?program_id=${club.program.id}`);
  await club.api.post(`/rules/${rules.data[0]?.id}/reset-budget?asset_id=${club.asset.id}`);
  expect(amountsOf(await club.decided())).toEqual(['5.00']);
  await club.end('cancel', held);
  expect(amountsOf(await club.decided())).toEqual(['3.00']);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a reservation that the level of its participant decided is committed as it was decided after the level has changed', async () => {
  const club = await till();
  const level = { key: 'gold', rank: 1, qualification: { mode: 'ALL', criteria: [{ counter: 'points', operator: 'GTE', threshold: 5 }] } };
  await club.api.post(`/programs/${club.program.id}/tiers`, { key: 'status', name: 'Status', levels: [level] });
  await club.addRule({
    name: 'Gold',
    condition: 'has(participant.tiers.status)',
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '2' }],
  });
  const plain = await club.held();
  await club.api.patch(`/participants/${club.participant.id}/state/counters`, { increment: { points: 7 } });
  const golden = await club.held();
  await club.api.patch(`/participants/${club.participant.id}/state/counters`, { increment: { points: -7 } });
  expect(amountsOf((await club.end('commit', plain)).body)).toEqual(['5.00']);
  expect(amountsOf((await club.end('commit', golden)).body)).toEqual(['5.00', '2.00']);
  expect(await club.balance()).toMatchObject({ available: '112.00', held: '0.00' });
});
