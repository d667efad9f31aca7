/** Reads the instant that `as_of` names: the present or any past instant. */
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';

/** Null when `as_of` is absent, which means now. @throws DomainError invalid_parameter when the organization's clock has not reached it. */
export function instantAsked(ctx: Ctx, asOf: string | undefined): Date | null {
  if (asOf === undefined) return null;
  const instant = new Date(asOf.toUpperCase());
  if (instant > ctx.clock.now())
    throw new DomainError('invalid_parameter', '`as_of` is in the future; send a time in the past.', { param: 'as_of' });
  return instant;
}

/** The failure for an instant before the record existed. */
export function notYetThere(): DomainError {
  return new DomainError('not_found', 'The record did not exist yet at the time in `as_of`.', { param: 'as_of' });
}
