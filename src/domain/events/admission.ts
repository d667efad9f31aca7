/**
 * Decides which of the events that are sent together enter, before any rule runs on them (contract: "Events"): who is refused,
 * who is created and enrolled for them, what is announced and what is stored.
 */
import { invariant } from '@/domain/assert';
import type { NewId } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { webhook, type WebhookDraft } from '@/domain/webhooks/events';

/** A caller names a participant by the service's id or by its own. */
export type ParticipantName = { readonly id: string } | { readonly externalId: string };

export interface EventIdentity {
  readonly programId: string;
  readonly idempotencyKey: string;
}

/** An event as it was sent. */
export interface SentEvent extends EventIdentity {
  readonly requestId: string;
  readonly actor: ParticipantName;
  /** Null when it names none. */
  readonly recipient: ParticipantName | null;
  readonly data: Record<string, unknown>;
  /** When it happened, as far as it says so. */
  readonly timestamp: Date | null;
  /** Null for none. */
  readonly codes: readonly string[] | null;
}

/** Everybody whom events name, by how they do. */
export function namedIn(events: readonly Pick<SentEvent, 'actor' | 'recipient'>[]): { externalIds: string[]; ids: string[] } {
  const names = events.flatMap(({ actor, recipient }) => (recipient ? [actor, recipient] : [actor]));
  return {
    externalIds: names.flatMap((name) => ('externalId' in name ? [name.externalId] : [])),
    ids: names.flatMap((name) => ('id' in name ? [name.id] : [])),
  };
}

export interface KnownParticipant {
  readonly id: string;
  readonly externalId: string;
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'CLOSED';
  /** The requested programs in which the participant is enrolled. */
  readonly programIds: readonly string[];
}

/** What events are admitted on. */
export interface AdmissionState {
  readonly organizationId: string;
  /** The present, on the organization's clock. */
  readonly now: Date;
  /** Those named that the organization has, by id. */
  readonly programs: ReadonlyMap<string, { readonly onUnknownParticipant: 'CREATE' | 'REJECT' }>;
  /** Those named that the organization has. */
  readonly participants: readonly KnownParticipant[];
  /** The keys of those identities that stored events have already. */
  readonly stored: { has(identity: string): boolean };
}

export interface AdmittedEvent extends EventIdentity {
  readonly id: string;
  readonly participantId: string;
  readonly recipientId: string | null;
  readonly externalId: string;
  readonly eventData: Record<string, unknown>;
  readonly eventTimestamp: Date;
  /** Null for none. */
  readonly codes: readonly string[] | null;
  /** The request that brought the event. */
  readonly requestId: string;
}

export interface Newcomer {
  readonly id: string;
  readonly externalId: string;
}

export interface Enrollment {
  readonly programId: string;
  readonly participantId: string;
}

/** What is to be stored, and what is to be answered once it is. */
export interface Admission {
  /** For each event that was sent, in order: the key of its identity, under which it is stored by then, or why it is refused. */
  readonly answers: readonly (string | DomainError)[];
  readonly events: readonly AdmittedEvent[];
  readonly newcomers: readonly Newcomer[];
  readonly enrollments: readonly Enrollment[];
  readonly webhooks: readonly { readonly requestId: string; readonly draft: WebhookDraft }[];
}

interface AdmissionTools {
  readonly newEventId: NewId;
  readonly newParticipantId: NewId;
}

export const identityKey = ({ programId, idempotencyKey }: EventIdentity): string => `${programId}/${idempotencyKey}`;

/** Admits events in their order: each sees whom those before it have created. */
export function admit(sent: readonly SentEvent[], state: AdmissionState, tools: AdmissionTools): Admission {
  const admitting = new Admitting(state, tools);
  const answers = sent.map((event) => admitting.one(event));
  return { answers, ...admitting.outcome() };
}

class Admitting {
  private readonly byName = new Map<string, KnownParticipant>();
  private readonly newcomers: Newcomer[] = [];
  private readonly enrollments = new Map<string, Enrollment>();
  private readonly webhooks: Admission['webhooks'][number][] = [];
  private readonly events = new Map<string, AdmittedEvent>();

  constructor(
    private readonly state: AdmissionState,
    private readonly tools: AdmissionTools,
  ) {
    for (const participant of state.participants) {
      this.byName.set(nameKey({ id: participant.id }), participant);
      this.byName.set(nameKey({ externalId: participant.externalId }), participant);
    }
  }

  outcome(): Omit<Admission, 'answers'> {
    const { newcomers, webhooks } = this;
    return { events: [...this.events.values()], newcomers, enrollments: [...this.enrollments.values()], webhooks };
  }

