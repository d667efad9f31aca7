/** Fails pending redemptions past their deadline, releasing what is left of their reservations. */
import { transition } from '@/domain/redemptions/machine';
import type { CommitScope } from '@/server/db/commit';
import { findAssetTerms } from '@/server/db/repositories/ledger/operation-context';
import { findRedemptionForUpdate } from '@/server/db/repositories/rewards/redemptions';
import { dueReservations } from '@/server/db/repositories/rewards/reservations';
import { withTransaction } from '@/server/db/transaction';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { openAccount } from '@/server/services/balances/holder-account';
import { endReservation, lockedReward } from './end-reservation';

export const RESERVATION_EXPIRED = 'reservation_expired';

export async function expireReservations({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const due = await dueReservations(organization?.now ?? clock.now(), organization?.id ?? null, limit);
  let performed = 0;
  for (const { redemption_id, organization_id, clock_offset_ms } of due) {
    if (signal.aborted) break;
    const now = organization?.now ?? new Date(clock.now().getTime() + clock_offset_ms);
    if (await expireReservation({ organizationId: organization_id, now }, redemption_id)) performed += 1;
  }
  return { performed, more: due.length === limit };
}

/**
 * Fails one pending redemption if it is past its deadline, whatever has become of participant, program and asset.
 * @returns whether it did.
 */
export function expireReservation(scope: CommitScope, redemptionId: string): Promise<boolean> {
  return withTransaction(async (tx) => {
    const redemption = await findRedemptionForUpdate(tx, scope.organizationId, redemptionId);
    const isDue = redemption?.expires_at && redemption.expires_at <= scope.now;
    if (!isDue || transition(redemption.status, 'EXPIRE') === null) return false;
    const reward = await lockedReward(tx, scope.organizationId, redemption);
    const asset = await findAssetTerms(tx, scope.organizationId, redemption.asset_id);
    const opened = await openAccount(tx, scope, { type: 'PARTICIPANT', id: redemption.participant_id }, redemption.program_id, asset);
    await endReservation(tx, opened, redemption, reward, { status: 'FAILED', reason: RESERVATION_EXPIRED });
    return true;
  });
}
