/**
 * Starts, reads and advances recoveries, which resend whatever failed at an endpoint in a time window, one per endpoint at a time, in the order in which it was
 * created. The next ones are requeued only once half of those before have been attempted, so that a large recovery neither floods a receiver nor holds up
 * current deliveries; progress commits with what is requeued, so that nothing is requeued twice.
 */
import type { ListWebhookRecoveries, RecoverWebhookEndpoint, WebhookRecoveryPath } from '@/contract/webhook-recovery';
import { DomainError } from '@/domain/errors';
import type { KeysetPage } from '@/server/db/keyset';
import { findWebhookEndpointForUpdate } from '@/server/db/repositories/webhooks/webhook-endpoints';
import {
  claimRecovery,
  countFailed,
  dueRecoveries,
  endRecovery,
  findRecovery,
  insertRecovery,
  listRecoveryRows,
  nextRecoveryStep,
  queueNextFailed,
  type DueRecovery,
  type RecoveryWindow,
  type WebhookRecoveryRow,
} from '@/server/db/repositories/webhooks/webhook-recoveries';
import { withTransaction } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { wake } from '@/server/platform/wake';
import { getActiveEndpointForUpdate, getEndpoint } from './endpoints';

const windowOf = ({ from, to }: RecoverWebhookEndpoint): RecoveryWindow => ({
  from: new Date(from),
  to: to === undefined ? null : new Date(to),
});

/** How many deliveries a recovery would resend. @throws DomainError not_found. */
export async function countRecoverable(ctx: Ctx, request: RecoverWebhookEndpoint): Promise<number> {
  await getEndpoint(ctx, request.id);
  return countFailed(ctx.organization.id, request.id, windowOf(request));
}

/** @throws DomainError not_found, invalid_status (endpoint not active), recovery_running. */
export async function startRecovery(ctx: Ctx, request: RecoverWebhookEndpoint): Promise<WebhookRecoveryRow> {
  const id = newId();
  await withTransaction(async (tx) => {
    await getActiveEndpointForUpdate(ctx, tx, request.id);
    const recovery = { id, endpointId: request.id, window: windowOf(request) };
    if (!(await insertRecovery(tx, ctx.organization.id, recovery, ctx.clock.now())))
      throw new DomainError('recovery_running', 'A recovery of this endpoint is still running; wait until it has ended.', { param: 'id' });
    tx.afterCommit(() => wake('recover-webhooks'));
  });
  return getRecovery(ctx, { id: request.id, recovery_id: id });
}

/** @throws DomainError not_found. */
export async function getRecovery(ctx: Ctx, { id, recovery_id }: WebhookRecoveryPath): Promise<WebhookRecoveryRow> {
  const recovery = await findRecovery(ctx.organization.id, id, recovery_id);
  if (!recovery) throw new DomainError('not_found', 'This endpoint has no such recovery.', { param: 'recovery_id' });
  return recovery;
}

/** Newest first. @throws DomainError not_found. */
export async function listRecoveries(ctx: Ctx, { id, ...page }: ListWebhookRecoveries): Promise<KeysetPage<WebhookRecoveryRow>> {
  await getEndpoint(ctx, id);
  return listRecoveryRows(ctx.organization.id, id, page);
}

/** The most deliveries of one recovery that wait for an attempt at once. */
export const RECOVERY_WINDOW = 100;
const GO_ON_AT = RECOVERY_WINDOW / 2;

export async function recoverWebhooks({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const due = await dueRecoveries(clock.now(), limit, GO_ON_AT, organization);
  let performed = 0;
  for (const recovery of due) {
    if (signal.aborted) break;
    performed += await goOn(recovery);
  }
  return { performed, more: due.length === limit };
}

export const nextRecoveryDue = (organizationId: string, until: Date): Promise<Date | null> =>
  nextRecoveryStep(organizationId, until, GO_ON_AT);

/** @returns the number of steps done: 0 when another worker holds the recovery. */
function goOn({ id, organization_id, endpoint_id, now }: DueRecovery): Promise<number> {
  return withTransaction(async (tx) => {
    const waiting = await claimRecovery(tx, organization_id, id);
    if (waiting === null) return 0;
    const endpoint = await findWebhookEndpointForUpdate(tx, organization_id, endpoint_id);
    if (endpoint?.status !== 'ACTIVE') {
      await endRecovery(tx, organization_id, id, 'CANCELLED', now);
      return 1;
    }
    const queued = await queueNextFailed(tx, organization_id, id, RECOVERY_WINDOW - waiting, now);
    if (queued > 0) tx.afterCommit(() => wake('deliver-webhooks'));
    else if (waiting === 0) await endRecovery(tx, organization_id, id, 'COMPLETED', now);
    return 1;
  });
}
