/**
 * Accepts events: an accepted one is stored and its participants are enrolled before the answer,
 * an event sent again is the stored one, a refused one leaves nothing but its webhook.
 */
import type { EventIngestion } from '@/contract/event';
import { DomainError } from '@/domain/errors';
import { inexactNumberPath, refusal, type Known } from '@/domain/events/admission';
import { webhook, type WebhookDraft } from '@/domain/webhooks/events';
import { insertWebhooks } from '@/server/db/commit';
import {
  enrol,
  findKnownParticipants,
  insertParticipants,
  loadProgramAdmissions,
  type KnownParticipant,
  type ProgramAdmission,
} from '@/server/db/repositories/enrolment';
import { findEventsByIdentity, identityKey, insertEvents, type EventRow, type NewEvent } from '@/server/db/repositories/events';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { newId } from '@/server/ids';
import { log } from '@/server/log';
import { wake } from '@/server/wake';
import type { Ctx } from '@/server/context';

export type IngestResult = { readonly event: EventRow } | { readonly error: DomainError };

const MAX_RACES = 8;

/** @throws DomainError the reason of a refusal, after its webhook is stored. */
export async function ingestEvent(ctx: Ctx, item: EventIngestion): Promise<EventRow> {
  const [result] = await ingestEvents(ctx, [item]);
  if ('error' in result!) throw result.error;
  return result!.event;
}

/** One result for each event, in their order. One refused event never fails its neighbours. */
export async function ingestEvents(ctx: Ctx, items: readonly EventIngestion[]): Promise<IngestResult[]> {
  const faults = items.map(fault);
  const sound = items.filter((_, index) => faults[index] === null);
  const accepted = sound.length > 0 ? await ingestSound(ctx, sound) : [];
  return faults.map((error) => (error ? { error } : accepted.shift()!));
}

/** What is wrong with an event by itself, before anything is looked up. */
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
  const path = inexactNumberPath(item.event_data, 'event_data');
  return path
    ? new DomainError('amount_precision_exceeded', 'This number is above 2^53 and would lose digits; send it as a string.', { param: path })
    : null;
}

/** Races with other requests over the same names are settled by looking again. */
async function ingestSound(ctx: Ctx, items: readonly EventIngestion[]): Promise<IngestResult[]> {
  for (let race = 0; race < MAX_RACES; race++) {
    try {
      return await withTransaction((tx) => new Ingestion(tx, ctx, items).run());
    } catch (error) {
      if (!(error instanceof NameTaken)) throw error;
    }
  }
  throw new DomainError('retryable_conflict', 'Other requests keep changing the same participants; send this one again.');
}

/** Another request stored the same event or participant at the same moment. */
class NameTaken extends Error {}

class Ingestion {
  private readonly known = new Map<string, KnownParticipant>();
  private readonly newcomers = new Map<string, KnownParticipant>();
  private readonly enrolments = new Map<string, { programId: string; participantId: string }>();
  private readonly webhooks: WebhookDraft[] = [];
  private readonly fresh = new Map<string, NewEvent>();
  private readonly now: Date;

  constructor(
    private readonly tx: Tx,
    private readonly ctx: Ctx,
    private readonly items: readonly EventIngestion[],
  ) {
    this.now = ctx.clock.now();
  }

  async run(): Promise<IngestResult[]> {
    const organizationId = this.ctx.organization.id;
    const identities = this.items.map((item) => ({ programId: item.program_id, idempotencyKey: item.idempotency_key! }));
    const programs = await loadProgramAdmissions(this.tx, organizationId, [...new Set(this.items.map((item) => item.program_id))]);
    const stored = await findEventsByIdentity(this.tx, organizationId, identities);
    await this.loadKnown([...programs.keys()]);
    const verdicts = this.items.map((item, index) => {
      const key = identityKey(identities[index]!);
      const program = programs.get(item.program_id);
      if (!program) return new DomainError('not_found', 'There is no such program in your organization.', { param: 'program_id' });
      return stored.has(key) || this.fresh.has(key) ? key : (this.admit(key, item, program) ?? key);
    });
    for (const row of await this.store()) stored.set(identityKey({ programId: row.program_id, idempotencyKey: row.idempotency_key }), row);
    return verdicts.map((verdict) => (typeof verdict === 'string' ? { event: stored.get(verdict)! } : { error: verdict }));
  }

