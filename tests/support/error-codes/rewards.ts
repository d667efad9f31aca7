/** Provokes the codes of rewards, redemptions and gift cards. */
import type { FulfillmentAccount } from '@/contract/fulfillment';
import { publishSettings } from '@/env';
import { organization } from '../api';
import { claim, claimPath, giftCards } from '../fulfillment';
import { programWithAsset } from '../programs';
import { till } from '../decisions';
import { shop } from '../redemptions';
import { startTremendous, TREMENDOUS_CONFIG } from '../tremendous';
import { refusal, type Answered, type Provocations } from './answered';

type Body = Record<string, unknown>;

async function ordered(reward: Body, body: Body = { quantity: 1 }, times = 1): Promise<Answered> {
  const club = await shop();
  const made = await club.reward(reward);
  for (let n = 1; n < times; n += 1) await club.order(made, body);
  return refusal(club.order(made, body));
}

async function reversed(body: Body, first?: Body): Promise<Answered> {
  const club = await shop();
  const redemption = await club.ordered(await club.reward(), { quantity: 2 });
  if (first) await club.reverse(redemption, first);
  return refusal(club.reverse(redemption, body));
}

const redemptions: Provocations = {
  amount_required: () => ordered({ redemption_type: 'AMOUNT_BASED', unit_cost: undefined }, {}),
  invalid_quantity: () => ordered({}, { quantity: 0 }),
  max_total_exceeded: () => ordered({ max_total: 1 }, { quantity: 2 }),
  max_per_participant_exceeded: () => ordered({ max_per_participant: 1 }, { quantity: 1 }, 2),
  reward_unavailable: () => ordered({ status: 'DRAFT' }),
  reward_program_mismatch: async () => {
    const club = await shop();
    const reward = await club.reward();
    const { body } = await club.api.post<{ id: string }>('/programs', { name: 'Other' });
    return refusal(club.order(reward, { program_id: body.id, quantity: 1 }));
  },
  invalid_reversal_params: () => reversed({ quantity: undefined, amount: undefined }),
  quantity_exceeds_remaining: () => reversed({ quantity: 3 }),
  already_reversed: () => reversed({ quantity: 1 }, { quantity: 2 }),
  amount_exceeds_remaining: async () => {
    const club = await shop();
    return refusal(club.reverse(await club.redeemed(), { amount: '11' }));
  },
  redemption_not_completed: async () => {
    const club = await shop();
    return refusal(club.reverse(await club.reserved(), { amount: '1' }));
  },
  redemption_already_resolved: async () => {
    const club = await shop();
    return refusal(club.act('cancel', await club.redeemed()));
  },
  decision_already_resolved: async () => {
    const club = await till();
    return refusal(club.end('cancel', await club.decided()));
  },
  decision_holds_redemption: async () => {
    const club = await till();
    const { redemptions } = await club.held({ redemptions: [{ asset_id: club.asset.id, amount: '1' }] });
    return refusal(club.act('cancel', { id: redemptions[0]?.id ?? '' }));
  },
  participant_busy: async () => {
    const club = await till();
    await club.waitForRetry();
    return refusal(club.decide());
  },
};

const card = (body: Body) => async (): Promise<Answered> => refusal((await giftCards()).redeem(body));

async function account(body: Body): Promise<Answered> {
  const { api } = await organization();
  return refusal(api.post('/fulfillment-accounts', { provider: 'SANDBOX', name: 'Trial', config: { outcome: 'DELIVER' }, ...body }));
}

async function source(body: Body): Promise<Answered> {
  const { api, program, asset } = await programWithAsset();
  const config = { outcome: 'DELIVER' };
  const { body: made } = await api.post<FulfillmentAccount>('/fulfillment-accounts', { provider: 'SANDBOX', name: 'Trial', config });
  const sound = { fulfillment_account_id: made.id, asset_id: asset.id, rate: '100', policy: { currency: 'USD' } };
  return refusal(api.post(`/programs/${program.id}/reward-sources`, { ...sound, ...body }));
}

const cards: Provocations = {
  fulfillment_quantity_unsupported: card({ quantity: 2 }),
  fulfillment_face_value_required: card({ face_value_minor: undefined }),
  invalid_fixed_denomination: card({ face_value_minor: 300_000 }),
  invalid_config: () => account({ config: { outcome: 'MAYBE' } }),
  unsupported_provider: () => account({ provider: 'ACME' }),
  invalid_policy: () => source({ policy: {} }),
  invalid_rate: () => source({ rate: '0' }),
  consent_required: async () => {
    const gifts = await giftCards();
    const { body } = await gifts.redeem();
    await gifts.placeOrders();
    const { status, text } = await claim(claimPath(body), { form: '', accept: 'application/json' });
    return { status, code: (JSON.parse(text) as { code?: unknown }).code };
  },
  fulfillment_in_progress: async () => {
    const gifts = await giftCards({ account: { provider: 'SANDBOX', name: 'Trial', config: { outcome: 'PENDING' } } });
    const { body } = await gifts.redeem();
    return refusal(gifts.api.post(`/redemptions/${body.id}/capture`));
  },
  provider_unavailable: async () => {
    await using broken = await startTremendous();
    broken.interrupt({ method: 'GET', path: /./, times: 99, answer: 500 });
    publishSettings({ TREMENDOUS_BASE_URL: broken.url });
    const { api } = await organization();
    const body = { provider: 'TREMENDOUS', name: 'Gift cards', config: TREMENDOUS_CONFIG };
    const { body: made } = await api.post<FulfillmentAccount>('/fulfillment-accounts', body);
    const answer = await refusal(api.post(`/fulfillment-accounts/${made.id}/verify`));
    publishSettings({ TREMENDOUS_BASE_URL: '' });
    return answer;
  },
};

export const REWARDS: Provocations = { ...redemptions, ...cards };
