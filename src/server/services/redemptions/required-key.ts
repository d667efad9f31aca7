/** Requires an idempotency key of operations that would spend or return value twice if sent twice. */
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';

/** @throws DomainError missing_idempotency_key. */
export function requiredKey({ idempotencyKey }: Pick<Ctx, 'idempotencyKey'>): string {
  if (idempotencyKey !== null) return idempotencyKey;
  throw new DomainError('missing_idempotency_key', 'Send an `idempotency_key`, so that a repeated request takes effect only once.', {
    param: 'idempotency_key',
  });
}
