/**
 * Processes due events, a batch of one program at a time: claims them, loads their state under lock, runs
 * the rules in memory, and commits effects and outcomes together. If a batch fails, its events are processed
 * one by one, so that only the event at fault is retried or failed. A backlog is processed in lanes of
 * participants, side by side; a batch that takes much of what the lanes share is processed as the only one.
 */
import { present } from '@/domain/assert';
import { NOTHING } from '@/domain/decision';
import { retryDelayMs } from '@/domain/events/retry';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import { decideBatch } from '@/domain/rules/evaluate';
import { webhook } from '@/domain/webhooks/events';
import { commitDecision } from '@/server/db/commit';
import { programsWithDueEvents, type DueProgram } from '@/server/db/repositories/events/due-events';
import {
  claimEvents,
  finishEvents,
  postponeEvent,
  slotOf,
  WHOLE,
  WHOLE_AWAITED,
  type EventClaim,
  type ClaimedEvent,
  type SlotHold,
  type QueuedProgram,
} from '@/server/db/repositories/events/event-queue';
import { loadWorld } from '@/server/db/repositories/rules/world';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { idsAt } from '@/server/platform/ids';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { log } from '@/server/platform/log';
import { recordVerdicts } from '@/server/services/codes/verdicts';
import { factsOf, finishedEvent, peopleOf, placeOf, reportEvents, requestsOf } from './claimed-events';
import { inTurns } from './in-turns';
import { FREE_SLOTS, holdsOf, needsWhole, rememberScarce, ScarceMeans } from './lanes';

/** Processes at most one batch of each program that has due events, or of each lane of one; `more` says whether to run again at once. */
export async function processEvents({ clock, organization, lane, limit, signal, ending }: JobRun): Promise<JobOutcome> {
  let performed = 0;
  const foundAt = performance.now();
  for (const program of await programsWithDueEvents(clock.now(), organization ?? null, limit, lane)) {
    if (signal.aborted) break;
    performed += await processProgram(program, { foundAt, ending }, limit);
  }
  return { performed, more: performed > 0 };
}

/** A program, or a lane of one, whose turn it is. */
interface Turn extends QueuedProgram {
  readonly hold: SlotHold;
  /** When its `now` was read, by `performance.now()`. */
  readonly foundAt: number;
  /** When it aborts, a batch that is not fully evaluated is rolled back. */
  readonly ending: AbortSignal | undefined;
}

async function processProgram(program: DueProgram, run: Pick<Turn, 'foundAt' | 'ending'>, limit: number): Promise<number> {
  const inHold = (hold: SlotHold): Promise<number> => processTurn({ ...program, ...run, hold }, limit);
  const holds = holdsOf(program);
  const first = await takeTurns(holds, inHold);
  // Decisions within requests hold single slots; beside them, what waits in the others can be processed.
  const isHeld = holds.includes(WHOLE) && first.performed === 0 && !first.isScarce;
  const { performed, isScarce } = isHeld ? await takeTurns([FREE_SLOTS], inHold) : first;
  if (!isScarce) return performed;
  rememberScarce(program.programId);
  return performed + (await inHold(WHOLE_AWAITED));
}

async function takeTurns(
  holds: readonly SlotHold[],
  inHold: (hold: SlotHold) => Promise<number>,
): Promise<{ performed: number; isScarce: boolean }> {
  const turns = await Promise.allSettled(holds.map(inHold));
  const reasons = turns.flatMap((turn): unknown[] => (turn.status === 'rejected' ? [turn.reason] : []));
  const broken = reasons.find((reason) => !(reason instanceof ScarceMeans));
  if (broken !== undefined) throw broken;
  return { performed: turns.reduce((sum, turn) => sum + (turn.status === 'fulfilled' ? turn.value : 0), 0), isScarce: reasons.length > 0 };
}

