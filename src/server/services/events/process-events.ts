/**
 * Processes due events, a batch of one program at a time: claim, load under lock, run the rules in
 * memory, and commit effects and outcome together. An event that breaks its batch is split off and
 * retried or failed alone.
 */
import { combine, type Decision } from '@/domain/decision';
import { retryDelayMs } from '@/domain/events/retry';
import { EvaluationBudget } from '@/domain/rules/cel/budget';
import { evaluateEvent, type EventOutcome } from '@/domain/rules/evaluate';
import { webhook } from '@/domain/webhooks/events';
import { commitDecision } from '@/server/db/commit';
import { claimEvents, finishEvents, postponeEvent, programsWithDueEvents, type ClaimedEvent, type QueuedProgram } from '@/server/db/repositories/event-queue';
import { organizationNow } from '@/server/db/repositories/organizations';
import { loadRuleConfiguration } from '@/server/db/repositories/rule-configurations';
import { loadWorld } from '@/server/db/repositories/world';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { newId } from '@/server/ids';
import { log } from '@/server/log';
import { presentEvaluation } from './present-evaluation';

export interface ProcessOptions {
  /** Real time; each organization's own clock is derived from it. */
  readonly now: Date;
  /** Only this organization's events. */
  readonly organizationId?: string;
  readonly signal?: AbortSignal;
}

const BATCH_SIZE = 500;

/** Processes at most one batch of each program that has due events; `more` says whether to come back at once. */
export async function processEvents(options: ProcessOptions): Promise<{ performed: number; more: boolean }> {
  let performed = 0;
  let more = false;
  for (const program of await programsWithDueEvents(options.now, options.organizationId ?? null)) {
    if (options.signal?.aborted) break;
    const done = await processProgram(program, options.now);
    performed += done;
    more ||= done > 0;
  }
  return { performed, more };
}

async function processProgram(program: QueuedProgram, now: Date): Promise<number> {
  let claimed: readonly ClaimedEvent[] = [];
  try {
    return await withTransaction(async (tx) => {
      claimed = await claim(tx, program, now, BATCH_SIZE, null);
      return processBatch(tx, program, claimed, await organizationNow(tx, program.organizationId, now));
    });
  } catch (error) {
    if (claimed.length === 0) throw error;
    log().warn({ err: error, program_id: program.programId, events: claimed.length }, 'a batch of events broke; its events are processed one by one');
    for (const event of claimed) await processAlone(program, event, now);
    return claimed.length;
  }
}

async function claim(tx: Tx, program: QueuedProgram, now: Date, limit: number, only: readonly string[] | null): Promise<ClaimedEvent[]> {
  return claimEvents(tx, program.programId, await organizationNow(tx, program.organizationId, now), limit, only);
}

async function processAlone(program: QueuedProgram, event: ClaimedEvent, now: Date): Promise<void> {
  try {
    await withTransaction(async (tx) => {
      const claimed = await claim(tx, program, now, 1, [event.id]);
      return processBatch(tx, program, claimed, await organizationNow(tx, program.organizationId, now));
    });
  } catch (error) {
    log().error({ err: error, event_id: event.id, retries_used: event.retry_count }, 'an event could not be processed');
    await withTransaction(async (tx) => retryOrFail(tx, program, event, await organizationNow(tx, program.organizationId, now)));
  }
}

async function processBatch(tx: Tx, program: QueuedProgram, events: readonly ClaimedEvent[], now: Date): Promise<number> {
  if (events.length === 0) return 0;
  const { organizationId, programId } = program;
  const participantIds = [...new Set(events.flatMap((event) => [event.participant_id, event.recipient_id]).filter((id) => id !== null))];
  const { world, configurationVersion } = await loadWorld(tx, organizationId, programId, participantIds);
  const configuration = await loadRuleConfiguration(tx, organizationId, programId, configurationVersion);
  const outcomes = events.map((event) => ({ event, outcome: evaluateEvent(world, configuration, factsOf(event), { newId, newBudget: () => new EvaluationBudget(() => performance.now()) }) }));
  await commitDecision(tx, { organizationId, now }, combine(outcomes.map(({ event, outcome }) => decisionOf(program, event, outcome))));
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
  return events.length;
}

const factsOf = (event: ClaimedEvent) => ({
  id: event.id,
  participantId: event.participant_id,
  recipientId: event.recipient_id,
  data: event.event_data,
  timestamp: event.event_timestamp,
});

/** What the rules decided, and the word that the event ended. */
function decisionOf({ organizationId, programId }: QueuedProgram, event: ClaimedEvent, outcome: EventOutcome): Decision {
  const ids = { event_id: event.id, organization_id: organizationId, program_id: programId };
  if (outcome.failure) {
    const { code, message } = outcome.failure;
    return { entries: [], overdrafts: [], webhooks: [webhook('event.failed', { ...ids, error: message, error_code: code })] };
  }
  return combine([outcome.decision, { entries: [], overdrafts: [], webhooks: [webhook('event.completed', ids)] }]);
}

const EXHAUSTED = 'The event could not be processed after 5 retries; retry it once the cause is mended.';

async function retryOrFail(tx: Tx, { organizationId, programId }: QueuedProgram, event: ClaimedEvent, now: Date): Promise<void> {
  const delay = retryDelayMs(event.retry_count);
  if (delay !== null) return postponeEvent(tx, organizationId, event.id, new Date(now.getTime() + delay), now);
  await finishEvents(tx, { organizationId, now, configurationVersion: 0 }, [{ id: event.id, errorCode: null, errorMessage: EXHAUSTED, evaluations: '[]' }]);
  const failed = webhook('event.failed', { event_id: event.id, organization_id: organizationId, program_id: programId, error: EXHAUSTED });
  await commitDecision(tx, { organizationId, now }, { entries: [], overdrafts: [], webhooks: [failed] });
}
