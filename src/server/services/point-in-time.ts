/** Reads the instant that `as_of` names: any in the past, or the present. */
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/context';

/** Null when nothing was asked for, which means now. @throws DomainError invalid_parameter when it lies in the future of the organization. */
export function instantAsked(ctx: Ctx, asOf: string | undefined): Date | null {
  if (asOf === undefined) return null;
  const instant = new Date(asOf.toUpperCase());
  if (instant > ctx.clock.now())
    throw new DomainError('invalid_parameter', '`as_of` is in the future; send a time in the past.', { param: 'as_of' });
  return instant;
}

/** What is answered about an instant at which there was nothing yet. */
export function notYetThere(): DomainError {
  return new DomainError('not_found', 'The record did not exist yet at the time in `as_of`.', { param: 'as_of' });
}
