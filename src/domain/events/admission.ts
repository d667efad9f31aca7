/** Decides whether an event may enter: checked at ingestion, before any rule (contract: "Events"). */
import { DomainError } from '@/domain/errors';

/** What is known of an actor or recipient that an event names. */
export interface Known {
  readonly id: string;
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'CLOSED';
  readonly enrolled: boolean;
}

interface Admission {
  readonly onUnknownParticipant: 'CREATE' | 'REJECT';
  /** Null when the service has never heard of them. */
  readonly actor: Known | null;
  /** Absent when the event names none. */
  readonly recipient?: Known | null;
  /** The field that names each of them: an unknown one can be created if that is the caller's own id. */
  readonly named: {
    readonly actor: 'external_id' | 'participant_id';
    readonly recipient: 'recipient_external_id' | 'recipient_id';
  };
}

/** The reason to refuse an event, or null when it is accepted. */
export function refusal(admission: Admission): DomainError | null {
  const { actor, recipient, named } = admission;
  if (isUnknown(actor, named.actor === 'external_id', admission)) {
    return new DomainError('participant_not_found', 'The participant is unknown to the program; create and enroll it first.', {
      param: named.actor,
    });
  }
  if (recipient !== undefined && isUnknown(recipient, named.recipient === 'recipient_external_id', admission)) {
    return new DomainError('recipient_not_found', 'The recipient is unknown to the program; create and enroll it first.', {
      param: named.recipient,
    });
  }
  return inactive(actor, 'participant', named.actor) ?? inactive(recipient ?? null, 'recipient', named.recipient);
}

function isUnknown(known: Known | null, canCreate: boolean, { onUnknownParticipant }: Admission): boolean {
  return onUnknownParticipant === 'REJECT' ? !known?.enrolled : known === null && !canCreate;
}

/** The refusal for somebody who is suspended or closed, null for everybody else. `param` is the field that names them. */
export function inactive(
  known: Pick<Known, 'id' | 'status'> | null,
  role: 'participant' | 'recipient',
  param?: string,
): DomainError | null {
  if (known === null || known.status === 'ACTIVE') return null;
  const context = { ...(param === undefined ? {} : { param }), details: { participant_id: known.id, status: known.status } };
  return known.status === 'SUSPENDED'
    ? new DomainError('participant_suspended', `The ${role} is suspended; activate it before sending events about it.`, context)
    : new DomainError('participant_closed', `The ${role} is closed; events about it are not accepted.`, context);
}
