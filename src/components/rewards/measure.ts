/** How a reward is redeemed: units at a price, any amount, or the face value of a provider's product. */
import type { Reward } from '@/contract/reward';

export type Measure = 'quantity' | 'amount' | 'face_value';

export const measureOf = ({ redemption_type, reward_source_id }: Pick<Reward, 'redemption_type' | 'reward_source_id'>): Measure =>
  reward_source_id !== null ? 'face_value' : redemption_type === 'UNIT_BASED' ? 'quantity' : 'amount';
