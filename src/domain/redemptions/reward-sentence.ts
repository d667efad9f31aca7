/** Puts a reward into plain sentences: what it costs, how often it can be redeemed, and when. The same reward always has the same. */
import { listed } from '@/domain/rules/sentence/phrases';
import { windowWords } from '@/domain/rules/sentence/rule-sentence';
import type { RedemptionType } from './reward';

export interface SpokenReward {
  readonly redemption_type: RedemptionType;
  /** Decimal text; null for a reward redeemed by amount. */
  readonly unit_cost: string | null;
  readonly max_per_participant: number | null;
  readonly max_total: number | null;
  readonly available_from: Date | string | null;
  readonly available_until: Date | string | null;
  /** Null for a reward that no provider delivers. */
  readonly reward_source_id: string | null;
}

/** `Costs 50 PTS, at most 2 for each participant and at most 100 in all.` @param symbol of the asset. */
export function rewardSentence(reward: SpokenReward, symbol: string): string {
  const limits = limitsWords(reward);
  const window = windowWords({ active_from: reward.available_from, active_to: reward.available_until });
  return `${priceWords(reward, symbol)}${limits === '' ? '' : `, ${limits}`}.${window === null ? '' : ` It can be redeemed ${window}.`}`;
}

function priceWords({ unit_cost, reward_source_id }: SpokenReward, symbol: string): string {
  if (unit_cost !== null) return `Costs ${unit_cost} ${symbol}`;
  return reward_source_id === null ? `Costs any amount of ${symbol}` : `Costs ${symbol} by its face value`;
}

function limitsWords({ redemption_type, max_per_participant, max_total }: SpokenReward): string {
  const count = (units: number): string =>
    redemption_type === 'UNIT_BASED' ? `at most ${units}` : units === 1 ? 'at most once' : `at most ${units} times`;
  return listed([
    ...(max_per_participant === null ? [] : [`${count(max_per_participant)} for each participant`]),
    ...(max_total === null ? [] : [`${count(max_total)} in all`]),
  ]);
}
