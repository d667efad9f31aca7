/** Reads a sandbox clock next to real time, with the move that is under way, if any. */
import type { Ctx } from '@/server/platform/context';
import { findRunningMove, type ClockMoveRow } from '@/server/db/repositories/organizations/clock-moves';
import { assertSandbox, realTime } from './clock-moves';

/** @throws DomainError sandbox_only. */
export async function readClock(ctx: Ctx): Promise<{ now: Date; realTime: Date; move: ClockMoveRow | null }> {
  assertSandbox(ctx);
  const real = realTime(ctx);
  const now = new Date(real.getTime() + ctx.organization.clockOffsetMs);
  return { now, realTime: real, move: await findRunningMove(ctx.organization.id, real) };
}
