/** The example shop: what its server lets a browser do, and what becomes of an order when answers are lost. */
import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BalanceRow } from '@/contract/balance';
import type { DecisionRecord } from '@/contract/decision';
import type { Customer, Offer } from '@/demo/shop/wire';
import { organization, origin, type TestOrganization } from '@tests/support/api';
import { awaitRetry, till } from '@tests/support/decisions';
import { send } from '@tests/support/http';
import { gatewayTo, openShop } from '@tests/support/shop';

const JSON_TYPE = { 'content-type': 'application/json' };

interface Told {
  readonly decision: DecisionRecord;
  readonly error: { readonly code: string };
  readonly retryAfter: number | null;
}

/** The shop of an organization, and the way between the two. */
async function opened(made?: TestOrganization) {
  const { key, api } = made ?? (await organization({ mode: 'SANDBOX' }));
  const way = await gatewayTo(origin());
  onTestFinished(way.close);
  const open = async () => {
    const shop = await openShop({ address: way.url, apiKey: key });
    onTestFinished(shop.close);
    return shop.url;
  };
  const url = await open();
  const answers: string[] = [];
  const ask = async (method: string, path: string, body?: unknown, headers = body === undefined ? {} : JSON_TYPE) => {
    const answer = await send(url, { method, path, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    answers.push(answer.text, JSON.stringify(answer.headers));
    return { ...answer, body: (answer.text.startsWith('{') ? JSON.parse(answer.text) : null) as Told & Customer & Offer };
  };
  const order = (basket: object = {}, key = randomUUID()) => ask('POST', '/shop/orders', { key, basket: { ...BASKET, ...basket } });
  const balance = async () => {
    const { available, held } = (await ask('GET', '/shop/customers/ada')).body;
    return { available, held };
  };
  return { key, api, way, open, answers, ask, order, balance };
}

/** 22.50 in goods, which earn 2.25 and, for three coffees, 2. */
const BASKET = { customer: 'ada', goods: { coffee: 3 }, points: '', rewards: {} };

test('the shop sets up its program once: opened again it finds all of it, and nobody is welcomed twice', async () => {
  const { api, open } = await opened();
  await open();
  const count = async (path: string) => (await api.get<{ data: unknown[] }>(path)).body.data.length;
  expect([await count('/programs'), await count('/assets'), await count('/rules')]).toEqual([1, 1, 2]);
  const { body } = await api.get<{ data: BalanceRow[] }>('/participants/ext:ada/balances');
  expect(body.data.map(({ available }) => available)).toEqual(['30.00']);
});

describe('the server', () => {
  test('passes nothing on but the requests of its page, and answers others itself', async () => {
    const { way, ask } = await opened();
    const before = way.passed.length;
    const refused = [
      await ask('GET', '/v1/programs'),
      await ask('GET', '/shop/orders'),
      await ask('DELETE', '/shop/orders/x'),
      await ask('GET', '/shop/../v1/programs'),
      await ask('GET', '/shop/orders/..%2F..%2Fprograms'),
      await ask('POST', '/shop/orders', { key: randomUUID(), basket: BASKET }, { 'content-type': 'text/plain' }),
      await ask('POST', '/shop/orders', { key: randomUUID(), basket: { ...BASKET, program_id: randomUUID() } }),
      await ask('POST', '/shop/previews', { ...BASKET, goods: { gold: 1 } }),
      await ask('POST', '/shop/previews', { ...BASKET, points: '22.51' }),
      await ask('POST', '/shop/previews', 'x'.repeat(20_000)),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 400, 415, 400, 422, 422, 400]);
    expect(way.passed.length).toBe(before);
  });

  test('tells the browser nothing of the key, and lets the page load nothing from elsewhere', async () => {
    const { key, answers, ask, order } = await opened();
    const page = await ask('GET', '/');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text).toContain('src="/shop.js"');
    for (const path of ['/shop.js', '/shop.css', '/shop/offer']) expect((await ask('GET', path)).status).toBe(200);
    const { body } = await order({ points: '5' });
    await ask('POST', `/shop/orders/${body.decision.id}/pay`, { delivered: { coffee: 3 } });
    await order({ points: '22.50', customer: 'nobody' });
    expect(answers.filter((text) => text.includes(key) || text.includes('Bearer'))).toEqual([]);
  });

  test('knows no order but those of its own program', async () => {
    const club = await till();
    const held = await club.held();
    const { ask } = await opened(club);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '/pay', { delivered: { coffee: 1 } }],
      ['POST', '/cancel', { reason: 'Not mine' }],
    ] as const)
      expect(await ask(method, `/shop/orders/${held.id}${path}`, body)).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    expect(await club.readDecision(held)).toMatchObject({ status: 'RESERVED' });
  });
});

