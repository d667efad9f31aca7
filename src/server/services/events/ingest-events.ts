/**
 * Ingests events: an accepted event is stored and its participants are enrolled before the answer, a
 * repeated one is answered with the stored event, and a refused one leaves nothing but its webhook.
 * Single events that arrive at the same time are stored in one transaction.
 */
import type { EventIngestion } from '@/contract/event';
import { DomainError } from '@/domain/errors';
import { refusal, type Known } from '@/domain/events/admission';
import { webhook, type WebhookDraft } from '@/domain/webhooks/events';
import { Coalescers } from '@/server/platform/coalescer';
import { actingAsService } from '@/server/db/audit-scope';
import {
  enroll,
  findKnownParticipants,
  insertParticipants,
  loadProgramAdmissions,
  type KnownParticipant,
  type ProgramAdmission,
} from '@/server/db/repositories/events/enrollment';
import type { EventRow } from '@/server/db/repositories/events/event-records';
import { findEventsByIdentity, identityKey, insertEvents, type NewEvent } from '@/server/db/repositories/events/events';
import { autocommit, oneStatement, onOneConnection, withTransaction, type Tx } from '@/server/db/transaction';
import { insertWebhooks } from '@/server/db/webhook-writing';
import { newId, newIdAt } from '@/server/platform/ids';
import { log } from '@/server/platform/log';
import { wake } from '@/server/platform/wake';
import type { Ctx } from '@/server/platform/context';

export type IngestResult = { readonly event: EventRow } | { readonly error: DomainError };

/** An event and the context of its request. */
interface Sent {
  readonly ctx: Ctx;
  readonly item: EventIngestion;
}

const MAX_RACES = 8;
const MAX_BATCH = 100;

/** @throws DomainError the reason of a refusal, after its webhook is stored. */
export async function ingestEvent(ctx: Ctx, item: EventIngestion): Promise<EventRow> {
  const error = fault(item);
  if (error) throw error;
  const { id, clockOffsetMs } = ctx.organization;
  const result = await together.add(`${id}/${clockOffsetMs}`, { ctx, item });
  if ('error' in result) throw result.error;
  return result.event;
}

/** One lane per organization and clock offset at the time of the request. */
const together = new Coalescers<Sent, IngestResult>((sent) => actingAsService(() => ingestSound(sent)), MAX_BATCH);

/** One result per event, in order. A refused event never fails its neighbours. */
export async function ingestEvents(ctx: Ctx, items: readonly EventIngestion[]): Promise<IngestResult[]> {
  const faults = items.map(fault);
  const sound = items.filter((_, index) => faults[index] === null).map((item) => ({ ctx, item }));
  const accepted = sound.length > 0 ? await ingestSound(sound) : [];
  return faults.map((error) => (error ? { error } : accepted.shift()!));
}

/** What is wrong with an event on its own, before anything is looked up. */
function fault(item: EventIngestion): DomainError | null {
  if (item.idempotency_key === undefined)
    return new DomainError('missing_idempotency_key', 'Every event needs an `idempotency_key`, its identity within the program.', {
      param: 'idempotency_key',
    });
  if ((item.external_id === undefined) === (item.participant_id === undefined)) {
    return new DomainError('invalid_request', 'Name the participant by exactly one of `external_id` and `participant_id`.', {
      param: 'external_id',
    });
  }
  if (item.recipient_id !== undefined && item.recipient_external_id !== undefined) {
    return new DomainError('invalid_request', 'Name the recipient by one of `recipient_id` and `recipient_external_id`, not both.', {
      param: 'recipient_id',
    });
  }
  return null;
}

/** Retries from the lookup after losing a race with another request for the same names. */
async function ingestSound(sent: readonly Sent[]): Promise<IngestResult[]> {
  for (let race = 0; race < MAX_RACES; race++) {
    try {
      return await new Ingestion(sent).run();
    } catch (error) {
      if (!(error instanceof NameTaken)) throw error;
    }
  }
  throw new DomainError('retryable_conflict', 'Other requests keep changing the same participants; send this one again.');
}

/** Another request has just stored the same event or participant, or has just removed it again. */
class NameTaken extends Error {}

