/** Counts what the decisions of a batch take from the stock of rewards, so that the last unit goes to one of them and the next is refused. */
import { present } from '@/domain/assert';
import { assertInStock, assertNotClosed, statusByStock, type RewardSettings, type RewardStock } from '@/domain/redemptions/reward';

/** A reward whose row is locked. */
export interface StockedReward extends RewardStock, Pick<RewardSettings, 'max_per_participant'> {
  readonly id: string;
  /** Units that participants of the batch have redeemed already; none for one who is absent. */
  readonly redeemedBy: ReadonlyMap<string, number>;
}

/** By id. */
export type Stock = ReadonlyMap<string, StockedReward>;

/** @param units fewer than none are returned. @throws DomainError max_total_exceeded, max_per_participant_exceeded. */
export function takeUnits(
  stock: Stock,
  taking: { readonly rewardId: string; readonly participantId: string; readonly units: number },
): Stock {
  const { rewardId, participantId, units } = taking;
  const reward = present(stock.get(rewardId), 'the rewards of a batch are locked before it is decided');
  const before = reward.redeemedBy.get(participantId) ?? 0;
  if (units > 0) {
    assertNotClosed(reward);
    assertInStock(reward, units, before);
  }
  const redeemed_count = reward.redeemed_count + units;
  const status = statusByStock(reward, { max_total: reward.max_total, redeemed_count });
  const redeemedBy = new Map([...reward.redeemedBy, [participantId, before + units] as const]);
  return new Map([...stock, [rewardId, { ...reward, status, redeemed_count, redeemedBy }]]);
}