/** @throws ScarceMeans when its events have to be processed by a turn that holds the whole program. */
async function processTurn(turn: Turn, limit: number): Promise<number> {
  let claimed: readonly ClaimedEvent[] = [];
  try {
    return await withTransaction(
      async (tx) => {
        claimed = await claimEvents(tx, turn, { limit, hold: turn.hold });
        return processBatch(tx, turn, claimed);
      },
      { genericPlans: true },
    );
  } catch (error) {
    if (needsWhole(turn.hold, error)) throw new ScarceMeans();
    if (claimed.length === 0) throw error;
    if (turn.ending?.aborted) return 0;
    log().warn(
      { err: error, program_id: turn.programId, events: claimed.length },
      'a batch of events broke; its events are processed one by one',
    );
    for (const event of claimed) if (!turn.ending?.aborted) await processAlone(turn, event);
    return claimed.length;
  }
}

async function processAlone(turn: Turn, event: ClaimedEvent): Promise<void> {
  try {
    await withTransaction(async (tx) => processBatch(tx, turn, await claimEvents(tx, turn, only(turn, event))));
  } catch (error) {
    if (turn.ending?.aborted) return;
    if (needsWhole(turn.hold, error)) return processAlone({ ...turn, hold: WHOLE_AWAITED }, event);
    log().error({ err: error, event_id: event.id, retries_used: event.retry_count }, 'an event could not be processed');
    await withTransaction((tx) => retryOrFail(tx, turn, event));
  }
}

const only = ({ hold }: Turn, event: ClaimedEvent): EventClaim => ({
  limit: 1,
  only: event,
  hold: hold.of === 'PROGRAM' ? hold : { of: 'SLOTS', from: slotOf(event), most: 1 },
});

const budget = ruleBudget(() => performance.now());

async function processBatch(tx: Tx, turn: Turn, events: readonly ClaimedEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const { organizationId, now } = turn;
  const locksMeans = turn.hold.of === 'PROGRAM';
  const { world, configuration } = await loadWorld(tx, { ...turn, locksMeans }, peopleOf(events));
  const steps = decideBatch(world, configuration, events.map(factsOf), { newId: idsAt(now), budget });
  const { decision, endings, isWithinPortion } = await inTurns(steps, turn.ending);
  if (!locksMeans && !isWithinPortion) throw new ScarceMeans();
  await commitDecision(tx, { organizationId, now, requestOfEvent: requestsOf(events) }, decision);
  const ended = endings.map((ending, index) => ({ ...ending, event: present(events[index], 'each event has one ending, in order') }));
  finishEvents(
    tx,
    { ...turn, configurationVersion: configuration.version },
    ended.map(({ event, ...ending }) => finishedEvent(turn.programId, event, ending)),
  );
  recordVerdicts(
    tx,
    { organizationId, now },
    ended.map(({ event, failure, codes }) => ({
      id: event.id,
      participantId: event.participant_id,
      verdicts: codes,
      isFailed: failure !== null,
    })),
  );
  const reported = ended.map(({ event, failure }) => ({ event, failed: failure !== null }));
  tx.afterCommit(() => reportEvents(turn, reported));
  return events.length;
}

const EXHAUSTED = 'The event could not be processed after 5 retries; retry it once the cause is mended.';

async function retryOrFail(tx: Tx, program: Turn, event: ClaimedEvent): Promise<void> {
  // The event may have ended already, in a commit whose answer was lost.
  const [pending] = await claimEvents(tx, program, only(program, event));
  if (!pending) return;
  const { organizationId, programId, now } = program;
  const delay = retryDelayMs(event.retry_count);
  if (delay !== null) return postponeEvent(tx, program, pending, new Date(now.getTime() + delay));
  finishEvents(tx, { ...program, configurationVersion: 0 }, [
    { ...placeOf(pending), errorCode: null, errorMessage: EXHAUSTED, evaluations: [] },
  ]);
  const failed = webhook('event.failed', { event_id: event.id, organization_id: organizationId, program_id: programId, error: EXHAUSTED });
  await commitDecision(tx, { organizationId, now, requestOfEvent: requestsOf([pending]) }, { ...NOTHING, webhooks: [failed] });
  tx.afterCommit(() => reportEvents(program, [{ event: pending, failed: true }]));
}
