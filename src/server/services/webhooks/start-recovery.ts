/** Starts and reads recoveries, which resend whatever failed at an endpoint in a time window, one per endpoint at a time. */
import type { ListWebhookRecoveries, RecoverWebhookEndpoint, WebhookRecoveryPath } from '@/contract/webhook-recovery';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import {
  countFailed,
  findRecovery,
  insertRecovery,
  listRecoveryRows,
  type RecoveryWindow,
  type WebhookRecoveryRow,
} from '@/server/db/repositories/webhooks/webhook-recoveries';
import { withTransaction } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { wake } from '@/server/platform/wake';
import { getActiveEndpointForUpdate, getEndpoint } from './get-endpoint';

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
