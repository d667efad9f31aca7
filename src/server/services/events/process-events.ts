/**
 * Processes due events, a batch of one program at a time: claims them, loads their state under lock, runs
 * the rules in memory, and commits effects and outcomes together. If a batch fails, its events are processed
 * one by one, so that only the event at fault is retried or failed. Where the rules concern nobody but the
 * participant of each event, a backlog is processed in shares of participants, side by side.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { combine, NOTHING, type Decision } from '@/domain/decision';
import { catchUp } from '@/domain/ledger/catch-up';
import { retryDelayMs } from '@/domain/events/retry';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import { evaluateInSteps, type EventOutcome } from '@/domain/rules/evaluate';
import type { RuleConfiguration } from '@/domain/rules/rule';
import type { World } from '@/domain/rules/world';
import { settleLevels } from '@/domain/rules/settle-levels';
import { webhook } from '@/domain/webhooks/events';
import { commitDecision } from '@/server/db/commit';
import { programsWithDueEvents, type DueProgram } from '@/server/db/repositories/due-events';
import {
  ALL_SLOTS,
  areAll,
  claimEvents,
  finishEvents,
  postponeEvent,
  SHARES,
  type Claim,
  type ClaimedEvent,
  type QueuedProgram,
  type QueuePlace,
  type Slots,
} from '@/server/db/repositories/event-queue';
import { loadWorld } from '@/server/db/repositories/world';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { idsAt } from '@/server/ids';
import type { JobOutcome, JobRun } from '@/server/job';
import { log } from '@/server/log';
import { isPressed } from '@/server/pressure';
import { presentEvaluation } from './present-evaluation';
import { tellOfEvents } from './tell-of-events';

/** Processes at most one batch of each program that has due events, or of each share; `more` says whether to run again at once. */
export async function processEvents({ clock, organization, lane, limit, signal, ending }: JobRun): Promise<JobOutcome> {
  let performed = 0;
  const foundAt = performance.now();
  for (const program of await programsWithDueEvents(clock.now(), organization ?? null, limit, lane)) {
    if (signal.aborted) break;
    performed += await processProgram(program, { foundAt, ending }, limit);
  }
  return { performed, more: performed > 0 };
}

/** A program, or a share of one, whose turn it is. */
interface Turn extends QueuedProgram {
  readonly slots: Slots;
  /** When its `now` was read, by `performance.now()`. */
  readonly foundAt: number;
  /** When it aborts, a batch that is not fully evaluated is rolled back. */
  readonly ending: AbortSignal | undefined;
}

/** Programs whose last batch could have been processed in shares. A guess: what has changed since is seen once a share is loaded. */
const divisible = new Set<string>();
const MOST_DIVISIBLE = 10_000;

async function processProgram({ backlog, ...program }: DueProgram, run: Pick<Turn, 'foundAt' | 'ending'>, limit: number): Promise<number> {
  const shares = backlog && divisible.has(program.programId) && !isPressed() ? SHARES : [ALL_SLOTS];
  const turns = await Promise.allSettled(shares.map((slots) => processShare({ ...program, ...run, slots }, limit)));
  const reasons = turns.flatMap((turn) => (turn.status === 'rejected' ? [turn.reason as unknown] : []));
  const broken = reasons.find((reason) => !(reason instanceof Indivisible));
  if (broken !== undefined) throw broken;
  const performed = turns.reduce((sum, turn) => sum + (turn.status === 'fulfilled' ? turn.value : 0), 0);
  return reasons.length === 0 ? performed : performed + (await processShare({ ...program, ...run, slots: ALL_SLOTS }, limit));
}

async function processShare(program: Turn, limit: number): Promise<number> {
  let claimed: readonly ClaimedEvent[] = [];
  try {
    return await withTransaction(async (tx) => {
      claimed = await claimEvents(tx, program, { limit, slots: program.slots });
      return processBatch(tx, program, claimed);
    });
  } catch (error) {
    if (claimed.length === 0 || error instanceof Indivisible) throw error;
    if (program.ending?.aborted) return 0;
    log().warn(
      { err: error, program_id: program.programId, events: claimed.length },
      'a batch of events broke; its events are processed one by one',
    );
    for (const event of claimed) if (!program.ending?.aborted) await processAlone(program, event);
    return claimed.length;
  }
}

async function processAlone(program: Turn, event: ClaimedEvent): Promise<void> {
  try {
    await withTransaction(async (tx) => processBatch(tx, program, await claimEvents(tx, program, only(program, event))));
  } catch (error) {
    if (program.ending?.aborted || error instanceof Indivisible) return;
    log().error({ err: error, event_id: event.id, retries_used: event.retry_count }, 'an event could not be processed');
    await withTransaction((tx) => retryOrFail(tx, program, event));
  }
}

