import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Redemption } from '@/contract/redemption';
import { publishSettings } from '@/env';
import { claim, claimPath, giftCards, makeOrdersDue, type GiftCards } from '@tests/support/fulfillment';
import { startTremendous, TREMENDOUS_CONFIG, type Interruption, type Tremendous } from '@tests/support/tremendous';

let provider: Tremendous;

/** Sets the provider timeout: short only where no answer comes, since real answers are slow on a busy machine. */
const waitForAnswers = (forMs: '300' | ''): void => publishSettings({ FULFILLMENT_TIMEOUT_MS: forMs });

beforeEach(async () => {
  provider = await startTremendous();
  publishSettings({ TREMENDOUS_BASE_URL: provider.url });
});
afterEach(() => provider.stop());

const cards = (config: Record<string, unknown> = {}): Promise<GiftCards> =>
  giftCards({ account: { provider: 'TREMENDOUS', name: 'Gift cards', config: { ...TREMENDOUS_CONFIG, ...config } }, productId: 'BOOKS' });

/** One redemption, and one attempt to order it. */
async function attempted(interruption?: Omit<Interruption, 'times'>) {
  const made = await cards();
  if (interruption) provider.interrupt({ ...interruption, times: 1 });
  const { body } = await made.redeem({ face_value_minor: 2550 });
  waitForAnswers(String(interruption?.answer).startsWith('silence') ? '300' : '');
  await made.placeOrders();
  waitForAnswers('');
  return {
    ...made,
    redemption: await made.read(body.id),
    again: async (): Promise<Redemption> => {
      await makeOrdersDue(made.id);
      await made.placeOrders();
      return made.read(body.id);
    },
  };
}

/** Calls concerning orders, without ids. */
const calls = (): string[] =>
  provider.calls.filter((call) => /orders|rewards/.test(call)).map((call) => call.replace(/\/[0-9a-f-]{36}/, '/{id}'));

async function linkOf(redemption: Redemption): Promise<unknown> {
  const { text } = await claim(claimPath(redemption), { form: 'consent=true', accept: 'application/json' });
  return (JSON.parse(text) as { link: unknown }).link;
}

