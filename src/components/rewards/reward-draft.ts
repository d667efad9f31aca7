/** Holds a reward as its form edits it: every field as text, so that no input is lost. */
import type { FulfillmentProduct, RewardSource } from '@/contract/fulfillment';
import type { CreateReward, Reward } from '@/contract/reward';
import { providerTerms } from '@/components/fulfillment/source-field';
import { fromLocalInput, toLocalInput } from '@/components/ui/local-time';
import { measureOf, type Measure } from './measure';

export interface RewardDraft {
  name: string;
  description: string;
  category: string;
  image_url: string;
  measure: Measure;
  asset_id: string;
  source_id: string | null;
  product: FulfillmentProduct | null;
  unit_cost: string;
  status: 'DRAFT' | 'ACTIVE';
  max_total: string;
  max_per_participant: string;
  available_from: string;
  available_until: string;
}

export const rewardDraft = (reward: Reward | undefined): RewardDraft => ({
  name: reward?.name ?? '',
  description: reward?.description ?? '',
  category: reward?.category ?? '',
  image_url: reward?.image_url ?? '',
  measure: reward ? measureOf(reward) : 'quantity',
  asset_id: reward?.asset_id ?? '',
  source_id: reward?.reward_source_id ?? null,
  product: reward?.product ?? null,
  unit_cost: reward?.unit_cost ?? '',
  status: 'ACTIVE',
  max_total: String(reward?.max_total ?? ''),
  max_per_participant: String(reward?.max_per_participant ?? ''),
  available_from: toLocalInput(reward?.available_from),
  available_until: toLocalInput(reward?.available_until),
});

/** Empty: unlimited. Input that is not a whole number becomes 0, which the API refuses at its field. */
const boundOf = (text: string): number | null => (text.trim() === '' ? null : /^\d+$/.test(text.trim()) ? Number(text.trim()) : 0);

/** The fields that may change after creation. */
export const settingsOf = (draft: RewardDraft) => ({
  name: draft.name,
  description: draft.description.trim() || null,
  category: draft.category.trim() || null,
  image_url: draft.image_url.trim() || null,
  unit_cost: draft.measure === 'quantity' ? draft.unit_cost.trim() : null,
  max_total: boundOf(draft.max_total),
  max_per_participant: boundOf(draft.max_per_participant),
  available_from: fromLocalInput(draft.available_from),
  available_until: fromLocalInput(draft.available_until),
});

/** @returns null until a product is chosen for a provider-backed reward. */
export function newRewardOf(programId: string, draft: RewardDraft, source: RewardSource | undefined): CreateReward | null {
  const common = { id: programId, ...settingsOf(draft), status: draft.status };
  if (draft.measure !== 'face_value')
    return { ...common, redemption_type: draft.measure === 'quantity' ? 'UNIT_BASED' : 'AMOUNT_BASED', asset_id: draft.asset_id };
  return source && draft.product ? { ...common, ...providerTerms(source, draft.product) } : null;
}