const only = ({ slots }: Turn, event: ClaimedEvent): Claim => ({ limit: 1, only: event, slots });

/** The rules of a share that was claimed turn out to concern others too. */
class Indivisible extends Error {}

/** @throws Indivisible */
function assertDivisible({ programId, slots }: Turn, { needs }: RuleConfiguration, { assets }: World): void {
  // Whoever comes first draws on a wallet first.
  const isDivisible = needs.actorsOnly && [...assets.values()].every(({ issuancePolicy }) => issuancePolicy !== 'PREFUNDED');
  if (!isDivisible) divisible.delete(programId);
  else if (divisible.size < MOST_DIVISIBLE) divisible.add(programId);
  if (!areAll(slots) && !isDivisible) throw new Indivisible();
}

const budget = ruleBudget(() => performance.now());

async function processBatch(tx: Tx, program: Turn, events: readonly ClaimedEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const { organizationId, now } = program;
  const actorIds = [...new Set(events.map((event) => event.participant_id).filter((id) => id !== null))];
  const recipientIds = [...new Set(events.map((event) => event.recipient_id).filter((id) => id !== null))];
  const { world, configuration } = await loadWorld(tx, program, { actorIds, recipientIds });
  assertDivisible(program, configuration, world);
  const due = combine([catchUp(world.accounts, world.assets, { ...program, newId: idsAt(now) }), settleLevels(world)]);
  const outcomes = await evaluateAll(world, configuration, events, program);
  await commitDecision(
    tx,
    { organizationId, now, requestOfEvent: requestsOf(events) },
    combine([due, ...outcomes.map(({ event, outcome }) => decisionOf(program, event, outcome))]),
  );
  finishEvents(
    tx,
    { ...program, configurationVersion: configuration.version },
    outcomes.map(({ event, outcome }) => ({
      ...placeOf(event),
      errorCode: outcome.failure?.code ?? null,
      errorMessage: outcome.failure?.message ?? null,
      evaluations: JSON.stringify(outcome.evaluations.map((evaluation) => presentEvaluation(evaluation, outcome.failure !== null))),
    })),
  );
  tx.afterCommit(() =>
    tellOfEvents(
      program,
      outcomes.map(({ event, outcome }) => ({ event, failed: outcome.failure !== null })),
    ),
  );
  return events.length;
}

const placeOf = ({ id, lane, due_at }: ClaimedEvent): QueuePlace => ({ id, lane, due_at });

const requestsOf = (events: readonly ClaimedEvent[]): ReadonlyMap<string, string> =>
  new Map(events.flatMap(({ id, request_id }) => (request_id === null ? [] : [[id, request_id] as const])));

/** How long rules may block the event loop, unless a single expression takes longer. */
const TURN_MS = 20;

async function evaluateAll(world: World, configuration: RuleConfiguration, events: readonly ClaimedEvent[], { now, ending }: Turn) {
  const outcomes: { event: ClaimedEvent; outcome: EventOutcome }[] = [];
  const tools = { newId: idsAt(now), budget };
  let turnBegan = performance.now();
  for (const event of events) {
    const steps = evaluateInSteps(world, configuration, factsOf(event), tools);
    let step = steps.next();
    while (!step.done) {
      if (performance.now() - turnBegan > TURN_MS) {
        await nextTurn();
        ending?.throwIfAborted();
        turnBegan = performance.now();
      }
      step = steps.next();
    }
    outcomes.push({ event, outcome: step.value });
  }
  return outcomes;
}

const factsOf = (event: ClaimedEvent) => ({
  id: event.id,
  participantId: event.participant_id,
  recipientId: event.recipient_id,
  data: event.event_data,
  timestamp: event.event_timestamp,
  depth: event.depth,
  automationId: event.automation_id,
});

/** The rules' decision, and the webhook that announces the end of the event. */
function decisionOf({ organizationId, programId }: QueuedProgram, event: ClaimedEvent, outcome: EventOutcome): Decision {
  const ids = { event_id: event.id, organization_id: organizationId, program_id: programId };
  if (outcome.failure) {
    const { code, message } = outcome.failure;
    return { ...NOTHING, webhooks: [webhook('event.failed', { ...ids, error: message, error_code: code })] };
  }
  return combine([outcome.decision, { ...NOTHING, webhooks: [webhook('event.completed', ids)] }]);
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
    { ...placeOf(pending), errorCode: null, errorMessage: EXHAUSTED, evaluations: '[]' },
  ]);
  const failed = webhook('event.failed', { event_id: event.id, organization_id: organizationId, program_id: programId, error: EXHAUSTED });
  await commitDecision(tx, { organizationId, now, requestOfEvent: requestsOf([pending]) }, { ...NOTHING, webhooks: [failed] });
  tx.afterCommit(() => tellOfEvents(program, [{ event: pending, failed: true }]));
}
