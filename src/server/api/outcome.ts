/** Answers with the outcome of an idempotent operation, marking a replayed one in a header. */
import type { OperationOutcome } from '@/server/services/idempotent';
import type { Reply } from './context';
import type { OrganizationCtx } from './trpc';

export function answerOutcome<T>({ reply }: Pick<OrganizationCtx, 'reply'>, { status, body, replayed }: OperationOutcome<T>): T {
  reply.status = status;
  if (replayed) markReplayed(reply);
  return body;
}

export function markReplayed({ headers }: Reply): void {
  headers['Idempotent-Replayed'] = 'true';
}

/** The same for a creation: 201 the first time, 200 on every replay. */
export const answerCreation = <T>(ctx: Pick<OrganizationCtx, 'reply'>, outcome: OperationOutcome<T>): T =>
  answerOutcome(ctx, { ...outcome, status: outcome.replayed ? 200 : 201 });
