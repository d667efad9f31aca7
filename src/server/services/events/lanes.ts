/**
 * Decides how a process takes its turns at a program: with a backlog in lanes of participants side by side, as long as what the lanes share,
 * wallets and PROGRAM budgets, is plenty; otherwise as a whole.
 */
import { availableParallelism } from 'node:os';
import { env } from '@/env';
import { SLOTS, WHOLE, WHOLE_AWAITED, type SlotHold } from '@/server/db/repositories/events/event-queue';
import { violatedConstraint } from '@/server/db/transaction';
import { isDeciding, isOverloaded } from '@/server/platform/pressure';

/** A batch would take too much of what the lanes share to do so without a lock on it. */
export class ScarceMeans extends Error {}

/** Checks that refuse a batch which has decided on more than was left. */
const LIMITS: ReadonlySet<string | undefined> = new Set([
  'balances_not_overdrawn',
  'budget_usage_within_limit',
  'campaign_budget_usage_within_limit',
  'code_batches_within_max_total',
  'codes_within_max_uses',
]);

/** Whether the same batch can go through if it holds the whole program. */
export const needsWhole = (hold: SlotHold, error: unknown): boolean =>
  error instanceof ScarceMeans || (hold.of !== 'PROGRAM' && needsWholeAfter(error));

/** The same of what held slots only. */
export const needsWholeAfter = (error: unknown): boolean => error instanceof ScarceMeans || LIMITS.has(violatedConstraint(error));

/** How many turns a program is then processed as a whole before lanes are tried again. */
const SCARCE_TURNS = 20;
const MOST_REMEMBERED = 10_000;
const scarceTurns = new Map<string, number>();

export function rememberScarce(programId: string): void {
  scarceTurns.delete(programId);
  scarceTurns.set(programId, SCARCE_TURNS);
  if (scarceTurns.size <= MOST_REMEMBERED) return;
  const [oldest] = scarceTurns.keys();
  if (oldest !== undefined) scarceTurns.delete(oldest);
}

function isScarce(programId: string): boolean {
  const left = scarceTurns.get(programId);
  if (left === undefined) return false;
  if (left > 1) scarceTurns.set(programId, left - 1);
  else scarceTurns.delete(programId);
  return true;
}

/** Whatever slots nobody holds. */
export const FREE_SLOTS: SlotHold = { of: 'SLOTS', from: 0, most: SLOTS };

const DUE_SLOTS: readonly SlotHold[] = [{ of: 'DUE_SLOTS' }];

/** What each of the turns that are taken at a program at the same time has to hold. */
export function holdsOf({ programId, backlog }: { readonly programId: string; readonly backlog: boolean }): readonly SlotHold[] {
  if (isOverloaded()) return [WHOLE];
  if (!backlog) return isDeciding() && !isScarce(programId) ? DUE_SLOTS : [WHOLE];
  return isScarce(programId) ? [WHOLE_AWAITED] : lanes();
}

/** From a random slot on, so that processes seldom come for the same ones. */
function lanes(): SlotHold[] {
  const count = laneCount();
  const most = Math.ceil(SLOTS / count);
  const first = Math.floor(Math.random() * SLOTS);
  return Array.from({ length: count }, (_, lane) => ({ of: 'SLOTS', from: (first + lane * most) % SLOTS, most }));
}

/** Half of the connections remain for everything else. */
function laneCount(): number {
  const { EVENT_LANES = Math.max(2, availableParallelism()), DATABASE_POOL_SIZE } = env();
  return Math.min(SLOTS, EVENT_LANES, Math.floor(DATABASE_POOL_SIZE / 2));
}
