/** Holds a redemption of a tried checkout as its fields edit it, and builds what the API is asked. */
import type { AskedRedemption } from '@/contract/decision';
import type { Reward } from '@/contract/reward';
import { measureOf, type Measure } from '@/components/rewards/measure';

export interface RedemptionDraft {
  /** The id of an asset or of a reward. */
  readonly thing: string;
  /** An amount, a number of units, or a face value in minor units of its currency, as typed. */
  readonly typed: string;
}

/** @param reward undefined where an amount of an asset is redeemed. */
export const measuredBy = (reward: Reward | undefined): Measure => (reward ? measureOf(reward) : 'amount');

/** A number that is not whole becomes 0, which the API refuses at its field. */
const wholeOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

function measured(measure: Measure, text: string): Pick<AskedRedemption, 'amount' | 'quantity' | 'face_value_minor'> {
  switch (measure) {
    case 'quantity':
      return { quantity: wholeOf(text) };
    case 'amount':
      return { amount: text };
    case 'face_value':
      return { face_value_minor: wholeOf(text) };
  }
}

/** Those that are filled in. */
export function askedRedemptions(drafts: readonly RedemptionDraft[], rewards: readonly Reward[]): AskedRedemption[] {
  return drafts.flatMap<AskedRedemption>(({ thing, typed }) => {
    const text = typed.trim();
    if (thing === '' || text === '') return [];
    const reward = rewards.find(({ id }) => id === thing);
    if (!reward) return [{ asset_id: thing, amount: text }];
    return [{ reward_id: reward.id, ...measured(measureOf(reward), text) }];
  });
}
