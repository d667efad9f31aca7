/** Orders placed by several workers, ended meanwhile, and guarded by the database. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { publishSettings } from '@/env';
import { statement } from '@/server/db/transaction';
import { claim, claimPath, giftCards, makeOrdersDue, type GiftCards } from '@tests/support/fulfillment';
import { brokenInvariants } from '@tests/support/invariants';
import { startTremendous, TREMENDOUS_CONFIG, type Tremendous } from '@tests/support/tremendous';

let provider: Tremendous;

beforeEach(async () => {
  provider = await startTremendous();
  publishSettings({ TREMENDOUS_BASE_URL: provider.url, FULFILLMENT_TIMEOUT_MS: '10000' });
});
afterEach(() => provider.stop());

const cards = (): Promise<GiftCards> =>
  giftCards({ account: { provider: 'TREMENDOUS', name: 'Gift cards', config: TREMENDOUS_CONFIG }, productId: 'BOOKS', funds: '1000000' });

const posts = (): number => provider.calls.filter((call) => call === 'POST /orders').length;

/** Makes the provider delay every answer until the returned function is called. */
function gate(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  provider.interrupt({ method: 'POST', path: /orders/, times: 1_000, answer: promise });
  return resolve;
}

const untilAsked = (times: number): Promise<unknown> => vi.waitUntil(() => posts() >= times, { timeout: 60_000, interval: 5 });

describe('orders', () => {
  test('that many workers are after are placed once each', async () => {
    const { id, redeem, placeOrders, balances } = await cards();
    const redeemed = await Promise.all(Array.from({ length: 40 }, () => redeem({ face_value_minor: 1000 })));
    const performed = await Promise.all(Array.from({ length: 5 }, () => placeOrders()));
    while ((await placeOrders()) > 0);
    expect(performed.reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(40);
    expect(posts()).toBe(40);
    expect(new Set(provider.orders.map((order) => order.external_id))).toEqual(new Set(redeemed.map(({ body }) => body.id)));
    expect(await balances()).toEqual({ available: '960000', held: '0' });
    expect(await brokenInvariants(statement, id)).toEqual([]);
  });

  test('of one account are under way four at a time, whoever asks', async () => {
    const { redeem, placeOrders } = await cards();
    await Promise.all(Array.from({ length: 6 }, () => redeem()));
    const open = gate();
    const first = placeOrders();
    await untilAsked(4);
    expect(await placeOrders()).toBe(0);
    open();
    expect(await first).toBe(6);
    expect(provider.orders).toHaveLength(6);
  });

  test('cancelled while the provider is asked are not handed out, and keep their name at the provider', async () => {
    const { id, redeem, read, api, placeOrders, balances } = await cards();
    const { body } = await redeem();
    const path = claimPath(body);
    const open = gate();
    const asking = placeOrders();
    await untilAsked(1);
    expect((await api.post(`/redemptions/${body.id}/cancel`)).body).toMatchObject({ status: 'CANCELLED' });
    open();
    await asking;
    expect(await read(body.id)).toMatchObject({
      status: 'CANCELLED',
      fulfillment: { status: 'FAILED', failure_reason: 'cancelled', provider_order_id: 'ORDER1', claim_url: null },
    });
    expect(await balances()).toEqual({ available: '1000000', held: '0' });
    const { text } = await claim(path, { form: 'consent=true', accept: 'application/json' });
    expect(JSON.parse(text)).toMatchObject({ status: 'FAILED', link: null });
    expect(await brokenInvariants(statement, id)).toEqual([]);
  });

  test('taken over from a worker whose lease has ended are captured once, and its late answer changes nothing', async () => {
    const { id, redeem, read, placeOrders } = await cards();
    const { body } = await redeem();
    const open = gate();
    // One that looks for more orders meanwhile could take over from itself.
    const slow = placeOrders(1);
    await untilAsked(1);
    await makeOrdersDue(id);
    provider.interrupt();
    await placeOrders();
    const done = await read(body.id);
    expect(done).toMatchObject({ status: 'COMPLETED', fulfillment: { status: 'DELIVERED', provider_order_id: 'ORDER1' } });
    open();
    await slow;
    expect(await read(body.id)).toEqual(done);
    expect(provider.orders).toHaveLength(1);
    expect(await brokenInvariants(statement, id)).toEqual([]);
  });

  test('of an account whose key cannot be read wait, and hold up no others', async () => {
    const [broken, sound] = [await cards(), await cards()];
    const [lost, kept] = [(await broken.redeem()).body, (await sound.redeem()).body];
    await statement(`UPDATE fulfillment_accounts SET secrets = '\\x0102' WHERE id = $1`, [broken.account.id]);
    await Promise.all([broken.placeOrders(), sound.placeOrders()]);
    expect(await broken.read(lost.id)).toMatchObject({ status: 'PENDING', fulfillment: { status: 'PENDING' } });
    expect(await sound.read(kept.id)).toMatchObject({ status: 'COMPLETED' });
  });
});

describe('the database', () => {
  async function ordered(): Promise<{ id: string; cards: GiftCards }> {
    const made = await cards();
    const { body } = await made.redeem();
    return { id: body.id, cards: made };
  }

  const failIt = `UPDATE fulfillment_orders SET status = 'FAILED', failure_reason = 'by hand', next_attempt_at = NULL, resolved_at = created_at WHERE redemption_id = $1`;

  test('refuses a failed order whose redemption still holds its price', async () => {
    const { id } = await ordered();
    await expect(statement(failIt, [id])).rejects.toMatchObject({ constraint: 'fulfillment_orders_fit' });
  });

  test('refuses a redemption that ends while its order is open', async () => {
    const { id } = await ordered();
    const end = `UPDATE redemptions SET status = 'CANCELLED', resolved_at = created_at WHERE id = $1`;
    await expect(statement(end, [id])).rejects.toMatchObject({ constraint: 'fulfillment_orders_fit' });
  });

  test.each([
    ['another state after its end', `status = 'ORDERED', next_attempt_at = now(), resolved_at = NULL, link = NULL`],
    ['another name at the provider', `provider_order_id = 'OTHER'`],
    ['another face value', `face_value_minor = 1`],
    ['another first attempt', `begun_at = now()`],
    ['fewer attempts', `attempt_count = 0`],
  ])('refuses an order that gets %s', async (_, change) => {
    const { id, cards: made } = await ordered();
    await made.placeOrders();
    await expect(statement(`UPDATE fulfillment_orders SET ${change} WHERE redemption_id = $1`, [id])).rejects.toMatchObject({
      code: '23514',
    });
  });

  test('keeps every order', async () => {
    const { id } = await ordered();
    await expect(statement('DELETE FROM fulfillment_orders WHERE redemption_id = $1', [id])).rejects.toMatchObject({ code: '23001' });
  });
});
