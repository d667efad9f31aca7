/** What the clock of a sandbox shows, beside real time, and whether it is being moved. */
import type { Ctx } from '@/server/context';
import { findRunningMove, type ClockMoveRow } from '@/server/db/repositories/clock-moves';
import { assertSandbox } from './clock-moves';

/** @throws DomainError sandbox_only. */
export async function readClock(ctx: Ctx): Promise<{ now: Date; realTime: Date; move: ClockMoveRow | null }> {
  assertSandbox(ctx);
  const now = ctx.clock.now();
  const realTime = new Date(now.getTime() - ctx.organization.clockOffsetMs);
  return { now, realTime, move: await findRunningMove(ctx.organization.id, realTime) };
}
