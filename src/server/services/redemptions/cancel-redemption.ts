/** Ends a pending redemption without spending: cancelled because it is no longer wanted, or failed because it could not be fulfilled. */
import type { Redemption } from '@/contract/redemption';
import type { Ctx } from '@/server/platform/context';
import type { Outcome } from '@/server/services/idempotent';
import { endReservation } from './end-reservation';
import { resolveRedemption } from './resolve-redemption';

/** @throws DomainError as every resolution. */
export function cancelRedemption(ctx: Ctx, id: string, reason: string | null): Promise<Outcome<Redemption>> {
  return resolveRedemption(ctx, id, {
    trigger: 'CANCEL',
    fields: { reason },
    perform: (tx, opened, redemption, reward) => endReservation(tx, opened, redemption, reward, { status: 'CANCELLED', reason }),
  });
}

/** @throws DomainError as every resolution. */
export function failRedemption(ctx: Ctx, id: string, reason: string): Promise<Outcome<Redemption>> {
  return resolveRedemption(ctx, id, {
    trigger: 'FAIL',
    fields: { reason },
    perform: (tx, opened, redemption, reward) => endReservation(tx, opened, redemption, reward, { status: 'FAILED', reason }),
  });
}
