/** Decides what the bearer of a claim link is shown. */
import type { RedemptionStatus } from '@/domain/redemptions/machine';
import type { OrderStatus } from './order';

export type ClaimStatus = 'PREPARING' | 'READY' | 'FAILED';

/** Nothing is handed out before it is paid for, or once it is fully refunded. */
export function claimStatus(order: OrderStatus, redemption: RedemptionStatus): ClaimStatus {
  if (redemption === 'COMPLETED' || redemption === 'PARTIALLY_REVERSED') return order === 'DELIVERED' ? 'READY' : 'PREPARING';
  return redemption === 'PENDING' ? 'PREPARING' : 'FAILED';
}
