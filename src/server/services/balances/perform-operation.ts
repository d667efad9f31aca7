/** Performs a balance operation once per idempotency key; operations requested at the same time share a transaction. */
import { DomainError } from '@/domain/errors';
import { Coalescers } from '@/server/platform/coalescer';
import type { Ctx } from '@/server/platform/context';
import { actingAsService, actor } from '@/server/db/audit-scope';
import { withTransaction } from '@/server/db/transaction';
import { whenFree, type Outcome } from '@/server/services/idempotent';
import type { BalanceOperation } from './balance-operation';
import { OperationBatch, type Asked, type Performed } from './operation-batch';

const MAX_BATCH = 100;

/** One lane per organization, clock offset at the time of the request, and program. */
const together = new Coalescers<Asked, Performed>(
  (asked) =>
    actingAsService(() =>
      withTransaction((tx) => new OperationBatch(tx, asked, { commits: 'EACH', waits: false }).run(), { genericPlans: true }),
    ),
  MAX_BATCH,
);

/**
 * @throws DomainError not_found, asset_not_found, asset_not_linked, program_suspended, program_archived, refusals of the
 * operation, and idempotency conflicts.
 */
export function performOperation<T>(ctx: Ctx, operation: BalanceOperation<T>): Promise<Outcome<T>> {
  const { id, clockOffsetMs } = ctx.organization;
  const asked: Asked = { ctx, operation, actor: actor() };
  return whenFree(async () => {
    const performed = await together.add(`${id}/${clockOffsetMs}/${operation.programId}`, asked);
    if (performed instanceof DomainError) throw performed;
    return performed as Outcome<T> | 'in_flight';
  });
}
