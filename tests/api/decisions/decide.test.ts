/** Decisions within the request: what is previewed, reserved, committed, changed and cancelled, and what each leaves in the ledger. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { DecisionRecord } from '@/contract/decision';
import type { EventDetail } from '@/contract/event';
import { statement } from '@/server/db/transaction';
import { till, type TestTill } from '@tests/support/decisions';
import { brokenInvariants } from '@tests/support/invariants';
import { snapshot } from '@tests/support/ledger';

const MODES = ['SIMPLE', 'LOT'] as const;

const entryTypes = async ({ api }: TestTill): Promise<string[]> => {
  const { body } = await api.get<{ data: { type: string }[] }>('/journal-entries?limit=200&sort_dir=asc');
  return body.data.map(({ type }) => type);
};

describe.each(MODES)('with a %s asset', (inventory_mode) => {
  test('a COMMIT answers with the event completed and the balance as it is afterwards', async () => {
    const club = await till({ inventory_mode });
    const made = await club.decided();
    expect(made).toMatchObject({
      mode: 'COMMIT',
      status: 'COMMITTED',
      external_id: 'ada',
      participant_id: club.participant.id,
      error: null,
      refused: [],
      redemptions: [],
      expires_at: null,
      effects: [{ type: 'CREDIT', amount: '5.00', asset_id: club.asset.id, bucket: 'AVAILABLE', rule_name: 'A tenth', rule_version: 1 }],
      balances: [
        { symbol: club.asset.symbol, before: { available: '100.00' }, after: { available: '105.00', held: '0.00', deferred: '0.00' } },
      ],
    });
    expect(await club.balance()).toEqual({ available: '105.00', held: '0.00', deferred: '0.00' });
    const { body: event } = await club.api.get<EventDetail>(`/events/${made.event_id}`);
    expect(event).toMatchObject({ status: 'COMPLETED', idempotency_key: made.idempotency_key, rule_evaluations: [{ status: 'MATCHED' }] });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });

  test('a RESERVE holds what is spent and issues what is earned into HELD, and its commit books exactly that', async () => {
    const club = await till({ inventory_mode });
    const held = await club.held({ redemptions: [{ asset_id: club.asset.id, amount: '30' }] });
    expect(held).toMatchObject({
      status: 'RESERVED',
      event_id: null,
      redemptions: [{ status: 'PENDING', amount: '30.00', decision_id: held.id }],
    });
    expect(await club.balance()).toEqual({ available: '70.00', held: '35.00', deferred: '0.00' });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
    const { status, body } = await club.end('commit', held);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: 'COMMITTED', effects: held.effects, redemptions: [{ status: 'COMPLETED', amount: '30.00' }] },
    });
    expect(await club.balance()).toEqual({ available: '75.00', held: '0.00', deferred: '0.00' });
    const { body: event } = await club.api.get<EventDetail>(`/events/${body.event_id}`);
    expect(event).toMatchObject({ status: 'COMPLETED', rule_evaluations: [{ status: 'MATCHED', actions: [{ amount: '5.00' }] }] });
    expect(await entryTypes(club)).toEqual(['CREDIT', 'HOLD', 'CREDIT', 'VOID', 'CAPTURE', 'CREDIT']);
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
    expect((await club.end('commit', held)).body).toEqual(body);
  });

  test('a cancelled reservation gives everything back and stores no event', async () => {
    const club = await till({ inventory_mode });
    const held = await club.held({ redemptions: [{ asset_id: club.asset.id, amount: '30' }] });
    const { status, body } = await club.end('cancel', held, { reason: 'Basket left' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        status: 'CANCELLED',
        reason: 'Basket left',
        event_id: null,
        redemptions: [{ status: 'CANCELLED', failure_reason: 'Basket left' }],
      },
    });
    expect(await club.balance()).toEqual({ available: '100.00', held: '0.00', deferred: '0.00' });
    expect((await club.api.get<{ data: unknown[] }>('/events')).body.data).toEqual([]);
    expect((await club.end('cancel', held)).body).toEqual(body);
    expect(await club.end('commit', held)).toMatchObject({ status: 409, body: { code: 'decision_already_resolved', param: 'id' } });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  });
});

test('a redemption that cannot be made refuses the decision and changes nothing; a preview lists it', async () => {
  const club = await till();
  const before = await snapshot(club.id);
  const redemptions = [{ asset_id: club.asset.id, amount: '100.01' }];
  for (const mode of ['COMMIT', 'RESERVE'])
    expect(await club.decide({ mode, redemptions })).toMatchObject({
      status: 422,
      body: { code: 'insufficient_funds', param: 'redemptions[0].amount' },
    });
  expect(await snapshot(club.id)).toEqual(before);
  expect((await club.decided({ mode: 'PREVIEW', redemptions })).refused).toMatchObject([
    { type: 'REDEMPTION', index: 0, code: 'insufficient_funds', param: 'redemptions[0].amount' },
  ]);
});

test('a decision comes after every earlier event of its participant', async () => {
  const club = await till();
  await club.api.post('/events', {
    program_id: club.program.id,
    external_id: 'ada',
    idempotency_key: randomUUID(),
    event_data: { type: 'purchase', amount: 200 },
  });
  const made = await club.decided();
  expect(made.balances).toMatchObject([{ before: { available: '120.00' }, after: { available: '125.00' } }]);
});

test('a decision does not overtake an event that waits for its retry: it is refused, says when to come again, and changes nothing', async () => {
  const club = await till();
  await club.waitForRetry();
  const before = await snapshot(club.id);
  for (const mode of ['COMMIT', 'RESERVE']) {
    const { status, body, headers } = await club.decide({ mode });
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { code: 'participant_busy', details: { retry_after_seconds: expect.any(Number) } },
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
  }
  expect(await snapshot(club.id)).toEqual(before);
});

test('a reservation is committed as it was decided, whatever the rules have become', async () => {
  const club = await till();
  const held = await club.held();
  const { body: rules } = await club.api.get<{ data: { id: string }[] }>(`/rules?program_id=${club.program.id}`);
  await club.api.patch(`/rules/${rules.data[0]?.id}`, { status: 'ARCHIVED' });
  expect((await club.end('commit', held)).body).toMatchObject({ status: 'COMMITTED' });
  expect(await club.balance()).toEqual({ available: '105.00', held: '0.00', deferred: '0.00' });
});

test('a changed reservation is decided anew with the rules of its time, and the part of a basket is committed alone', async () => {
  const club = await till();
  const held = await club.held();
  const { body: rules } = await club.api.get<{ data: { id: string }[] }>(`/rules?program_id=${club.program.id}`);
  await club.api.patch(`/rules/${rules.data[0]?.id}`, { status: 'SUSPENDED' });
  const { status, body: changed } = await club.change(held, { event_data: { type: 'purchase', amount: 80 } });
  expect({ status, changed }).toMatchObject({ status: 200, changed: { status: 'RESERVED', effects: [{ amount: '8.00' }] } });
  expect(await club.balance()).toMatchObject({ available: '100.00', held: '8.00' });
  const { body: committed } = await club.end('commit', held, { event_data: { type: 'purchase', amount: 30 } });
  expect(committed).toMatchObject({ status: 'COMMITTED', effects: [{ amount: '3.00' }], event_data: { amount: 30 } });
  expect(await club.balance()).toEqual({ available: '103.00', held: '0.00', deferred: '0.00' });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a reservation past its deadline gives everything back by itself, and can no longer be committed', async () => {
  const club = await till();
  const held = await club.held({ redemptions: [{ asset_id: club.asset.id, amount: '30' }] });
  await club.advance('16m');
  expect(await club.readDecision(held)).toMatchObject({
    status: 'EXPIRED',
    redemptions: [{ status: 'FAILED', failure_reason: 'reservation_expired' }],
  });
  expect(await club.balance()).toEqual({ available: '100.00', held: '0.00', deferred: '0.00' });
  expect(await club.end('commit', held)).toMatchObject({ status: 409, body: { code: 'decision_already_resolved' } });
});

test('a reservation takes from budgets and wallets, and a cancelled one returns it', async () => {
  const club = await till({ issuance_policy: 'PREFUNDED', balance: '0', budgets: [{ scope: 'PROGRAM', limit: '7', schedule_type: null }] });
  await club.wallet('fund', { amount: '100' });
  const first = await club.held();
  const second = await club.held({ external_id: 'bob' });
  expect([first, second].map(({ effects }) => effects[0]?.amount)).toEqual(['5.00', '2.00']);
  const third = await club.held({ external_id: 'cyd' });
  expect(third).toMatchObject({ effects: [], refused: [{ status: 'SKIPPED_BUDGET' }] });
  await club.end('cancel', first);
  expect((await club.decided({ external_id: 'dan' })).effects).toMatchObject([{ amount: '5.00' }]);
  await club.end('commit', second);
  await club.end('commit', third);
  const { body } = await club.api.get<{ data: { balance: string }[] }>(`/programs/${club.program.id}/balance`);
  expect(body.data).toMatchObject([{ available: '93.00' }]);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a reservation may give what a debit of the same event brings to the wallet, and holds what that leaves open', async () => {
  const club = await till({ issuance_policy: 'PREFUNDED', balance: '0' });
  await club.wallet('fund', { amount: '50' });
  await club.post({ amount: '30' });
  const [debit, credit] = [
    { type: 'DEBIT', asset_id: club.asset.id, amount: '30' },
    { type: 'CREDIT', asset_id: club.asset.id, amount: '45' },
  ];
  await club.addRule({ name: 'Trade', condition: 'event.type == "trade"', actions: [debit, credit] });
  const held = await club.held({ event_data: { type: 'trade' } });
  expect(await club.balance()).toEqual({ available: '0.00', held: '45.00', deferred: '0.00' });
  await club.end('commit', held);
  expect(await club.balance()).toEqual({ available: '45.00', held: '0.00', deferred: '0.00' });
  const { body } = await club.api.get<{ data: { balance: string }[] }>(`/programs/${club.program.id}/balance`);
  expect(body.data).toMatchObject([{ available: '5.00' }]);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a redemption of a reservation ends with it alone', async () => {
  const club = await till();
  const reward = await club.reward({ max_total: 1 });
  const held = await club.held({ redemptions: [{ reward_id: reward.id }] });
  const [redemption] = held.redemptions;
  expect(await club.act('capture', { id: redemption?.id ?? '' })).toMatchObject({
    status: 409,
    body: { code: 'decision_holds_redemption', details: { decision_id: held.id } },
  });
  expect(await club.readReward(reward)).toMatchObject({ status: 'OUT_OF_STOCK', redeemed_count: 1 });
  expect(await club.decide({ redemptions: [{ reward_id: reward.id }] })).toMatchObject({
    status: 409,
    body: { code: 'max_total_exceeded', param: 'redemptions[0].reward_id' },
  });
  await club.end('cancel', held);
  expect(await club.readReward(reward)).toMatchObject({ status: 'ACTIVE', redeemed_count: 0 });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('decisions are listed by program, participant, status and deadline', async () => {
  const club = await till();
  const committed = await club.decided();
  const late = await club.held({ expires_at: new Date(Date.now() + 7_200_000).toISOString() });
  const soon = await club.held({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
  const list = async (query: string) =>
    (await club.api.get<{ data: DecisionRecord[] }>(`/decisions?${query}`)).body.data.map(({ id }) => id);
  expect(await list(`program_id=${club.program.id}`)).toEqual([soon.id, late.id, committed.id]);
  expect(await list(`participant_id=${club.participant.id}&mode=COMMIT`)).toEqual([committed.id]);
  expect(await list('status=RESERVED&sort_by=expires_at&sort_dir=asc')).toEqual([soon.id, late.id]);
});

test('a COMMIT whose rules fail the event stores it as FAILED, and nothing else comes of it', async () => {
  const club = await till();
  await club.addRule({
    name: 'Too much',
    condition: 'event.type == "fee"',
    actions: [{ type: 'DEBIT', asset_id: club.asset.id, amount: '1000', shortfall_policy: 'REJECT', bucket: 'AVAILABLE' }],
  });
  const made = await club.decided({ event_data: { type: 'fee' }, redemptions: [{ asset_id: club.asset.id, amount: '30' }] });
  expect(made).toMatchObject({ status: 'FAILED', error: { code: 'insufficient_funds' }, redemptions: [], balances: [] });
  expect((await club.api.get<EventDetail>(`/events/${made.event_id}`)).body).toMatchObject({
    status: 'FAILED',
    error_code: 'insufficient_funds',
  });
  expect(await club.balance()).toMatchObject({ available: '100.00' });
  expect(await club.decide({ mode: 'RESERVE', event_data: { type: 'fee' } })).toMatchObject({
    status: 422,
    body: { code: 'insufficient_funds' },
  });
});