  private async loadKnown(programIds: readonly string[]): Promise<void> {
    const externalIds = this.items.flatMap((item) => [item.external_id, item.recipient_external_id]).filter((name) => name !== undefined);
    const ids = this.items.flatMap((item) => [item.participant_id, item.recipient_id]).filter((name) => name !== undefined);
    for (const participant of await findKnownParticipants(this.tx, this.ctx.organization.id, { externalIds, ids }, programIds)) {
      this.known.set(`id:${participant.id}`, participant);
      this.known.set(`ext:${participant.externalId}`, participant);
    }
  }

  /** Notes what is to be stored for an event, or returns why it is refused. */
  private admit(key: string, item: EventIngestion, program: ProgramAdmission): DomainError | null {
    const actor = this.lookUp(item.participant_id, item.external_id);
    const hasRecipient = item.recipient_id !== undefined || item.recipient_external_id !== undefined;
    const recipient = hasRecipient ? this.lookUp(item.recipient_id, item.recipient_external_id) : undefined;
    const reason = refusal({
      onUnknownParticipant: program.onUnknownParticipant,
      actor: knownIn(actor, program.id),
      ...(recipient === undefined ? {} : { recipient: knownIn(recipient, program.id) }),
      canCreate: { actor: item.external_id !== undefined, recipient: item.recipient_external_id !== undefined },
    });
    if (reason) {
      this.webhooks.push(this.rejected(item, actor, reason));
      return reason;
    }
    const participant = this.enrolled(actor, item.external_id, program.id);
    this.fresh.set(key, {
      id: newId(),
      programId: program.id,
      participantId: participant.id,
      recipientId: recipient === undefined ? null : this.enrolled(recipient, item.recipient_external_id, program.id).id,
      externalId: participant.externalId,
      eventData: item.event_data,
      idempotencyKey: item.idempotency_key!,
      eventTimestamp: item.event_timestamp === undefined ? this.now : new Date(item.event_timestamp),
    });
    return null;
  }

  private lookUp(id: string | undefined, externalId: string | undefined): KnownParticipant | null {
    return this.known.get(id === undefined ? `ext:${externalId}` : `id:${id}`) ?? null;
  }

  private enrolled(participant: KnownParticipant | null, externalId: string | undefined, programId: string): KnownParticipant {
    const found = participant ?? this.lookUp(undefined, externalId) ?? this.create(externalId!);
    if (!found.programIds.includes(programId)) this.enrolments.set(`${programId}/${found.id}`, { programId, participantId: found.id });
    return found;
  }

  private create(externalId: string): KnownParticipant {
    const created: KnownParticipant = { id: newId(), externalId, status: 'ACTIVE', programIds: [] };
    this.known.set(`ext:${externalId}`, created);
    this.newcomers.set(created.id, created);
    this.webhooks.push(
      webhook('participant.created', {
        participant_id: created.id,
        organization_id: this.ctx.organization.id,
        external_user_id: externalId,
      }),
    );
    return created;
  }

  private rejected(item: EventIngestion, actor: KnownParticipant | null, reason: DomainError): WebhookDraft {
    return webhook('event.rejected', {
      organization_id: this.ctx.organization.id,
      program_id: item.program_id,
      external_id: actor?.externalId ?? item.external_id ?? item.participant_id!,
      idempotency_key: item.idempotency_key!,
      error: reason.message,
      error_code: reason.code,
    });
  }

  /** @throws NameTaken when another request was faster; the transaction is then tried again. */
  private async store(): Promise<EventRow[]> {
    const scope = { organizationId: this.ctx.organization.id, now: this.now, requestId: this.ctx.requestId };
    if (this.newcomers.size > 0) {
      const created = await insertParticipants(this.tx, scope.organizationId, this.now, [...this.newcomers.values()]);
      if (created.length < this.newcomers.size) throw new NameTaken();
    }
    if (this.enrolments.size > 0) await enrol(this.tx, scope.organizationId, this.now, [...this.enrolments.values()]);
    if (this.webhooks.length > 0) await insertWebhooks(this.tx, scope, this.webhooks);
    if (this.fresh.size === 0) return [];
    const rows = await insertEvents(this.tx, scope, [...this.fresh.values()]);
    if (rows.length < this.fresh.size) throw new NameTaken();
    this.tx.afterCommit(() => {
      wake('process-events');
      const { organizationId: organization, requestId: request_id } = scope;
      log().info({ request_id, organization, event_ids: rows.map(({ id }) => id) }, 'events accepted');
    });
    return rows;
  }
}

function knownIn(participant: KnownParticipant | null, programId: string): Known | null {
  return participant && { status: participant.status, enrolled: participant.programIds.includes(programId) };
}
