/**
 * Ingests events: an accepted event is stored and its participants are enrolled before the answer, a
 * repeated one is answered with the stored event, and a refused one leaves nothing but its webhook.
 * Single events that arrive at the same time are stored in one transaction.
 */
import type { EventIngestion } from '@/contract/event';
import { present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import {
  admit,
  identityKey,
  namedIn,
  type Admission,
  type AdmissionState,
  type AdmittedEvent,
  type ParticipantName,
  type SentEvent,
} from '@/domain/events/admission';
import { Coalescers } from '@/server/platform/coalescer';
import { actingAsService } from '@/server/db/audit-scope';
import { enroll, findKnownParticipants, insertParticipants, loadProgramAdmissions } from '@/server/db/repositories/events/enrollment';
import type { EventRow } from '@/server/db/repositories/events/event-records';
import { findEventsByIdentity, insertEvents } from '@/server/db/repositories/events/event-queue';
import { lookingUp, oneStatement, withTransaction, type Tx } from '@/server/db/transaction';
import { insertWebhooks } from '@/server/db/webhook-writing';
import { idsAt, newId } from '@/server/platform/ids';
import { log } from '@/server/platform/log';
import { wake } from '@/server/platform/wake';
import type { Ctx } from '@/server/platform/context';

export type IngestResult = { readonly event: EventRow } | { readonly error: DomainError };

/** An event and the context of its request. */
interface Sent {
  readonly ctx: Ctx;
  readonly event: SentEvent;
}

const MAX_RACES = 8;
const MAX_BATCH = 100;

/** @throws DomainError the reason of a refusal, after its webhook is stored. */
export async function ingestEvent(ctx: Ctx, item: EventIngestion): Promise<EventRow> {
  const event = sentEvent(ctx, item);
  if (event instanceof DomainError) throw event;
  const { id, clockOffsetMs } = ctx.organization;
  const result = await together.add(`${id}/${clockOffsetMs}`, { ctx, event });
  if ('error' in result) throw result.error;
  return result.event;
}

/** One lane per organization and clock offset at the time of the request. */
const together = new Coalescers<Sent, IngestResult>(
  (sent) =>
    actingAsService(() =>
      ingest(
        present(sent.at(-1), 'no batch of events is empty').ctx,
        sent.map(({ event }) => event),
      ),
    ),
  MAX_BATCH,
);

/** One result per event, in order. A refused event never fails its neighbours. */
export async function ingestEvents(ctx: Ctx, items: readonly EventIngestion[]): Promise<IngestResult[]> {
  const events = items.map((item) => sentEvent(ctx, item));
  const sound = events.flatMap((event) => (event instanceof DomainError ? [] : event));
  const results = sound.length > 0 ? await ingest(ctx, sound) : [];
  return events.map((event) =>
    event instanceof DomainError ? { error: event } : present(results.shift(), 'each sound event has a result, in order'),
  );
}

/** The event, or what is wrong with it on its own, before anything is looked up. */
export function sentEvent({ requestId }: Ctx, item: EventIngestion): SentEvent | DomainError {
  if (item.idempotency_key === undefined)
    return new DomainError('missing_idempotency_key', 'Every event needs an `idempotency_key`, its identity within the program.', {
      param: 'idempotency_key',
    });
  const actor = nameOf(item.participant_id, item.external_id);
  if (actor === null || (item.participant_id !== undefined && item.external_id !== undefined)) {
    return new DomainError('invalid_request', 'Name the participant by exactly one of `external_id` and `participant_id`.', {
      param: 'external_id',
    });
  }
  if (item.recipient_id !== undefined && item.recipient_external_id !== undefined) {
    return new DomainError('invalid_request', 'Name the recipient by one of `recipient_id` and `recipient_external_id`, not both.', {
      param: 'recipient_id',
    });
  }
  return {
    requestId,
    programId: item.program_id,
    idempotencyKey: item.idempotency_key,
    actor,
    recipient: nameOf(item.recipient_id, item.recipient_external_id),
    data: item.event_data,
    timestamp: item.event_timestamp === undefined ? null : new Date(item.event_timestamp),
    codes: askedCodes(item.codes),
  };
}

/** Null for none, so that no event differs from one without the field. */
export const askedCodes = (codes: readonly string[] | undefined): readonly string[] | null => (codes && codes.length > 0 ? codes : null);

const nameOf = (id: string | undefined, externalId: string | undefined): ParticipantName | null =>
  id !== undefined ? { id } : externalId !== undefined ? { externalId } : null;

/**
 * At first as if none of them were stored already, as the database tells when it stores them. Only where that could matter to anything else are they
 * looked up before: when one is to be refused, or a race with another request for the same names was lost.
 * @param events of one organization.
 */
async function ingest({ organization, clock }: Ctx, events: readonly SentEvent[]): Promise<IngestResult[]> {
  let looksUp = false;
  for (let race = 0; race < MAX_RACES; race++) {
    const { state, stored } = await loadAdmission(organization.id, clock.now(), events, looksUp);
    const admission = admit(events, state, { newEventId: idsAt(state.now), newParticipantId: newId });
    const mayBeRepeated = !looksUp && admission.answers.some((answer) => answer instanceof DomainError);
    looksUp = true;
    if (mayBeRepeated) continue;
    try {
      for (const [key, row] of await commitAdmission(state, admission)) stored.set(key, row);
    } catch (error) {
      if (error instanceof NameTaken) continue;
      throw error;
    }
    return admission.answers.map((answer) =>
      typeof answer === 'string'
        ? { event: present(stored.get(answer), 'an event that is not refused is stored by now') }
        : { error: answer },
    );
  }
  throw new DomainError('retryable_conflict', 'Other requests keep changing the same participants; send this one again.');
}

/** Another request has just stored the same event or participant, or has just removed it again. */
class NameTaken extends Error {}

interface LoadedAdmission {
  readonly state: AdmissionState;
  /** Those of the events that are stored already, by identity. */
  readonly stored: Map<string, EventRow>;
}

/** Together, and outside the transaction that stores: a change in between shows as a conflict in the database. */
async function loadAdmission(organizationId: string, now: Date, events: readonly SentEvent[], looksUp: boolean): Promise<LoadedAdmission> {
  const programIds = [...new Set(events.map(({ programId }) => programId))];
  const [programs, stored, participants] = await lookingUp((tx) =>
    Promise.all([
      loadProgramAdmissions(tx, organizationId, programIds),
      looksUp ? findEventsByIdentity(tx, organizationId, events) : new Map<string, EventRow>(),
      findKnownParticipants(tx, organizationId, namedIn(events), programIds),
    ]),
  );
  return { state: { organizationId, now, programs, participants, stored }, stored };
}

type Scope = Pick<AdmissionState, 'organizationId' | 'now'>;

/** @returns the events by identity. @throws NameTaken when another request was faster; the retry then finds what that one stored. */
async function commitAdmission(scope: Scope, admission: Admission): Promise<ReadonlyMap<string, EventRow>> {
  const { events, newcomers, enrollments, webhooks } = admission;
  if (newcomers.length + enrollments.length + webhooks.length > 0) {
    const stored = await withTransaction((tx) => storeAll(tx, scope, admission), { genericPlans: true });
    announce(scope, events);
    return stored;
  }
  if (events.length === 0) return new Map();
  const stored = await insertEvents(oneStatement, scope, events);
  announce(
    scope,
    events.filter((event) => stored.has(identityKey(event))),
  );
  const taken = events.filter((event) => !stored.has(identityKey(event)));
  return taken.length === 0 ? stored : new Map([...stored, ...(await storedMeanwhile(scope, taken))]);
}

/** Events that other requests stored first. The rest of the batch is committed by now and is answered as accepted. */
async function storedMeanwhile({ organizationId }: Scope, events: readonly AdmittedEvent[]): Promise<ReadonlyMap<string, EventRow>> {
  const found = await lookingUp((tx) => findEventsByIdentity(tx, organizationId, events));
  if (found.size < events.length) throw new NameTaken();
  return found;
}

async function storeAll(tx: Tx, scope: Scope, admission: Admission): Promise<ReadonlyMap<string, EventRow>> {
  const { organizationId, now } = scope;
  const { events, newcomers, enrollments, webhooks } = admission;
  if (newcomers.length > 0) {
    const created = await insertParticipants(tx, organizationId, now, newcomers);
    if (created.length < newcomers.length) throw new NameTaken();
  }
  if (enrollments.length > 0) enroll(tx, organizationId, now, enrollments);
  for (const [requestId, group] of Map.groupBy(webhooks, (one) => one.requestId)) {
    insertWebhooks(
      tx,
      { organizationId, now, requestId },
      group.map(({ draft }) => draft),
    );
  }
  if (events.length === 0) return new Map();
  const stored = await insertEvents(tx, scope, events);
  if (stored.size < events.length) throw new NameTaken();
  return stored;
}

function announce({ organizationId }: Scope, events: readonly AdmittedEvent[]): void {
  if (events.length === 0) return;
  wake('process-events');
  for (const [request_id, accepted] of Map.groupBy(events, ({ requestId }) => requestId))
    log().info({ request_id, organization: organizationId, event_ids: accepted.map(({ id }) => id) }, 'events accepted');
}
