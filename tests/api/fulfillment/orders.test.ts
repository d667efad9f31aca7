import { describe, expect, test } from 'vitest';
import type { Redemption } from '@/contract/redemption';
import { statement } from '@/server/db/transaction';
import { giftCards } from '@tests/support/fulfillment';

const sandbox = (config: Record<string, unknown>) => ({ provider: 'SANDBOX', name: 'Trial', config });

describe('a redemption of it', () => {
  test('is pending whatever its mode, holds its price, and is captured when the provider has delivered', async () => {
    const { redeem, read, balances, placeOrders, account } = await giftCards();
    const { status, body } = await redeem({ mode: 'INSTANT' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'PENDING', amount: '2500', capture_journal_entry_id: null });
    expect(body.fulfillment).toMatchObject({
      status: 'PENDING',
      provider: account.provider,
      provider_order_id: null,
      face_value_minor: 2500,
      face_currency: 'USD',
      failure_reason: null,
      resolved_at: null,
    });
    expect(await balances()).toEqual({ available: '7500', held: '2500' });

    expect(await placeOrders()).toBe(1);
    const done = await read(body.id);
    expect(done).toMatchObject({
      status: 'COMPLETED',
      fulfillment: { status: 'DELIVERED', provider_order_id: `sandbox-${body.id}`, claim_url: body.fulfillment!.claim_url },
    });
    expect(done.captured_at).toBe(done.fulfillment!.resolved_at);
    expect(await balances()).toEqual({ available: '7500', held: '0' });
    expect(await placeOrders()).toBe(0);
  });

  test('fails and gives everything back when the provider refuses', async () => {
    const { redeem, read, balances, placeOrders } = await giftCards({ account: sandbox({ outcome: 'FAIL' }), reward: { max_total: 1 } });
    const { body } = await redeem();
    expect(await redeem()).toMatchObject({ status: 409, body: { code: 'max_total_exceeded' } });
    await placeOrders();
    const failed = await read(body.id);
    expect(failed).toMatchObject({ status: 'FAILED', failure_reason: 'provider_order_failed', released_amount: '2500' });
    expect(failed.fulfillment).toMatchObject({
      status: 'FAILED',
      failure_reason: 'provider_order_failed',
      claim_url: null,
      provider_order_id: `sandbox-${body.id}`,
    });
    expect(await balances()).toEqual({ available: '10000', held: '0' });
    expect((await redeem()).status).toBe(201);
  });

  test('is delivered exactly when the delay of a sandbox account has passed on the clock', async () => {
    const { redeem, read, api } = await giftCards({ mode: 'SANDBOX', account: sandbox({ outcome: 'DELIVER', delay_seconds: 3600 }) });
    const { body } = await redeem();
    await api.post('/sandbox/clock/advance', { by: '59m' });
    expect(await read(body.id)).toMatchObject({ status: 'PENDING', fulfillment: { status: 'ORDERED' } });
    const { body: moved } = await api.post<{ performed: Record<string, number> }>('/sandbox/clock/advance', { by: '2m' });
    expect(moved.performed.orders).toBe(1);
    const done = await read(body.id);
    expect(done).toMatchObject({ status: 'COMPLETED', fulfillment: { status: 'DELIVERED' } });
    expect(Date.parse(done.captured_at!)).toBeGreaterThanOrEqual(Date.parse(body.created_at) + 3_600_000);
  });

  test.each([
    ['PENDING', 'ORDERED'],
    ['TIMEOUT', 'PENDING'],
  ])('stays pending with a provider that is %s, is asked about later and later, and fails at its deadline', async (outcome, status) => {
    const { redeem, read, api, balances } = await giftCards({ mode: 'SANDBOX', account: sandbox({ outcome }) });
    const { body } = await redeem();
    const { body: day } = await api.post<{ performed: Record<string, number> }>('/sandbox/clock/advance', { by: '1d' });
    expect(day.performed.orders).toBeGreaterThan(8);
    expect(day.performed.orders).toBeLessThan(20);
    expect(await read(body.id)).toMatchObject({ status: 'PENDING', fulfillment: { status } });
    await api.post('/sandbox/clock/advance', { by: '90d' });
    expect(await read(body.id)).toMatchObject({
      status: 'FAILED',
      failure_reason: 'reservation_expired',
      fulfillment: { status: 'FAILED', failure_reason: 'reservation_expired' },
    });
    expect(await balances()).toEqual({ available: '10000', held: '0' });
  });

  test('goes by a configuration that was put right while it waited', async () => {
    const { redeem, read, api, account } = await giftCards({ mode: 'SANDBOX', account: sandbox({ outcome: 'TIMEOUT' }) });
    const { body } = await redeem();
    await api.post('/sandbox/clock/advance', { by: '1m' });
    await api.patch(`/fulfillment-accounts/${account.id}`, { config: { outcome: 'DELIVER' } });
    await api.post('/sandbox/clock/advance', { by: '5m' });
    expect(await read(body.id)).toMatchObject({ status: 'COMPLETED' });
  });

  test('cannot be captured by hand before it is delivered, but cancelled or failed', async () => {
    const { redeem, api, placeOrders, balances } = await giftCards({ account: sandbox({ outcome: 'PENDING' }) });
    const [first, second] = [(await redeem()).body, (await redeem()).body];
    expect(await api.post(`/redemptions/${first.id}/capture`)).toMatchObject({ status: 409, body: { code: 'fulfillment_in_progress' } });
    await placeOrders();
    expect(await api.post(`/redemptions/${first.id}/capture`)).toMatchObject({ status: 409, body: { code: 'fulfillment_in_progress' } });
    expect((await api.post<Redemption>(`/redemptions/${first.id}/cancel`)).body).toMatchObject({
      status: 'CANCELLED',
      fulfillment: { status: 'FAILED', failure_reason: 'cancelled', claim_url: null },
    });
    const failed = await api.post<Redemption>(`/redemptions/${second.id}/fail`, { reason: 'wrong_card' });
    expect(failed.body).toMatchObject({
      status: 'FAILED',
      failure_reason: 'wrong_card',
      fulfillment: { status: 'FAILED', failure_reason: 'wrong_card' },
    });
    expect(await balances()).toEqual({ available: '10000', held: '0' });
    expect(await placeOrders()).toBe(0);
  });

  test('is delivered although participant and program were closed since it was reserved', async () => {
    const { redeem, read, api, program, placeOrders } = await giftCards();
    const { body } = await redeem();
    await api.patch('/participants/ext:ada', { status: 'CLOSED' });
    await api.patch(`/programs/${program.id}`, { status: 'ARCHIVED' });
    await placeOrders();
    expect(await read(body.id)).toMatchObject({ status: 'COMPLETED' });
  });

  test('whose reserved lots expired before the provider delivered stays pending for a person to end', async () => {
    const { redeem, read, api, program, asset, balances } = await giftCards({
      mode: 'SANDBOX',
      inventory_mode: 'LOT',
      funds: '1',
      account: sandbox({ outcome: 'DELIVER', delay_seconds: 7200 }),
    });
    await api.post('/participants/ext:ada/balances/adjust', {
      program_id: program.id,
      asset_id: asset.id,
      type: 'CREDIT',
      amount: '2500',
      description: 'Short-lived',
      expires_in: '1h',
    });
    const { body } = await redeem();
    await api.post('/sandbox/clock/advance', { by: '3h' });
    expect(await read(body.id)).toMatchObject({ status: 'PENDING', fulfillment: { status: 'DELIVERED' } });
    expect(await api.post(`/redemptions/${body.id}/capture`)).toMatchObject({ status: 422, body: { code: 'insufficient_funds' } });
    expect((await api.post<Redemption>(`/redemptions/${body.id}/fail`, { reason: 'expired' })).body).toMatchObject({
      status: 'FAILED',
      fulfillment: { status: 'DELIVERED' },
    });
    expect(await balances()).toEqual({ available: '1', held: '0' });
  });

  test('sent again under its key is the same redemption, and its claim address is in no stored answer', async () => {
    const { redeem, id, placeOrders } = await giftCards();
    const [first, again] = [await redeem({ idempotency_key: 'once' }), await redeem({ idempotency_key: 'once' })];
    expect(again).toMatchObject({ status: 200, body: { ...first.body } });
    expect(await redeem({ idempotency_key: 'once', face_value_minor: 1000 })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    });
    expect(await placeOrders()).toBe(1);
    const token = new URL(first.body.fulfillment!.claim_url!).pathname.split('/').at(-1)!;
    const stored = await statement<{ text: string }>(
      `SELECT r::text AS text FROM idempotency_records r WHERE organization_id = $1 UNION ALL SELECT f::text FROM fulfillment_orders f WHERE organization_id = $1`,
      [id],
    );
    expect(stored.length).toBeGreaterThan(1);
    for (const { text } of stored) expect(text).not.toContain(token);
  });

  test('leads from each unit that was spent to the order at the provider', async () => {
    const { redeem, api, placeOrders } = await giftCards();
    const { body } = await redeem();
    await placeOrders();
    const explained = await api.get<{ data: { spent: unknown[] }[] }>('/participants/ext:ada/balances/explain');
    expect(explained.body.data[0]!.spent).toMatchObject([
      { type: 'CAPTURE', amount: '2500', redemption_id: body.id, provider_order_id: `sandbox-${body.id}` },
    ]);
  });

  test('is listed with its fulfillment, among those that have none', async () => {
    const { redeem, api, program, asset } = await giftCards();
    const { body } = await redeem();
    await api.post('/participants/ext:ada/redemptions', {
      program_id: program.id,
      asset_id: asset.id,
      amount: '5',
      idempotency_key: 'plain',
    });
    for (const path of ['/redemptions', '/participants/ext:ada/redemptions']) {
      const { body: list } = await api.get<{ data: Redemption[] }>(path);
      expect(list.data.map(({ fulfillment }) => fulfillment?.claim_url)).toEqual([undefined, body.fulfillment!.claim_url]);
      expect(list.data[0]).not.toHaveProperty('fulfillment');
    }
  });
});
