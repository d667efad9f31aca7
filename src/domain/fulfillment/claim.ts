/** What the bearer of a claim page is shown. */
import type { RedemptionStatus } from '@/domain/redemptions/machine';
import type { OrderStatus } from './order';

export const CLAIM_STATUSES = ['PREPARING', 'READY', 'FAILED'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** Nothing is handed out that has not been paid for, or whose price has been given back as a whole. */
export function claimStatus(order: OrderStatus, redemption: RedemptionStatus): ClaimStatus {
  if (redemption === 'COMPLETED' || redemption === 'PARTIALLY_REVERSED') return order === 'DELIVERED' ? 'READY' : 'PREPARING';
  return redemption === 'PENDING' ? 'PREPARING' : 'FAILED';
}
