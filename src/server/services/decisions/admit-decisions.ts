/**
 * Looks up what new decisions name before anything is locked: answers those that were made already, refuses those that may not enter, and says whom the
 * others would create and enroll.
 */
import { DomainError, orRefusal } from '@/domain/errors';
import { admit, identityKey, namedIn, type Admission, type AdmittedEvent } from '@/domain/events/admission';
import { assertSameRequest } from '@/domain/idempotency';
import { findDecision, findDecisionsByKey, type DecisionRow } from '@/server/db/repositories/decisions/decisions';
import { findKnownParticipants, loadProgramAdmissions } from '@/server/db/repositories/events/enrollment';
import { findEventsByIdentity } from '@/server/db/repositories/events/event-queue';
import { lookingUp } from '@/server/db/transaction';
import { idsAt, newId } from '@/server/platform/ids';
import type { DecisionTask, NewDecision } from './orders';

interface AdmissionScope {
  readonly organizationId: string;
  readonly programId: string;
  readonly now: Date;
}

export interface AdmittedDecisions extends Pick<Admission, 'newcomers' | 'enrollments' | 'webhooks'> {
  /** What is answered without deciding. */
  readonly answers: ReadonlyMap<NewDecision, DecisionRow | DomainError>;
  /** The events of those that enter; of two with the same key, only the first does. */
  readonly admitted: ReadonlyMap<NewDecision, AdmittedEvent>;
}

/** Another request has just stored the same decision, event or participant. */
export class NameTaken extends Error {}

const NOBODY: AdmittedDecisions = { answers: new Map(), admitted: new Map(), newcomers: [], enrollments: [], webhooks: [] };

/** @throws never a DomainError: refusals are answers. */
export async function admitDecisions(scope: AdmissionScope, asked: readonly NewDecision[]): Promise<AdmittedDecisions> {
  if (asked.length === 0) return NOBODY;
  const { organizationId, programId, now } = scope;
  const events = asked.map(({ sent }) => sent);
  const keys = events.map(({ idempotencyKey }) => idempotencyKey);
  const [programs, made, stored, participants] = await lookingUp((tx) =>
    Promise.all([
      loadProgramAdmissions(tx, organizationId, [programId]),
      findDecisionsByKey(tx, organizationId, programId, keys),
      findEventsByIdentity(tx, organizationId, events),
      findKnownParticipants(tx, organizationId, namedIn(events), [programId]),
    ]),
  );
  const byKey = new Map(made.map((row) => [row.idempotency_key, row]));
  const answers = new Map<NewDecision, DecisionRow | DomainError>();
  for (const decision of asked) {
    const { sent, fingerprint } = decision;
    const row = byKey.get(sent.idempotencyKey);
    if (row)
      answers.set(
        decision,
        orRefusal(() => repeated(row, fingerprint)),
      );
    else if (stored.has(identityKey(sent))) answers.set(decision, sentAsEvent());
  }
  const open = asked.filter((decision) => !answers.has(decision));
  const state = { organizationId, now, programs, participants, stored: { has: () => false } };
  const admission = admit(
    open.map(({ sent }) => sent),
    state,
    { newEventId: idsAt(now), newParticipantId: newId },
  );
  const byIdentity = new Map(admission.events.map((event) => [identityKey(event), event]));
  const admitted = new Map<NewDecision, AdmittedEvent>();
  for (const [index, decision] of open.entries()) {
    const answer = admission.answers[index];
    if (answer instanceof DomainError) answers.set(decision, answer);
    const event = byIdentity.get(identityKey(decision.sent));
    if (event && byIdentity.delete(identityKey(decision.sent))) admitted.set(decision, event);
  }
  return { answers, admitted, newcomers: admission.newcomers, enrollments: admission.enrollments, webhooks: admission.webhooks };
}

/** @throws DomainError idempotency_conflict. */
function repeated(row: DecisionRow, fingerprint: string): DecisionRow {
  assertSameRequest(row.fingerprint, fingerprint);
  return row;
}

/**
 * Which reservations cannot be committed any more, as an event with their key was sent meanwhile. The event is looked up first: by the time that a
 * commit has stored it, the decision is not reserved any more.
 */
export async function refuseSentMeanwhile(
  { organizationId, programId }: AdmissionScope,
  tasks: readonly DecisionTask[],
): Promise<Map<DecisionTask, DomainError>> {
  const refused = new Map<DecisionTask, DomainError>();
  for (const task of tasks) {
    if (task.type !== 'COMMIT') continue;
    const identity = { programId, idempotencyKey: task.idempotencyKey };
    const stored = await lookingUp((tx) => findEventsByIdentity(tx, organizationId, [identity]));
    if (stored.size > 0 && (await findDecision(organizationId, task.id))?.status === 'RESERVED') refused.set(task, sentMeanwhile());
  }
  return refused;
}

const sentMeanwhile = (): DomainError =>
  new DomainError(
    'idempotency_conflict',
    'An event with the `idempotency_key` of this reservation was sent meanwhile; cancel the reservation.',
    {
      param: 'id',
    },
  );

const sentAsEvent = (): DomainError =>
  new DomainError(
    'idempotency_conflict',
    'An event with this `idempotency_key` was sent already; decide with a new key, or read the event.',
    {
      param: 'idempotency_key',
    },
  );
