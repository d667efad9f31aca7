/** A reward as its form has it: every field a text, so that nothing that was typed is lost. */
import type { CreateReward, Reward } from '@/contract/reward';
import { fromLocalInput, toLocalInput } from '@/components/ui/local-time';

export interface RewardDraft {
  name: string;
  description: string;
  category: string;
  image_url: string;
  redemption_type: Reward['redemption_type'];
  asset_id: string;
  unit_cost: string;
  status: 'DRAFT' | 'ACTIVE';
  max_total: string;
  max_per_participant: string;
  available_from: string;
  available_until: string;
}

export const rewardDraft = (reward: Reward | undefined, assetId: string): RewardDraft => ({
  name: reward?.name ?? '',
  description: reward?.description ?? '',
  category: reward?.category ?? '',
  image_url: reward?.image_url ?? '',
  redemption_type: reward?.redemption_type ?? 'UNIT_BASED',
  asset_id: reward?.asset_id ?? assetId,
  unit_cost: reward?.unit_cost ?? '',
  status: 'ACTIVE',
  max_total: String(reward?.max_total ?? ''),
  max_per_participant: String(reward?.max_per_participant ?? ''),
  available_from: toLocalInput(reward?.available_from),
  available_until: toLocalInput(reward?.available_until),
});

/** Empty: no bound. What is no whole number becomes 0, which the API refuses at its field. */
const boundOf = (text: string): number | null => (text.trim() === '' ? null : /^\d+$/.test(text.trim()) ? Number(text.trim()) : 0);

/** What may change after a reward was made. */
export const settingsOf = (draft: RewardDraft) => ({
  name: draft.name,
  description: draft.description.trim() || null,
  category: draft.category.trim() || null,
  image_url: draft.image_url.trim() || null,
  unit_cost: draft.redemption_type === 'UNIT_BASED' ? draft.unit_cost.trim() : null,
  max_total: boundOf(draft.max_total),
  max_per_participant: boundOf(draft.max_per_participant),
  available_from: fromLocalInput(draft.available_from),
  available_until: fromLocalInput(draft.available_until),
});

export const newRewardOf = (programId: string, draft: RewardDraft): CreateReward => ({
  id: programId,
  ...settingsOf(draft),
  redemption_type: draft.redemption_type,
  asset_id: draft.asset_id,
  status: draft.status,
});