class Ingestion {
  private readonly known = new Map<string, KnownParticipant>();
  private readonly newcomers = new Map<string, KnownParticipant>();
  private readonly enrollments = new Map<string, { programId: string; participantId: string }>();
  private readonly webhooks: { readonly requestId: string; readonly draft: WebhookDraft }[] = [];
  private readonly fresh = new Map<string, NewEvent>();
  private readonly organizationId: string;
  private readonly now: Date;

  /** @param sent events of one organization. */
  constructor(private readonly sent: readonly Sent[]) {
    const { organization, clock } = sent.at(-1)!.ctx;
    this.organizationId = organization.id;
    this.now = clock.now();
  }

  async run(): Promise<IngestResult[]> {
    const { organizationId, sent } = this;
    const identities = sent.map(({ item }) => ({ programId: item.program_id, idempotencyKey: item.idempotency_key! }));
    const programIds = [...new Set(sent.map(({ item }) => item.program_id))];
    // Together, and outside the transaction that stores: a change in between shows as a conflict in the database.
    const [programs, stored] = await onOneConnection((tx) =>
      Promise.all([
        loadProgramAdmissions(tx, organizationId, programIds),
        findEventsByIdentity(tx, organizationId, identities),
        this.loadKnown(tx, programIds),
      ]),
    );
    const verdicts = sent.map((one, index) => {
      const { item } = one;
      const key = identityKey(identities[index]!);
      const program = programs.get(item.program_id);
      if (!program) return new DomainError('not_found', 'There is no such program in your organization.', { param: 'program_id' });
      return stored.has(key) || this.fresh.has(key) ? key : (this.admit(key, one, program) ?? key);
    });
    for (const row of await this.store()) stored.set(identityKey({ programId: row.program_id, idempotencyKey: row.idempotency_key }), row);
    return verdicts.map((verdict) => (typeof verdict === 'string' ? { event: stored.get(verdict)! } : { error: verdict }));
  }

  private async loadKnown(tx: Pick<Tx, 'query'>, programIds: readonly string[]): Promise<void> {
    const externalIds = this.sent
      .flatMap(({ item }) => [item.external_id, item.recipient_external_id])
      .filter((name) => name !== undefined);
    const ids = this.sent.flatMap(({ item }) => [item.participant_id, item.recipient_id]).filter((name) => name !== undefined);
    for (const participant of await findKnownParticipants(tx, this.organizationId, { externalIds, ids }, programIds)) {
      this.known.set(`id:${participant.id}`, participant);
      this.known.set(`ext:${participant.externalId}`, participant);
    }
  }

  /** Collects what to store for an event, or returns why it is refused. */
  private admit(key: string, { ctx: { requestId }, item }: Sent, program: ProgramAdmission): DomainError | null {
    const actor = this.lookUp(item.participant_id, item.external_id);
    const hasRecipient = item.recipient_id !== undefined || item.recipient_external_id !== undefined;
    const recipient = hasRecipient ? this.lookUp(item.recipient_id, item.recipient_external_id) : undefined;
    const reason = refusal({
      onUnknownParticipant: program.onUnknownParticipant,
      actor: knownIn(actor, program.id),
      ...(recipient === undefined ? {} : { recipient: knownIn(recipient, program.id) }),
      named: {
        actor: item.external_id === undefined ? 'participant_id' : 'external_id',
        recipient: item.recipient_external_id === undefined ? 'recipient_id' : 'recipient_external_id',
      },
    });
    if (reason) {
      this.webhooks.push({ requestId, draft: this.rejected(item, actor, reason) });
      return reason;
    }
    const enroll = (known: KnownParticipant | null, externalId: string | undefined): KnownParticipant =>
      this.enrolled(known ?? this.lookUp(undefined, externalId) ?? this.create(externalId!, requestId), program.id);
    const participant = enroll(actor, item.external_id);
    this.fresh.set(key, {
      id: newIdAt(this.now),
      programId: program.id,
      participantId: participant.id,
      recipientId: recipient === undefined ? null : enroll(recipient, item.recipient_external_id).id,
      externalId: participant.externalId,
      eventData: item.event_data,
      idempotencyKey: item.idempotency_key!,
      requestId,
      eventTimestamp: item.event_timestamp === undefined ? this.now : new Date(item.event_timestamp),
    });
    return null;
  }

