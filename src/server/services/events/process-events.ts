/**
 * Processes due events, a batch of one program at a time: claims them, loads their state under lock, runs
 * the rules in memory, and commits effects and outcomes together. If a batch fails, its events are processed
 * one by one, so that only the event at fault is retried or failed.
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
import {
  claimEvents,
  finishEvents,
  postponeEvent,
  programsWithDueEvents,
  type ClaimedEvent,
  type QueuedProgram,
} from '@/server/db/repositories/event-queue';
import { loadWorld } from '@/server/db/repositories/world';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { newId } from '@/server/ids';
import type { JobOutcome, JobRun } from '@/server/job';
import { log } from '@/server/log';
import { presentEvaluation } from './present-evaluation';
import { tellOfEvents } from './tell-of-events';

/** Processes at most one batch of each program that has due events; `more` says whether to run again at once. */
export async function processEvents({ clock, organization, lane, limit, signal, ending }: JobRun): Promise<JobOutcome> {
  let performed = 0;
  const foundAt = performance.now();
  for (const program of await programsWithDueEvents(clock.now(), organization ?? null, lane)) {
    if (signal.aborted) break;
    performed += await processProgram({ ...program, foundAt, ending }, limit);
  }
  return { performed, more: performed > 0 };
}

/** A program whose turn it is. */
interface Turn extends QueuedProgram {
  /** When its `now` was read, by `performance.now()`. */
  readonly foundAt: number;
  /** When it aborts, a batch that is not fully evaluated is rolled back. */
  readonly ending: AbortSignal | undefined;
}

async function processProgram(program: Turn, limit: number): Promise<number> {
  let claimed: readonly ClaimedEvent[] = [];
  try {
    return await withTransaction(async (tx) => {
      claimed = await claimEvents(tx, program, limit, null);
      return processBatch(tx, program, claimed);
    });
  } catch (error) {
    if (claimed.length === 0) throw error;
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
    await withTransaction(async (tx) => processBatch(tx, program, await claimEvents(tx, program, 1, [event.id])));
  } catch (error) {
    if (program.ending?.aborted) return;
    log().error({ err: error, event_id: event.id, retries_used: event.retry_count }, 'an event could not be processed');
    await withTransaction((tx) => retryOrFail(tx, program, event));
  }
}

const tools = { newId, budget: ruleBudget(() => performance.now()) };

async function processBatch(tx: Tx, program: Turn, events: readonly ClaimedEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const { organizationId, now } = program;
  const actorIds = [...new Set(events.map((event) => event.participant_id).filter((id) => id !== null))];
  const recipientIds = [...new Set(events.map((event) => event.recipient_id).filter((id) => id !== null))];
  const { world, configuration } = await loadWorld(tx, program, { actorIds, recipientIds });
  const due = combine([catchUp(world.accounts, world.assets, { ...program, newId }), settleLevels(world)]);
  const outcomes = await evaluateAll(world, configuration, events, program.ending);
  await commitDecision(
    tx,
    { organizationId, now, requestOfEvent: requestsOf(events) },
    combine([due, ...outcomes.map(({ event, outcome }) => decisionOf(program, event, outcome))]),
  );
  await finishEvents(
    tx,
    { organizationId, now, configurationVersion: configuration.version },
    outcomes.map(({ event, outcome }) => ({
      id: event.id,
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

const requestsOf = (events: readonly ClaimedEvent[]): ReadonlyMap<string, string> =>
  new Map(events.flatMap(({ id, request_id }) => (request_id === null ? [] : [[id, request_id] as const])));

/** How long rules may block the event loop, unless a single expression takes longer. */
const TURN_MS = 20;

async function evaluateAll(world: World, configuration: RuleConfiguration, events: readonly ClaimedEvent[], ending?: AbortSignal) {
  const outcomes: { event: ClaimedEvent; outcome: EventOutcome }[] = [];
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
  const [pending] = await claimEvents(tx, program, 1, [event.id]);
  if (!pending) return;
  const { organizationId, programId, now } = program;
  const delay = retryDelayMs(event.retry_count);
  if (delay !== null) return postponeEvent(tx, organizationId, event.id, new Date(now.getTime() + delay), now);
  await finishEvents(tx, { organizationId, now, configurationVersion: 0 }, [
    { id: event.id, errorCode: null, errorMessage: EXHAUSTED, evaluations: '[]' },
  ]);
  const failed = webhook('event.failed', { event_id: event.id, organization_id: organizationId, program_id: programId, error: EXHAUSTED });
  await commitDecision(tx, { organizationId, now, requestOfEvent: requestsOf([pending]) }, { ...NOTHING, webhooks: [failed] });
  tx.afterCommit(() => tellOfEvents(program, [{ event: pending, failed: true }]));
}