describe('an order at Tremendous', () => {
  test('says what is ordered, under the id of the redemption, and no more of the participant than a name', async () => {
    const { redemption } = await attempted();
    expect(provider.orders).toHaveLength(1);
    expect(provider.orders[0]!.body).toEqual({
      external_id: redemption.id,
      payment: { funding_source_id: 'FUNDS1' },
      reward: {
        value: { denomination: 25.5, currency_code: 'USD' },
        delivery: { method: 'LINK' },
        recipient: { name: 'Ada' },
        products: ['BOOKS'],
      },
    });
    expect(redemption).toMatchObject({
      status: 'COMPLETED',
      fulfillment: { status: 'DELIVERED', provider: 'TREMENDOUS', provider_order_id: 'ORDER1' },
    });
    expect(await linkOf(redemption)).toBe('https://gifts.example/REWARD-ORDER1/1');
  });

  test('carries the campaign of the account', async () => {
    const { redeem, placeOrders } = await cards({ campaign_id: 'CAMPAIGN1' });
    await redeem();
    await placeOrders();
    expect(provider.orders[0]!.body).toMatchObject({ reward: { campaign_id: 'CAMPAIGN1' } });
  });

  test('that waits for approval is asked about until it is executed, and its link then made', async () => {
    provider.outcome = 'PENDING APPROVAL';
    const { redemption, again } = await attempted();
    expect(redemption).toMatchObject({ status: 'PENDING', fulfillment: { status: 'ORDERED', provider_order_id: 'ORDER1' } });
    expect(await again()).toMatchObject({ status: 'PENDING', fulfillment: { status: 'ORDERED' } });
    provider.decide(redemption.id, 'EXECUTED');
    expect(await again()).toMatchObject({ status: 'COMPLETED', fulfillment: { status: 'DELIVERED' } });
    expect(provider.orders).toHaveLength(1);
    expect(calls()).toEqual(['POST /orders', 'GET /orders/{id}', 'GET /orders/{id}', 'POST /rewards/REWARD-ORDER1/generate_link']);
    expect(await linkOf(redemption)).toBe('https://gifts.example/REWARD-ORDER1/1');
  });

  test.each([
    ['FAILED', 'provider_order_failed'],
    ['CANCELED', 'provider_order_canceled'],
  ] as const)('that comes back %s ends the redemption and releases its price', async (outcome, reason) => {
    provider.outcome = outcome;
    const { redemption, balances } = await attempted();
    expect(redemption).toMatchObject({
      status: 'FAILED',
      failure_reason: reason,
      released_amount: '2550',
      fulfillment: { status: 'FAILED', failure_reason: reason, provider_order_id: 'ORDER1' },
    });
    expect(await balances()).toEqual({ available: '10000', held: '0' });
  });

  test.each([
    [400, 'provider_rejected_order'],
    [402, 'provider_insufficient_funds'],
    [422, 'provider_rejected_order'],
  ])('that is refused with %i ends the redemption and releases its price', async (answer, reason) => {
    const { redemption, balances } = await attempted({ method: 'POST', path: /orders/, answer });
    expect(redemption).toMatchObject({
      status: 'FAILED',
      failure_reason: reason,
      fulfillment: { status: 'FAILED', provider_order_id: null },
    });
    expect(await balances()).toEqual({ available: '10000', held: '0' });
    expect(provider.orders).toEqual([]);
  });

  test.each([401, 403, 404, 429, 500, 502, 503, 'silence'] as const)(
    'that is answered %s is looked for, and placed when it is not there',
    async (answer) => {
      const { redemption, again } = await attempted({ method: 'POST', path: /orders/, answer });
      expect(redemption).toMatchObject({ status: 'PENDING', fulfillment: { status: 'PENDING' } });
      expect(await again()).toMatchObject({ status: 'COMPLETED' });
      expect(provider.orders).toHaveLength(1);
      expect(calls()).toEqual(['POST /orders', 'GET /orders/{id}', 'POST /orders']);
    },
  );

  test('whose answer was lost is found again and not placed twice', async () => {
    const { redemption, again } = await attempted({ method: 'POST', path: /orders/, answer: 'silence after placing' });
    expect(redemption).toMatchObject({ status: 'PENDING', fulfillment: { status: 'PENDING', provider_order_id: null } });
    expect(await again()).toMatchObject({ status: 'COMPLETED', fulfillment: { status: 'DELIVERED', provider_order_id: 'ORDER1' } });
    expect(provider.orders).toHaveLength(1);
    expect(calls()).toEqual(['POST /orders', 'GET /orders/{id}', 'POST /rewards/REWARD-ORDER1/generate_link']);
  });

  test('that cannot be looked for is not placed again meanwhile', async () => {
    const { again } = await attempted({ method: 'POST', path: /orders/, answer: 'silence after placing' });
    provider.interrupt({ method: 'GET', path: /orders/, times: 2, answer: 500 });
    expect(await again()).toMatchObject({ status: 'PENDING' });
    expect(await again()).toMatchObject({ status: 'PENDING' });
    expect(await again()).toMatchObject({ status: 'COMPLETED' });
    expect(provider.orders).toHaveLength(1);
  });

  test('that is there under other words, such as a name since corrected, is taken as it is', async () => {
    const { api, redemption, again } = await attempted({ method: 'POST', path: /orders/, answer: 'silence after placing' });
    await api.patch('/participants/ext:ada', { display_name: 'Ada L.' });
    provider.interrupt({ method: 'GET', path: /orders/, times: 1, answer: 404 });
    expect(await again()).toMatchObject({ status: 'COMPLETED', id: redemption.id });
    expect(calls().slice(1, 4)).toEqual(['GET /orders/{id}', 'POST /orders', 'GET /orders/{id}']);
    expect(provider.orders).toHaveLength(1);
  });

  test('that was confirmed and has vanished is not placed anew', async () => {
    provider.outcome = 'PENDING APPROVAL';
    const { again } = await attempted();
    provider.interrupt({ method: 'GET', path: /orders/, times: 1, answer: 404 });
    expect(await again()).toMatchObject({ status: 'PENDING', fulfillment: { status: 'ORDERED' } });
    expect(provider.orders).toHaveLength(1);
  });

  test('is executed but not delivered as long as its link cannot be made', async () => {
    const { again } = await attempted({ method: 'POST', path: /orders/, answer: 'silence after placing' });
    provider.interrupt({ method: 'POST', path: /generate_link/, times: 1, answer: 503 });
    expect(await again()).toMatchObject({ status: 'PENDING', fulfillment: { status: 'ORDERED' } });
    expect(await again()).toMatchObject({ status: 'COMPLETED' });
  });

  test('waits as long as a 429 asks for', async () => {
    const made = await giftCards({
      mode: 'SANDBOX',
      account: { provider: 'TREMENDOUS', name: 'Gift cards', config: TREMENDOUS_CONFIG },
      productId: 'BOOKS',
    });
    provider.interrupt({ method: 'POST', path: /orders/, times: 1, answer: 429, headers: { 'retry-after': '600' } });
    const { body } = await made.redeem();
    await made.api.post('/sandbox/clock/advance', { by: '9m' });
    expect(calls()).toEqual(['POST /orders']);
    await made.api.post('/sandbox/clock/advance', { by: '2m' });
    expect(await made.read(body.id)).toMatchObject({ status: 'COMPLETED' });
  });
});