  private lookUp(id: string | undefined, externalId: string | undefined): KnownParticipant | null {
    return this.known.get(id === undefined ? `ext:${externalId}` : `id:${id}`) ?? null;
  }

  private enrolled(found: KnownParticipant, programId: string): KnownParticipant {
    if (!found.programIds.includes(programId)) this.enrollments.set(`${programId}/${found.id}`, { programId, participantId: found.id });
    return found;
  }

  private create(externalId: string, requestId: string): KnownParticipant {
    const created: KnownParticipant = { id: newId(), externalId, status: 'ACTIVE', programIds: [] };
    this.known.set(`ext:${externalId}`, created);
    this.newcomers.set(created.id, created);
    const draft = webhook('participant.created', {
      participant_id: created.id,
      organization_id: this.organizationId,
      external_user_id: externalId,
    });
    this.webhooks.push({ requestId, draft });
    return created;
  }

  private rejected(item: EventIngestion, actor: KnownParticipant | null, reason: DomainError): WebhookDraft {
    return webhook('event.rejected', {
      organization_id: this.organizationId,
      program_id: item.program_id,
      external_id: actor?.externalId ?? item.external_id ?? item.participant_id!,
      idempotency_key: item.idempotency_key!,
      error: reason.message,
      error_code: reason.code,
    });
  }

  /** @throws NameTaken when another request was faster; the retry then finds what that one stored. */
  private async store(): Promise<EventRow[]> {
    const events = [...this.fresh.values()];
    if (this.newcomers.size + this.enrollments.size + this.webhooks.length > 0) {
      const rows = await withTransaction((tx) => this.storeAll(tx, events), { genericPlans: true });
      this.announce(events);
      return rows;
    }
    const stored = await this.storeEvents(oneStatement, events);
    const ids = new Set(stored.map(({ id }) => id));
    this.announce(events.filter(({ id }) => ids.has(id)));
    const taken = events.filter(({ id }) => !ids.has(id));
    return taken.length === 0 ? stored : [...stored, ...(await this.storedMeanwhile(taken))];
  }

  /** Events that other requests stored first. The rest of the batch is committed by now and is answered as accepted. */
  private async storedMeanwhile(events: readonly NewEvent[]): Promise<Iterable<EventRow>> {
    const found = await findEventsByIdentity(autocommit, this.organizationId, events);
    if (found.size < events.length) throw new NameTaken();
    return found.values();
  }

  private async storeAll(tx: Tx, events: readonly NewEvent[]): Promise<EventRow[]> {
    const { organizationId, now } = this;
    if (this.newcomers.size > 0) {
      const created = await insertParticipants(tx, organizationId, now, [...this.newcomers.values()]);
      if (created.length < this.newcomers.size) throw new NameTaken();
    }
    if (this.enrollments.size > 0) enroll(tx, organizationId, now, [...this.enrollments.values()]);
    for (const [requestId, group] of Map.groupBy(this.webhooks, (one) => one.requestId)) {
      insertWebhooks(
        tx,
        { organizationId, now, requestId },
        group.map(({ draft }) => draft),
      );
    }
    const rows = await this.storeEvents(tx, events);
    if (rows.length < events.length) throw new NameTaken();
    return rows;
  }

  private storeEvents(tx: Pick<Tx, 'query'>, events: readonly NewEvent[]): Promise<EventRow[]> {
    return events.length === 0 ? Promise.resolve([]) : insertEvents(tx, { organizationId: this.organizationId, now: this.now }, events);
  }

  private announce(events: readonly NewEvent[]): void {
    if (events.length === 0) return;
    wake('process-events');
    for (const [request_id, accepted] of Map.groupBy(events, ({ requestId }) => requestId))
      log().info({ request_id, organization: this.organizationId, event_ids: accepted.map(({ id }) => id) }, 'events accepted');
  }
}

function knownIn(participant: KnownParticipant | null, programId: string): Known | null {
  return participant && { id: participant.id, status: participant.status, enrolled: participant.programIds.includes(programId) };
}