  one(event: SentEvent): string | DomainError {
    const program = this.state.programs.get(event.programId);
    if (!program) return new DomainError('not_found', 'There is no such program in your organization.', { param: 'program_id' });
    const key = identityKey(event);
    if (this.state.stored.has(key) || this.events.has(key)) return key;
    const reason = refusal(program, this.named(event.actor, event), event.recipient && this.named(event.recipient, event));
    if (reason) {
      this.webhooks.push({ requestId: event.requestId, draft: this.rejected(event, reason) });
      return reason;
    }
    this.events.set(key, this.admitted(event));
    return key;
  }

  private admitted(event: SentEvent): AdmittedEvent {
    const { programId, idempotencyKey, requestId, data, timestamp, codes } = event;
    const actor = this.enrolled(event.actor, event);
    return {
      id: this.tools.newEventId(),
      programId,
      participantId: actor.id,
      recipientId: event.recipient && this.enrolled(event.recipient, event).id,
      externalId: actor.externalId,
      eventData: data,
      idempotencyKey,
      requestId,
      eventTimestamp: timestamp ?? this.state.now,
      codes,
    };
  }

  private lookUp(name: ParticipantName): KnownParticipant | null {
    return this.byName.get(nameKey(name)) ?? null;
  }

  private named(name: ParticipantName, { programId }: SentEvent): Named {
    const known = this.lookUp(name);
    return { known, enrolled: known?.programIds.includes(programId) ?? false, byExternalId: 'externalId' in name };
  }

  private enrolled(name: ParticipantName, { programId, requestId }: SentEvent): Newcomer {
    const found = this.lookUp(name) ?? this.created(name, requestId);
    if (!found.programIds.includes(programId)) this.enrollments.set(`${programId}/${found.id}`, { programId, participantId: found.id });
    return found;
  }

  private created(name: ParticipantName, requestId: string): KnownParticipant {
    invariant('externalId' in name, 'only who is named by the caller’s own id can be created');
    const { externalId } = name;
    const created: KnownParticipant = { id: this.tools.newParticipantId(), externalId, status: 'ACTIVE', programIds: [] };
    this.byName.set(nameKey(name), created);
    this.newcomers.push(created);
    const { organizationId } = this.state;
    const data = { participant_id: created.id, organization_id: organizationId, external_user_id: externalId };
    this.webhooks.push({ requestId, draft: webhook('participant.created', data) });
    return created;
  }

  private rejected({ programId, actor, idempotencyKey }: SentEvent, reason: DomainError): WebhookDraft {
    return webhook('event.rejected', {
      organization_id: this.state.organizationId,
      program_id: programId,
      external_id: this.lookUp(actor)?.externalId ?? ('id' in actor ? actor.id : actor.externalId),
      idempotency_key: idempotencyKey,
      error: reason.message,
      error_code: reason.code,
    });
  }
}

const nameKey = (name: ParticipantName): string => ('id' in name ? `id:${name.id}` : `ext:${name.externalId}`);

/** Somebody whom an event names. */
interface Named {
  /** Null when the service has never heard of them. */
  readonly known: KnownParticipant | null;
  readonly enrolled: boolean;
  /** An unknown one can be created if named by the caller's own id. */
  readonly byExternalId: boolean;
}

/** The reason to refuse an event, or null when it is accepted. */
function refusal(
  program: { readonly onUnknownParticipant: 'CREATE' | 'REJECT' },
  actor: Named,
  recipient: Named | null,
): DomainError | null {
  const isUnknown = ({ known, enrolled, byExternalId }: Named): boolean =>
    program.onUnknownParticipant === 'REJECT' ? !enrolled : known === null && !byExternalId;
  const ofActor = actor.byExternalId ? 'external_id' : 'participant_id';
  const ofRecipient = recipient?.byExternalId ? 'recipient_external_id' : 'recipient_id';
  if (isUnknown(actor)) {
    return new DomainError('participant_not_found', 'The participant is unknown to the program; create and enroll it first.', {
      param: ofActor,
    });
  }
  if (recipient && isUnknown(recipient)) {
    return new DomainError('recipient_not_found', 'The recipient is unknown to the program; create and enroll it first.', {
      param: ofRecipient,
    });
  }
  return inactive(actor.known, 'participant', ofActor) ?? inactive(recipient?.known ?? null, 'recipient', ofRecipient);
}

/** The refusal for somebody who is suspended or closed, null for everybody else. `param` is the field that names them. */
export function inactive(
  known: Pick<KnownParticipant, 'id' | 'status'> | null,
  role: 'participant' | 'recipient',
  param?: string,
): DomainError | null {
  if (known === null || known.status === 'ACTIVE') return null;
  const context = { ...(param === undefined ? {} : { param }), details: { participant_id: known.id, status: known.status } };
  return known.status === 'SUSPENDED'
    ? new DomainError('participant_suspended', `The ${role} is suspended; activate it before sending events about it.`, context)
    : new DomainError('participant_closed', `The ${role} is closed; events about it are not accepted.`, context);
}
