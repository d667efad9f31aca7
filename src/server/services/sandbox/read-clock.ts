/** What the clock of a sandbox shows, beside real time. */
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/context';

/** @throws DomainError sandbox_only. */
export function readClock(ctx: Ctx): { now: Date; realTime: Date } {
  if (ctx.organization.mode !== 'SANDBOX') throw new DomainError('sandbox_only', 'Only a SANDBOX organization has a clock of its own.');
  const now = ctx.clock.now();
  return { now, realTime: new Date(now.getTime() - ctx.organization.clockOffsetMs) };
}