test('an order whose answers are lost is sent again under its key, and is one order, paid once', async () => {
  const { way, ask, order, balance } = await opened();
  const key = randomUUID();
  way.lose(/^POST \/v1\/decisions /, 2);
  const { body } = await order({ points: '10' }, key);
  expect(body.decision.status).toBe('RESERVED');
  expect((await order({ points: '10' }, key)).body.decision.id).toBe(body.decision.id);
  expect(await balance()).toEqual({ available: '20.00', held: '14.25' });
  way.lose(/\/commit /, 2);
  const paid = await ask('POST', `/shop/orders/${body.decision.id}/pay`, { delivered: { coffee: 3 } });
  expect(paid.body.decision).toMatchObject({ status: 'COMMITTED', redemptions: [{ status: 'COMPLETED', amount: '10.00' }] });
  expect(await balance()).toEqual({ available: '24.25', held: '0.00' });
});

test('a service that does not answer is told as such, and the order can still be sent under its key', async () => {
  const { way, order, balance } = await opened();
  const key = randomUUID();
  way.lose(/^POST \/v1\/decisions /, 4);
  expect(await order({}, key)).toMatchObject({ status: 504, body: { error: { code: 'no_answer' } } });
  expect((await order({}, key)).body.decision.status).toBe('RESERVED');
  expect(await balance()).toEqual({ available: '30.00', held: '4.25' });
});

describe('of an order of which a part is delivered', () => {
  const ordered = { goods: { coffee: 3, bread: 1 }, points: '26.70' };

  test('that part is booked, and no more points are taken than it costs', async () => {
    const { ask, order, balance } = await opened();
    const { id } = (await order(ordered)).body.decision;
    const pay = () => ask('POST', `/shop/orders/${id}/pay`, { delivered: { coffee: 2 } });
    const paid = await pay();
    expect(paid.body.decision).toMatchObject({
      status: 'COMMITTED',
      event_data: { amount: 15, items: [{ sku: 'coffee', quantity: 2 }] },
      redemptions: [
        { amount: '26.70', status: 'CANCELLED' },
        { amount: '15.00', status: 'COMPLETED' },
      ],
      effects: [],
    });
    expect(await balance()).toEqual({ available: '15.00', held: '0.00' });
    expect((await pay()).body.decision).toEqual(paid.body.decision);
  });

  test('no more can be delivered than was ordered, and nothing at all is no delivery', async () => {
    const { ask, order } = await opened();
    const { id } = (await order(ordered)).body.decision;
    for (const delivered of [{ coffee: 4 }, { honey: 1 }, {}])
      expect(await ask('POST', `/shop/orders/${id}/pay`, { delivered })).toMatchObject({
        status: 422,
        body: { error: { code: 'not_for_sale' } },
      });
    expect((await ask('GET', `/shop/orders/${id}`)).body.decision.status).toBe('RESERVED');
  });
});

test('what the service refuses reaches the page as it came, with the time to wait', async () => {
  const made = await organization();
  const { api, order, ask } = await opened(made);
  expect(await order({ points: '22.50', customer: 'lin' })).toMatchObject({
    status: 422,
    body: { error: { code: 'insufficient_funds' }, retryAfter: null },
  });
  const { id } = (await order()).body.decision;
  await ask('POST', `/shop/orders/${id}/cancel`, { reason: 'The payment failed' });
  expect(await ask('POST', `/shop/orders/${id}/pay`, { delivered: { coffee: 3 } })).toMatchObject({
    status: 409,
    body: { error: { code: 'decision_already_resolved' } },
  });
  const { program_id } = (await order()).body.decision;
  await api.post('/events', { program_id, external_id: 'ada', idempotency_key: randomUUID(), event_data: { type: 'purchase', amount: 1 } });
  await awaitRetry(made.id);
  const busy = await order();
  expect(busy).toMatchObject({ status: 409, body: { error: { code: 'participant_busy' }, sent: { path: '/v1/decisions' } } });
  expect(busy.body.retryAfter).toBeGreaterThan(0);
});
