/** Sets up tests of provider-backed rewards: a program that offers one, a participant who can pay, and due orders placed on demand. */
import { expect } from 'vitest';
import type { FulfillmentAccount, RewardSource } from '@/contract/fulfillment';
import type { Redemption } from '@/contract/redemption';
import type { Reward } from '@/contract/reward';
import { statement } from '@/server/db/transaction';
import { clockJob } from '@tests/support/clock-jobs';
import { origin, type Answer } from './api';
import { send, type RawAnswer } from './http';
import { programWithAsset, type TestProgram } from './programs';

interface Settings {
  readonly mode?: 'LIVE' | 'SANDBOX';
  readonly inventory_mode?: 'SIMPLE' | 'LOT';
  /** Request body of the provider account; by default a SANDBOX account that delivers at once. */
  readonly account?: Readonly<Record<string, unknown>>;
  readonly policy?: Readonly<Record<string, unknown>>;
  readonly productId?: string;
  readonly reward?: Readonly<Record<string, unknown>>;
  /** Initial balance of the participant `ada`. */
  readonly funds?: string;
}

export interface GiftCards extends TestProgram {
  readonly account: FulfillmentAccount;
  readonly source: RewardSource;
  readonly reward: Reward;
  /** Redeems a face value for `ada`, by default 25.00. */
  redeem(body?: Readonly<Record<string, unknown>>): Promise<Answer<Redemption>>;
  read(id: string): Promise<Redemption>;
  /** Places every due order and returns how many there were. @param limit maximum number of orders. */
  placeOrders(limit?: number): Promise<number>;
  balances(): Promise<{ available: string; held: string }>;
}

let count = 0;

async function made<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

/** A reward at 100 points for one dollar, backed by a provider. */
export async function giftCards(settings: Settings = {}): Promise<GiftCards> {
  const {
    mode,
    inventory_mode = 'SIMPLE',
    account: accountBody,
    policy = { currency: 'USD' },
    productId = 'sandbox-any',
    reward: rewardBody,
    funds = '10000',
  } = settings;
  const program = await programWithAsset({ scale: 0, inventory_mode, ...(mode ? { mode } : {}) });
  const { api, asset } = program;
  const programId = program.program.id;
  const account = await made(
    api.post<FulfillmentAccount>(
      '/fulfillment-accounts',
      accountBody ?? { provider: 'SANDBOX', name: 'Trial', config: { outcome: 'DELIVER' } },
    ),
  );
  const source = await made(
    api.post<RewardSource>(`/programs/${programId}/reward-sources`, {
      fulfillment_account_id: account.id,
      asset_id: asset.id,
      rate: '100',
      policy,
    }),
  );
  const reward = await made(
    api.post<Reward>(`/programs/${programId}/rewards`, {
      name: 'Gift card',
      redemption_type: 'AMOUNT_BASED',
      asset_id: asset.id,
      reward_source_id: source.id,
      product_id: productId,
      ...rewardBody,
    }),
  );
  await made(api.post('/participants', { external_id: 'ada', display_name: 'Ada', email: 'ada@example.com' }));
  await api.post('/participants/ext:ada/balances/adjust', {
    program_id: programId,
    asset_id: asset.id,
    type: 'CREDIT',
    amount: funds,
    description: 'Funds',
  });
  return {
    ...program,
    account,
    source,
    reward,
    redeem: (body = {}) =>
      api.post<Redemption>('/participants/ext:ada/redemptions/items', {
        program_id: programId,
        reward_id: reward.id,
        face_value_minor: 2500,
        idempotency_key: `redeem-${(count += 1)}`,
        ...body,
      }),
    read: async (id) => (await api.get<Redemption>(`/redemptions/${id}`)).body,
    placeOrders: (limit) => placeDueOrders(program.id, limit),
    balances: async () => {
      const { body } = await api.get<{ data: { available: string; held: string }[] }>(
        `/participants/ext:ada/balances?program_id=${programId}`,
      );
      const { available, held } = body.data[0]!;
      return { available, held };
    },
  };
}

/** Runs the job once over the orders that are due on an organization's clock. */
async function placeDueOrders(organizationId: string, limit = 100): Promise<number> {
  const [row] = await statement<{ clock_offset_ms: number }>('SELECT clock_offset_ms FROM organizations WHERE id = $1', [organizationId]);
  const now = new Date(Date.now() + row!.clock_offset_ms);
  const { performed } = await clockJob('place-orders').run({
    clock: { now: () => new Date() },
    organization: { id: organizationId, now },
    limit,
    signal: new AbortController().signal,
  });
  return performed;
}

/** Makes postponed orders due now. */
export async function makeOrdersDue(organizationId: string): Promise<void> {
  await statement(
    `UPDATE fulfillment_orders SET next_attempt_at = created_at, lease_until = NULL WHERE organization_id = $1 AND status IN ('PENDING', 'ORDERED')`,
    [organizationId],
  );
}

/** The path of a claim page. */
export const claimPath = (redemption: Redemption): string => new URL(redemption.fulfillment?.claim_url ?? '').pathname;

/** Opens a claim page, or submits its form. */
export function claim(path: string, { form, accept = 'text/html' }: { form?: string; accept?: string } = {}): Promise<RawAnswer> {
  const headers = { accept, ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }) };
  return send(origin(), { method: form === undefined ? 'GET' : 'POST', path, headers, ...(form === undefined ? {} : { body: form }) });
}
