/**
 * Decides within the request: the same rules and the same ledger as for events, answered at once. Decisions about a program that arrive together share a
 * transaction, each answered on its own; the same key gives one decision, however often it is sent.
 */
import type { CancelDecision, ChangeDecision, CommitDecision, Decide } from '@/contract/decision';
import { present } from '@/domain/assert';
import { reservedUntil } from '@/domain/decisions/machine';
import { DomainError } from '@/domain/errors';
import { requestFingerprint } from '@/domain/idempotency';
import type { JsonRecord } from '@/domain/rules/activation';
import { actingAsService } from '@/server/db/audit-scope';
import { findDecision, type DecisionRow } from '@/server/db/repositories/decisions/decisions';
import { withTransaction } from '@/server/db/transaction';
import { Coalescers } from '@/server/platform/coalescer';
import type { Ctx } from '@/server/platform/context';
import { noteDecision } from '@/server/platform/pressure';
import { countAttempts, triedBy } from '@/server/services/codes/verdicts';
import { sentEvent } from '@/server/services/events/ingest-events';
import { needsWholeAfter } from '@/server/services/events/lanes';
import { admitDecisions, NameTaken, refuseSentMeanwhile } from './admit-decisions';
import { decideBatch, participantBusy, RefusedNewcomers, type DecisionAnswers } from './decide-batch';
import type { DecisionLane, DecisionTask, NewDecision } from './orders';

const MAX_BATCH = 50;
/** Batches of a lane that run side by side: most concern different participants, and one that does not waits for the other. */
const AT_ONCE = 2;
const MAX_TRIES = 12;
/** How long a decision waits for the earlier events of its participant, in milliseconds. */
const PATIENCE_MS = 1_500;

/**
 * @throws DomainError missing_idempotency_key, idempotency_conflict, invalid_expiration, participant_busy, refusals of the redemptions, those of sending an
 * event, and for RESERVE whatever would fail the event.
 */
export async function decide(ctx: Ctx, input: Decide & { readonly mode: 'RESERVE' | 'COMMIT' }): Promise<DecisionRow> {
  const { mode, redemptions, expires_at, evaluations: _, ...event } = input;
  const sent = sentEvent(ctx, event);
  if (sent instanceof DomainError) throw sent;
  if (mode === 'COMMIT' && expires_at !== undefined)
    throw new DomainError('invalid_request', 'What is committed does not expire; leave `expires_at` out.', { param: 'expires_at' });
  const { idempotency_key: _key, ...fields } = { ...event, mode, redemptions, expires_at };
  return take(ctx, event.program_id, null, {
    type: 'DECIDE',
    mode,
    sent,
    redemptions,
    expiresAt: mode === 'RESERVE' ? reservedUntil(instantOf(expires_at), ctx.clock.now()) : null,
    fingerprint: requestFingerprint('decisions', fields),
  });
}

/** Decides a reservation anew, with the rules of its time. @throws DomainError not_found, decision_already_resolved, and as `decide`. */
export async function changeDecision(ctx: Ctx, { id, event_data, redemptions, codes, expires_at }: ChangeDecision): Promise<DecisionRow> {
  const row = await getDecisionRow(ctx, id);
  return take(ctx, row.program_id, row.configuration_version, {
    ...ofReservation(ctx, row),
    type: 'CHANGE',
    data: dataOf(event_data),
    redemptions: redemptions ?? null,
    codes: codes ?? null,
    expiresAt: expires_at === undefined ? null : reservedUntil(instantOf(expires_at), ctx.clock.now()),
  });
}

/** Books a reservation, or the part of it that `event_data` names. @throws DomainError not_found, decision_already_resolved, idempotency_conflict, and refusals of the ledger. */
export async function commitReservation(ctx: Ctx, { id, event_data }: CommitDecision): Promise<DecisionRow> {
  const row = await getDecisionRow(ctx, id);
  const task = { ...ofReservation(ctx, row), type: 'COMMIT', reason: null, data: dataOf(event_data) } as const;
  return take(ctx, row.program_id, row.configuration_version, task);
}

/** Gives back all that a reservation holds. @throws DomainError not_found, decision_already_resolved. */
export async function cancelReservation(ctx: Ctx, { id, reason }: CancelDecision): Promise<DecisionRow> {
  const row = await getDecisionRow(ctx, id);
  return take(ctx, row.program_id, row.configuration_version, {
    ...ofReservation(ctx, row),
    type: 'CANCEL',
    reason: reason ?? null,
    data: null,
  });
}

