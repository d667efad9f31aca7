/** Holds a new redemption as its form edits it, and builds either of the two requests it can become. */
import type { RedeemAmount, RedeemReward } from '@/contract/redemption';
import type { RewardSource } from '@/contract/fulfillment';
import type { Reward } from '@/contract/reward';
import { priceOf } from '@/domain/fulfillment/rate';
import { isAmountText } from '@/domain/amount-text';
import { amountOf } from '@/domain/money';
import { measureOf } from '@/components/rewards/measure';
import { toMinor } from '@/components/fulfillment/source-draft';
import { fromLocalInput } from '@/components/ui/local-time';

export interface RedeemDraft {
  program_id: string;
  of: 'AMOUNT' | 'REWARD';
  asset_id: string;
  reward_id: string;
  amount: string;
  quantity: string;
  /** In units of the currency of the delivered product, as typed. */
  face_value: string;
  mode: 'INSTANT' | 'PENDING';
  expires_at: string;
  description: string;
}

interface RedeemedReward {
  readonly reward: Reward;
  /** The source of a provider-backed reward. */
  readonly source: RewardSource | undefined;
}

/** Sends whole numbers; any other input becomes 0, which the API refuses at its field. */
const wholeOf = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : 0);

const shared = (draft: RedeemDraft, participant: string, key: string) => ({
  id: participant,
  program_id: draft.program_id,
  mode: draft.mode,
  expires_at: draft.mode === 'PENDING' ? (fromLocalInput(draft.expires_at) ?? undefined) : undefined,
  idempotency_key: key,
});

export const amountRequest = (draft: RedeemDraft, participant: string, key: string): RedeemAmount => ({
  ...shared(draft, participant, key),
  asset_id: draft.asset_id,
  amount: draft.amount.trim(),
  description: draft.description.trim() || undefined,
});

export function rewardRequest(draft: RedeemDraft, { reward, source }: RedeemedReward, participant: string, key: string): RedeemReward {
  const measure = measureOf(reward);
  return {
    ...shared(draft, participant, key),
    reward_id: reward.id,
    ...(measure === 'quantity' ? { quantity: wholeOf(draft.quantity) } : {}),
    ...(measure === 'amount' ? { amount: draft.amount.trim() } : {}),
    ...(measure === 'face_value' ? { face_value_minor: minorOf(draft, source) ?? 0 } : {}),
  };
}

/** The face value in minor units; null for text that is not an amount of the currency. */
export const minorOf = ({ face_value }: RedeemDraft, source: RewardSource | undefined): number | null =>
  source ? toMinor(face_value.trim(), source.policy.currency) : null;

/** The cost; null while unknown. */
export function costOf(draft: RedeemDraft, { reward, source }: Partial<RedeemedReward>): string | null {
  if (draft.of === 'AMOUNT' || (reward && measureOf(reward) === 'amount'))
    return isAmountText(draft.amount.trim()) ? draft.amount.trim() : null;
  const minor = reward && measureOf(reward) === 'face_value' ? minorOf(draft, source) : null;
  if (source && minor) return priceOf(minor, source.policy.currency, amountOf(source.rate)).toFixed();
  if (!reward?.unit_cost || !wholeOf(draft.quantity)) return null;
  return amountOf(reward.unit_cost)
    .times(wholeOf(draft.quantity))
    .toFixed(reward.unit_cost.split('.')[1]?.length ?? 0);
}
