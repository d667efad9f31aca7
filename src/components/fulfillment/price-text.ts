/** Puts the price of one currency unit at a reward source into words. */
import type { RewardSource } from '@/contract/fulfillment';

/** `1 USD costs 100 PTS` */
export const priceText = ({ rate, policy }: Pick<RewardSource, 'rate' | 'policy'>, symbol: string | undefined): string =>
  `1 ${policy.currency} costs ${rate} ${symbol ?? ''}`.trimEnd();
