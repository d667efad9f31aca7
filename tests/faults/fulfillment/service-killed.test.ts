/** kill -9 between a provider's order and our record of it: each gift card is ordered once and paid for once. */
import { expect, onTestFinished, test, vi } from 'vitest';
import type { FulfillmentAccount, RewardSource } from '@/contract/fulfillment';
import type { Redemption } from '@/contract/redemption';
import type { Reward } from '@/contract/reward';
import { remoteOrganization } from '@tests/support/campaign';
import { note } from '@tests/support/chance';
import { CrashableService } from '@tests/support/crash';
import { send } from '@tests/support/http';
import { brokenInvariants } from '@tests/support/invariants';
import { Installation } from '@tests/support/service';
import { startTremendous, TREMENDOUS_CONFIG } from '@tests/support/tremendous';

const REDEMPTIONS = 20;
/** Concurrent orders per provider account. */
const AT_ONCE = 4;

const TALLY = `SELECT r.status AS redemption, o.status AS "order", count(*)::int AS count
  FROM fulfillment_orders o JOIN redemptions r ON r.id = o.redemption_id GROUP BY 1, 2 ORDER BY 1, 2`;

test('orders that the provider placed before the service was killed are found again and never placed twice', async () => {
  await using provider = await startTremendous();
  const place = await Installation.create();
  onTestFinished(() => place.remove());
  const service = await CrashableService.start(place, { TREMENDOUS_BASE_URL: provider.url, FULFILLMENT_TIMEOUT_MS: '1500' });
  const { key, programIds } = await remoteOrganization(service.address);
  const program = programIds[0]!;

  async function post<Body>(path: string, body: unknown): Promise<Body> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const { status, text } = await send(service.address, { method: 'POST', path: `/v1${path}`, headers, body: JSON.stringify(body) });
    if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${text}`);
    return JSON.parse(text) as Body;
  }

  const asset = await post<{ id: string }>('/assets', {
    name: 'Coins',
    symbol: 'COIN',
    scale: 0,
    inventory_mode: 'LOT',
    issuance_policy: 'UNLIMITED',
    program_ids: [program],
  });
  const account = await post<FulfillmentAccount>('/fulfillment-accounts', {
    provider: 'TREMENDOUS',
    name: 'Gift cards',
    config: TREMENDOUS_CONFIG,
  });
  const source = await post<RewardSource>(`/programs/${program}/reward-sources`, {
    fulfillment_account_id: account.id,
    asset_id: asset.id,
    rate: '1',
    policy: { currency: 'USD' },
  });
  const terms = { redemption_type: 'AMOUNT_BASED', asset_id: asset.id, reward_source_id: source.id, product_id: 'BOOKS' };
  const reward = await post<Reward>(`/programs/${program}/rewards`, { name: 'Gift card', ...terms });
  await post('/participants', { external_id: 'ada' });
  await post('/participants/ext:ada/balances/adjust', {
    program_id: program,
    asset_id: asset.id,
    type: 'CREDIT',
    amount: '1000',
    description: 'Funds',
  });

  provider.interrupt({ method: 'POST', path: /orders/, times: REDEMPTIONS, answer: 'silence after placing' });
  const redeemed: string[] = [];
  for (let index = 0; index < REDEMPTIONS; index++) {
    const body = { program_id: program, reward_id: reward.id, face_value_minor: 1000, idempotency_key: `card-${index}` };
    redeemed.push((await post<Redemption>('/participants/ext:ada/redemptions/items', body)).id);
  }
  await vi.waitUntil(() => provider.orders.length >= AT_ONCE, { timeout: 60_000, interval: 1 });
  await service.kill();
  const query = await service.query();
  const pending = await query<{ count: number }>(`SELECT count(*)::int AS count FROM redemptions WHERE status = 'PENDING'`);
  note(`killed with ${provider.orders.length} orders at the provider, none of them recorded`);
  expect(pending).toEqual([{ count: REDEMPTIONS }]);

  provider.interrupt();
  await service.restart();
  const left = `SELECT 1 FROM fulfillment_orders WHERE status <> 'DELIVERED' LIMIT 1`;
  await service.until('all orders are delivered', async () => (await (await service.query())(left)).length === 0);

  expect(provider.orders.map((order) => order.external_id).sort()).toEqual([...redeemed].sort());
  const after = await service.query();
  expect(await after(TALLY)).toEqual([{ redemption: 'COMPLETED', order: 'DELIVERED', count: REDEMPTIONS }]);
  expect(await after(`SELECT count(*)::int AS entries FROM journal_entries WHERE type = 'CAPTURE'`)).toEqual([{ entries: REDEMPTIONS }]);
  expect(await brokenInvariants(after)).toEqual([]);
});