/** @throws DomainError not_found. */
export async function getDecisionRow(ctx: Ctx, id: string): Promise<DecisionRow> {
  const row = await findDecision(ctx.organization.id, id);
  if (!row) throw new DomainError('not_found', 'There is no such decision in your organization.', { param: 'id' });
  return row;
}

const ofReservation = ({ requestId }: Ctx, { id, participant_id, idempotency_key }: DecisionRow) => ({
  id,
  participantId: participant_id,
  idempotencyKey: idempotency_key,
  requestId,
});
const instantOf = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text.toUpperCase()));
const dataOf = (data: Record<string, unknown> | undefined): JsonRecord | null => (data === undefined ? null : (data as JsonRecord)); // read from JSON

interface Asked {
  readonly ctx: Pick<Ctx, 'organization' | 'clock'>;
  readonly programId: string;
  readonly version: number | null;
  readonly task: DecisionTask;
}

/** One lane per program, version of its rules, and clock of the request. */
const together = new Coalescers<Asked, DecisionRow | DomainError>(
  (asked) => actingAsService(() => takeTogether(asked)),
  MAX_BATCH,
  AT_ONCE,
);

/** @throws DomainError the reason of a refusal. */
export async function take(ctx: Asked['ctx'], programId: string, version: number | null, task: DecisionTask): Promise<DecisionRow> {
  const lane = `${ctx.organization.id}/${ctx.organization.clockOffsetMs}/${programId}/${version ?? 'current'}`;
  const answer = await together.add(lane, { ctx, programId, version, task });
  if (answer instanceof DomainError && answer.code === 'code_unknown') await countAttempts(ctx, await triedBy(ctx, task), 1);
  if (answer instanceof DomainError) throw answer;
  return answer;
}

async function takeTogether(asked: readonly Asked[]): Promise<(DecisionRow | DomainError)[]> {
  const { ctx, programId, version } = present(asked.at(-1), 'no batch of decisions is empty');
  noteDecision();
  const answers = new Map<DecisionTask, DecisionRow | DomainError>();
  const deadline = performance.now() + PATIENCE_MS;
  let whole = false;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const open = asked.map(({ task }) => task).filter((task) => !answers.has(task));
    if (open.length === 0) break;
    const patience = Math.ceil(deadline - performance.now());
    if (patience <= 0) throw participantBusy(1);
    const lane: DecisionLane = { organizationId: ctx.organization.id, programId, now: ctx.clock.now(), version };
    const outcome = await attempt(lane, open, { whole, patience });
    if (outcome === 'SCARCE') whole = true;
    else for (const [task, answer] of outcome) answers.set(task, answer);
  }
  return asked.map(({ task }) => answers.get(task) ?? changedMeanwhile());
}

const changedMeanwhile = (): DomainError =>
  new DomainError('retryable_conflict', 'Other requests keep changing the same rows; send this one again.');

/** Takes those of the tasks that can be taken together; another of the same key waits for the next attempt. */
async function attempt(
  lane: DecisionLane,
  tasks: readonly DecisionTask[],
  hold: { readonly whole: boolean; readonly patience: number },
): Promise<DecisionAnswers | 'SCARCE'> {
  const asked = tasks.filter((task): task is NewDecision => task.type === 'DECIDE');
  const admission = await admitDecisions(lane, asked);
  const now = tasks.filter((task) => isFirst(task, tasks) && (task.type !== 'DECIDE' || admission.admitted.has(task)));
  const answered = admission.answers;
  if (now.length === 0 && admission.webhooks.length === 0) return answered;
  try {
    const taken = await withTransaction((tx) => decideBatch(tx, lane, now, admission, hold), { genericPlans: true });
    return taken === null ? new Map() : new Map([...answered, ...taken]);
  } catch (error) {
    if (error instanceof NameTaken) return refuseSentMeanwhile(lane, now);
    if (error instanceof RefusedNewcomers) return error.refused;
    if (!hold.whole && needsWholeAfter(error)) return 'SCARCE';
    throw error;
  }
}

/** Whether no other task before it is about the same reservation. */
const isFirst = (task: DecisionTask, tasks: readonly DecisionTask[]): boolean =>
  task.type === 'DECIDE' || tasks.find((other) => other.type !== 'DECIDE' && other.id === task.id) === task;
