/** Operations that spend or give back value twice when they are sent twice must be named by a key. */
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/context';

/** @throws DomainError missing_idempotency_key. */
export function requiredKey({ idempotencyKey }: Pick<Ctx, 'idempotencyKey'>): string {
  if (idempotencyKey !== null) return idempotencyKey;
  throw new DomainError('missing_idempotency_key', 'Send an `idempotency_key`, so that a repeated request takes effect only once.', {
    param: 'idempotency_key',
  });
}
