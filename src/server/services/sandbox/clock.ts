/** Reads a sandbox clock next to real time, its moves, and what happened during each. */
import type { ClockMovePath, ListClockMoves, ReadClockMove } from '@/contract/clock-move';
import { DomainError } from '@/domain/errors';
import { timelineStep, type TimelineStep } from '@/domain/sandbox/timeline';
import type { KeysetPage } from '@/server/db/keyset';
import { findClockMove, findRunningMove, listClockMoveRows, type ClockMoveRow } from '@/server/db/repositories/organizations/clock-moves';
import {
  countHappenings,
  listHappenings,
  type HappeningRow,
  type TimelineCount,
} from '@/server/db/repositories/organizations/clock-timeline';
import type { Ctx } from '@/server/platform/context';

export interface ClockMoveWithTimeline {
  readonly move: ClockMoveRow;
  readonly step: TimelineStep;
  readonly counts: readonly TimelineCount[];
  readonly items: readonly HappeningRow[];
}

/** @throws DomainError sandbox_only. */
export async function listClockMoves(ctx: Ctx, query: ListClockMoves): Promise<KeysetPage<ClockMoveRow>> {
  assertSandbox(ctx);
  return listClockMoveRows(ctx.organization.id, realTime(ctx), query);
}

/** `from` and `to` narrow what is listed; `step` is always that of the whole move. @throws DomainError sandbox_only, not_found. */
export async function getClockMove(ctx: Ctx, { id, from, to, items_per_kind }: ReadClockMove): Promise<ClockMoveWithTimeline> {
  const move = await moveOf(ctx, { id });
  const end = move.reached ?? new Date(Math.min(ctx.clock.now().getTime(), move.moved_to.getTime()));
  const window = {
    organizationId: ctx.organization.id,
    from: new Date(Math.max(move.moved_from.getTime(), from === undefined ? 0 : Date.parse(from))),
    to: new Date(Math.min(end.getTime() + 1, to === undefined ? Infinity : Date.parse(to))),
  };
  const step = timelineStep(move.moved_from, move.moved_to);
  const [counts, items] = await Promise.all([countHappenings(window, step), listHappenings(window, items_per_kind)]);
  return { move, step, counts, items };
}

async function moveOf(ctx: Ctx, { id }: ClockMovePath): Promise<ClockMoveRow> {
  assertSandbox(ctx);
  const move = await findClockMove(ctx.organization.id, realTime(ctx), id);
  if (!move) throw new DomainError('not_found', 'There is no move of your organization’s clock with this id.', { param: 'id' });
  return move;
}

/** @throws DomainError sandbox_only. */
function assertSandbox({ organization }: Ctx): void {
  if (organization.mode !== 'SANDBOX') throw new DomainError('sandbox_only', 'Only a SANDBOX organization has a clock of its own.');
}

/** Real time: the organization's clock without its offset. */
export const realTime = ({ clock, organization }: Ctx): Date => new Date(clock.now().getTime() - organization.clockOffsetMs);

/** @throws DomainError sandbox_only. */
export async function readClock(ctx: Ctx): Promise<{ now: Date; realTime: Date; move: ClockMoveRow | null }> {
  assertSandbox(ctx);
  const real = realTime(ctx);
  const now = new Date(real.getTime() + ctx.organization.clockOffsetMs);
  return { now, realTime: real, move: await findRunningMove(ctx.organization.id, real) };
}
