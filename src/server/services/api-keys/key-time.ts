/** Keys live by real time: moving the clock of a sandbox ends none of them. */
import type { Ctx } from '@/server/context';

export const keyTime = (ctx: Pick<Ctx, 'clock' | 'organization'>): Date =>
  new Date(ctx.clock.now().getTime() - ctx.organization.clockOffsetMs);
