/** Decides whether an event may enter: checked at ingestion, before any rule (contract: "Event", state table). */
import { DomainError } from '@/domain/errors';

/** What is known of an actor or recipient that an event names. */
export interface Known {
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'CLOSED';
  readonly enrolled: boolean;
}

export interface Admission {
  readonly onUnknownParticipant: 'CREATE' | 'REJECT';
  /** Null when the service has never heard of them. */
  readonly actor: Known | null;
  /** Absent when the event names none. */
  readonly recipient?: Known | null;
  /** Whether an unknown actor or recipient is named by the caller's own id, so that it can be created. */
  readonly canCreate: { readonly actor: boolean; readonly recipient: boolean };
}

/** The reason to refuse an event, or null when it is accepted. */
export function refusal(admission: Admission): DomainError | null {
  const { actor, recipient } = admission;
  if (isUnknown(actor, admission.canCreate.actor, admission)) {
    return new DomainError('participant_not_found', 'The participant is unknown to the program; create and enroll it first.', {
      param: 'external_id',
    });
  }
  if (recipient !== undefined && isUnknown(recipient, admission.canCreate.recipient, admission)) {
    return new DomainError('recipient_not_found', 'The recipient is unknown to the program; create and enroll it first.', {
      param: 'recipient_external_id',
    });
  }
  return inactive(actor, 'participant') ?? inactive(recipient ?? null, 'recipient');
}

function isUnknown(known: Known | null, canCreate: boolean, { onUnknownParticipant }: Admission): boolean {
  return onUnknownParticipant === 'REJECT' ? !known?.enrolled : known === null && !canCreate;
}

/** The refusal for somebody who is suspended or closed, null for everybody else. */
export function inactive(known: Pick<Known, 'status'> | null, role: 'participant' | 'recipient'): DomainError | null {
  if (known?.status === 'SUSPENDED')
    return new DomainError('participant_suspended', `The ${role} is suspended; activate it before sending events about it.`);
  if (known?.status === 'CLOSED') return new DomainError('participant_closed', `The ${role} is closed; events about it are not accepted.`);
  return null;
}

const LARGEST_EXACT_INTEGER = 2 ** 53;

/** The path of the first number that JSON cannot carry exactly, or null (contract: "Numbers in `event_data`"). */
export function inexactNumberPath(value: unknown, path: string): string | null {
  if (typeof value === 'number') return Math.abs(value) > LARGEST_EXACT_INTEGER ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  const items = Array.isArray(value)
    ? value.map((item, index) => [`${path}[${index}]`, item] as const)
    : Object.entries(value).map(([key, item]) => [`${path}.${key}`, item] as const);
  for (const [itemPath, item] of items) {
    const found = inexactNumberPath(item, itemPath);
    if (found) return found;
  }
  return null;
}
