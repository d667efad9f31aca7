/** Reads the time that keys expire by: real time, so that moving a sandbox clock expires none. */
import type { Ctx } from '@/server/platform/context';

export const keyTime = (ctx: Pick<Ctx, 'clock' | 'organization'>): Date =>
  new Date(ctx.clock.now().getTime() - ctx.organization.clockOffsetMs);
