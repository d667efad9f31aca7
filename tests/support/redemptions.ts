/** Sets up redemption tests: a participant with a balance, rewards, and redemptions made through the API. */
import { randomUUID } from 'node:crypto';
import type { Redemption, ReversalResource } from '@/contract/redemption';
import type { Reward } from '@/contract/reward';
import type { Answer, AnyBody } from './api';
import { ledger, type TestLedger } from './ledger';
import { createEndpoint } from './webhooks';

type Body = Record<string, unknown>;

export interface TestShop extends TestLedger {
  /** Redeems an amount, 10 unless `body` says otherwise. */
  redeem(body?: Body): Promise<Answer<Redemption & AnyBody>>;
  /** Redeems an amount; must succeed. */
  redeemed(body?: Body): Promise<Redemption>;
  /** Reserves an amount as a PENDING redemption; must succeed. */
  reserved(body?: Body): Promise<Redemption>;
  /** Redeems a reward. */
  order(reward: Pick<Reward, 'id'>, body?: Body, participant?: string): Promise<Answer<Redemption & AnyBody>>;
  ordered(reward: Pick<Reward, 'id'>, body?: Body): Promise<Redemption>;
  /** Creates a reward, UNIT_BASED at 10 a unit unless `body` says otherwise. */
  reward(body?: Body): Promise<Reward>;
  act(verb: 'capture' | 'cancel' | 'fail', redemption: Pick<Redemption, 'id'>, body?: Body): Promise<Answer<Redemption & AnyBody>>;
  reverse(redemption: Pick<Redemption, 'id'>, body?: Body): Promise<Answer<ReversalResource & AnyBody>>;
  read(redemption: Pick<Redemption, 'id'>): Promise<Redemption>;
  readReward(reward: Pick<Reward, 'id'>): Promise<Reward>;
  advance(by: string): Promise<Record<string, number>>;
}

/** A sandbox program whose participant "ada" has 100. @param settings `listening`: webhooks are stored but never arrive. */
export async function shop(
  settings: Parameters<typeof ledger>[0] & { balance?: string; terms?: Body; listening?: boolean } = {},
): Promise<TestShop> {
  const { balance = '100', terms = {}, listening = false, ...rest } = settings;
  const club = await ledger({ mode: 'SANDBOX', ...rest });
  const { api, program, asset } = club;
  if (balance !== '0') await club.post({ amount: balance, ...terms });
  if (listening) await createEndpoint(api, 'http://127.0.0.1:9/');
  const keyed = () => ({ program_id: program.id, idempotency_key: randomUUID() });
  const must = async <T>(answer: Promise<Answer<T>>, status: number): Promise<T> => {
    const { status: got, body } = await answer;
    if (got !== status) throw new Error(`expected ${status}, got ${got}: ${JSON.stringify(body)}`);
    return body;
  };
  const redeem: TestShop['redeem'] = (body) =>
    api.post(`/participants/${club.participant.id}/redemptions`, { ...keyed(), asset_id: asset.id, amount: '10', ...body });
  const order: TestShop['order'] = (reward, body, participant = club.participant.id) =>
    api.post(`/participants/${participant}/redemptions/items`, { ...keyed(), reward_id: reward.id, ...body });
  return {
    ...club,
    redeem,
    redeemed: (body) => must(redeem(body), 201),
    reserved: (body) => must(redeem({ mode: 'PENDING', ...body }), 201),
    order,
    ordered: (reward, body) => must(order(reward, body), 201),
    reward: (body) =>
      must(
        api.post<Reward>(`/programs/${program.id}/rewards`, {
          name: `Mug ${randomUUID()}`,
          redemption_type: 'UNIT_BASED',
          asset_id: asset.id,
          unit_cost: '10',
          ...body,
        }),
        201,
      ),
    act: (verb, { id }, body) => api.post(`/redemptions/${id}/${verb}`, verb === 'fail' ? { reason: 'No stock', ...body } : (body ?? {})),
    reverse: ({ id }, body) => api.post(`/redemptions/${id}/reverse`, { reason: 'Returned', idempotency_key: randomUUID(), ...body }),
    read: ({ id }) => must(api.get<Redemption>(`/redemptions/${id}`), 200),
    readReward: ({ id }) => must(api.get<Reward>(`/programs/${program.id}/rewards/${id}`), 200),
    advance: async (by) => (await must(api.post<{ performed: Record<string, number> }>('/sandbox/clock/advance', { by }), 200)).performed,
  };
}
