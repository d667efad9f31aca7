/** Makes a route idempotent by `replay`: the first outcome under an `Idempotency-Key` is kept for 24 hours and answered again. */
import { REPLAY_KEPT_HOURS } from '@/contract/primitives';
import type { Tx } from '@/server/db/transaction';
import { idempotent } from '@/server/services/idempotent';
import { markReplayed } from './outcome';
import type { OrganizationCtx } from './trpc';

const KEEP_MS = REPLAY_KEPT_HOURS * 3_600_000;
const CREATED = 201;

/**
 * Runs `work` in one transaction, together with the record of its outcome when the request has a key. The status of the answer is
 * left to what the route declares.
 * @param operation names the route, such as `programs.create`.
 * @param fields the parsed input, target ids included.
 * @param work returns the answer in its wire form.
 * @throws DomainError idempotency_conflict, idempotency_in_flight.
 */
export async function replay<T>(
  ctx: OrganizationCtx,
  operation: string,
  fields: Record<string, unknown>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const request = { operation, scopeId: ctx.organization.id, key: ctx.idempotencyKey, fields, status: CREATED, keepForMs: KEEP_MS };
  const { body, replayed } = await idempotent(ctx, request, work);
  if (replayed) markReplayed(ctx.reply);
  return body;
}
