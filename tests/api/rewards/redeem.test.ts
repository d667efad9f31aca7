/** Redeeming rewards: what an item costs, and the stock and limits that apply. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { brokenInvariants } from '@tests/support/invariants';
import { snapshot } from '@tests/support/ledger';
import { shop } from '@tests/support/redemptions';

describe('a UNIT_BASED reward', () => {
  test('costs its unit cost times the quantity, and the record says what was ordered', async () => {
    const club = await shop();
    const reward = await club.reward({ name: 'Mug', unit_cost: '12.5' });
    const { status, body, headers } = await club.order(reward, { quantity: 3 });
    expect([status, headers.location]).toEqual([201, `/v1/redemptions/${body.id}`]);
    expect(body).toMatchObject({
      status: 'COMPLETED',
      reward_id: reward.id,
      quantity: 3,
      unit_cost: '12.50',
      amount: '37.50',
      description: 'Mug',
      reversed_amount: '0.00',
      reversed_quantity: 0,
    });
    expect((await club.balance()).available).toBe('62.50');
    expect(await club.readReward(reward)).toMatchObject({ redeemed_count: 3, remaining: null, status: 'ACTIVE' });
  });

  test('is ordered once unless a quantity is given', async () => {
    const club = await shop();
    expect(await club.ordered(await club.reward())).toMatchObject({ quantity: 1, amount: '10.00' });
  });

  test.each([0, -1, 1.5, '2', null, 1_000_001])('a quantity of %j is invalid_quantity', async (quantity) => {
    const club = await shop();
    expect(await club.order(await club.reward(), { quantity })).toMatchObject({
      status: 400,
      body: { code: 'invalid_quantity', param: 'quantity' },
    });
  });

  test('takes no amount', async () => {
    const club = await shop();
    expect(await club.order(await club.reward(), { amount: '10' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', param: 'amount' },
    });
  });
});

describe('an AMOUNT_BASED reward', () => {
  const voucher = { redemption_type: 'AMOUNT_BASED', unit_cost: undefined };

  test('costs the amount and counts as one', async () => {
    const club = await shop();
    const reward = await club.reward({ ...voucher, max_total: 2 });
    const done = await club.ordered(reward, { amount: '37.5' });
    expect(done).toMatchObject({ reward_id: reward.id, quantity: 1, unit_cost: '37.50', amount: '37.50' });
    expect(done).not.toHaveProperty('reversed_quantity');
    expect(await club.readReward(reward)).toMatchObject({ redeemed_count: 1, remaining: 1 });
  });

  test('without an amount is amount_required, with a quantity beside it invalid_request', async () => {
    const club = await shop();
    const reward = await club.reward(voucher);
    for (const body of [{}, { quantity: 1 }])
      expect(await club.order(reward, body)).toMatchObject({ status: 400, body: { code: 'amount_required', param: 'amount' } });
    expect(await club.order(reward, { quantity: 1, amount: '5' })).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await club.order(reward, { amount: '0.001' })).toMatchObject({ status: 400, body: { code: 'invalid_amount' } });
  });
});

test('what cannot be redeemed says why and changes no row', async () => {
  const club = await shop();
  const { body: elsewhere } = await club.api.post<{ id: string }>('/programs', { name: 'Elsewhere' });
  const [draft, archived, closed, later, over, mug] = [
    await club.reward({ status: 'DRAFT' }),
    await club.reward(),
    await club.reward({ status: 'OUT_OF_STOCK' }),
    await club.reward({ available_from: '2999-01-01T00:00:00Z' }),
    await club.reward({ available_until: '2020-01-01T00:00:00Z' }),
    await club.reward(),
  ];
  await club.api.patch(`/programs/${club.program.id}/rewards/${archived.id}`, { status: 'ARCHIVED' });
  const before = await snapshot(club.id);
  for (const reward of [draft, archived, later, over])
    expect(await club.order(reward)).toMatchObject({ status: 409, body: { code: 'reward_unavailable', param: 'reward_id' } });
  expect(await club.order(closed)).toMatchObject({ status: 409, body: { code: 'max_total_exceeded' } });
  expect(await club.order({ id: randomUUID() })).toMatchObject({ status: 404, body: { code: 'not_found', param: 'reward_id' } });
  expect(await club.order(mug, { program_id: elsewhere.id })).toMatchObject({
    status: 400,
    body: { code: 'reward_program_mismatch', param: 'reward_id' },
  });
  expect(await club.order(mug, { program_id: randomUUID() })).toMatchObject({
    status: 404,
    body: { code: 'not_found', param: 'program_id' },
  });
  expect(await club.order(mug, { quantity: 11 })).toMatchObject({ status: 422, body: { code: 'insufficient_funds', param: 'quantity' } });
  expect(await club.order(mug, { idempotency_key: undefined })).toMatchObject({ status: 400, body: { code: 'missing_idempotency_key' } });
  expect(await snapshot(club.id)).toEqual(before);
});

test('a reward whose asset is archived is refused at the reward that was chosen', async () => {
  const club = await shop();
  const mug = await club.reward();
  await club.api.patch(`/assets/${club.asset.id}`, { status: 'ARCHIVED' });
  const before = await snapshot(club.id);
  expect(await club.order(mug)).toMatchObject({ status: 422, body: { code: 'asset_archived', param: 'reward_id' } });
  expect(await snapshot(club.id)).toEqual(before);
});

test('a reward can be redeemed within its window, by the clock of the organization', async () => {
  const club = await shop();
  const from = new Date(Date.now() + 3_600_000).toISOString();
  const until = new Date(Date.now() + 7_200_000).toISOString();
  const reward = await club.reward({ available_from: from, available_until: until });
  expect((await club.order(reward)).status).toBe(409);
  await club.advance('90m');
  expect((await club.order(reward)).status).toBe(201);
  await club.advance('1h');
  expect((await club.order(reward)).status).toBe(409);
});

test('max_total bounds all units, closes the reward when it is reached, and refuses more with max_total_exceeded', async () => {
  const club = await shop();
  const reward = await club.reward({ max_total: 3 });
  await club.ordered(reward, { quantity: 2 });
  expect(await club.order(reward, { quantity: 2 })).toMatchObject({
    status: 409,
    body: { code: 'max_total_exceeded', details: { remaining: 1 } },
  });
  await club.ordered(reward);
  expect(await club.readReward(reward)).toMatchObject({ status: 'OUT_OF_STOCK', redeemed_count: 3, remaining: 0 });
  expect(await club.order(reward)).toMatchObject({ status: 409, body: { code: 'max_total_exceeded', details: { remaining: 0 } } });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('max_total raised opens what sold out; below what is redeemed it cannot go', async () => {
  const club = await shop();
  const reward = await club.reward({ max_total: 2 });
  await club.ordered(reward, { quantity: 2 });
  const patch = (body: Record<string, unknown>) => club.api.patch(`/programs/${club.program.id}/rewards/${reward.id}`, body);
  expect(await patch({ max_total: 1 })).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'max_total' } });
  expect(await patch({ status: 'ACTIVE' })).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
  expect((await patch({ max_total: 3 })).body).toMatchObject({ status: 'ACTIVE', remaining: 1 });
});

test('max_per_participant bounds the units of each participant, whoever else has how many', async () => {
  const club = await shop();
  const { body: bob } = await club.api.post<{ id: string }>('/participants', { external_id: 'bob' });
  await club.api.post(`/participants/${bob.id}/balances/adjust`, {
    program_id: club.program.id,
    asset_id: club.asset.id,
    type: 'CREDIT',
    amount: '50',
    description: 'Test',
  });
  const reward = await club.reward({ max_per_participant: 2 });
  await club.ordered(reward);
  expect(await club.order(reward, { quantity: 2 })).toMatchObject({
    status: 409,
    body: { code: 'max_per_participant_exceeded', details: { limit: 2, remaining: 1 } },
  });
  expect((await club.order(reward, { quantity: 2 }, bob.id)).status).toBe(201);
  await club.ordered(reward);
  expect(await club.order(reward)).toMatchObject({
    status: 409,
    body: { code: 'max_per_participant_exceeded', details: { remaining: 0 } },
  });
});

test.each(['cancel', 'fail', 'the deadline'] as const)(
  'a pending redemption takes its units at once, and %s returns them and opens the reward again',
  async (end) => {
    const club = await shop();
    const reward = await club.reward({ max_total: 2, max_per_participant: 2 });
    const pending = await club.ordered(reward, { quantity: 2, mode: 'PENDING' });
    expect(pending).toMatchObject({ status: 'PENDING', quantity: 2, amount: '20.00', reservation_id: expect.any(String) });
    expect(await club.readReward(reward)).toMatchObject({ status: 'OUT_OF_STOCK', redeemed_count: 2, remaining: 0 });
    if (end === 'the deadline') await club.advance('91d');
    else await club.act(end, pending);
    expect(await club.readReward(reward)).toMatchObject({ status: 'ACTIVE', redeemed_count: 0, remaining: 2 });
    expect((await club.order(reward, { quantity: 2 })).status).toBe(201);
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  },
);

test('a captured redemption keeps its units', async () => {
  const club = await shop();
  const reward = await club.reward({ max_total: 2 });
  await club.act('capture', await club.ordered(reward, { quantity: 2, mode: 'PENDING' }));
  expect(await club.readReward(reward)).toMatchObject({ status: 'OUT_OF_STOCK', redeemed_count: 2 });
});

test('stock that returns opens neither what was closed by hand nor what is archived', async () => {
  const club = await shop();
  const [closed, archived] = [await club.reward({ max_total: 3 }), await club.reward({ max_total: 1 })];
  const pending = [await club.ordered(closed, { mode: 'PENDING' }), await club.ordered(archived, { mode: 'PENDING' })];
  await club.api.patch(`/programs/${club.program.id}/rewards/${closed.id}`, { status: 'OUT_OF_STOCK' });
  await club.api.patch(`/programs/${club.program.id}/rewards/${archived.id}`, { status: 'ARCHIVED' });
  for (const redemption of pending) await club.act('cancel', redemption);
  expect(await club.readReward(closed)).toMatchObject({ status: 'OUT_OF_STOCK', redeemed_count: 0 });
  expect(await club.readReward(archived)).toMatchObject({ status: 'ARCHIVED', redeemed_count: 0 });
});

test('a price that changes leaves earlier redemptions as they were', async () => {
  const club = await shop();
  const reward = await club.reward();
  const done = await club.ordered(reward, { quantity: 2 });
  await club.api.patch(`/programs/${club.program.id}/rewards/${reward.id}`, { unit_cost: '15' });
  expect(await club.read(done)).toEqual(done);
  expect((await club.reverse(done, { quantity: 1 })).body).toMatchObject({ amount: '10.00', quantity: 1 });
});

test('the same key orders once, and with another quantity is idempotency_conflict', async () => {
  const club = await shop();
  const reward = await club.reward({ max_total: 1 });
  const first = await club.order(reward, { idempotency_key: 'order-1' });
  const again = await club.order(reward, { idempotency_key: 'order-1' });
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body).toEqual(first.body);
  expect(await club.order(reward, { idempotency_key: 'order-1', quantity: 2 })).toMatchObject({
    status: 409,
    body: { code: 'idempotency_conflict' },
  });
});
