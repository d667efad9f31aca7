/** Answers with the outcome of an idempotent operation, saying so when it is an earlier one. */
import type { Outcome } from '@/server/services/idempotent';
import type { OrganizationCtx } from './trpc';

export function answerOutcome<T>({ reply }: Pick<OrganizationCtx, 'reply'>, { status, body, replayed }: Outcome<T>): T {
  reply.status = status;
  if (replayed) reply.headers['Idempotent-Replayed'] = 'true';
  return body;
}
