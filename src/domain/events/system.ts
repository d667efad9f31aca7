/** Defines the events that the service itself emits. Chains of events end after a few steps, however rules trigger each other. */
import type { JsonRecord } from '@/domain/rules/activation';

/** The most steps that a chain of events may be away from an external one. */
export const MAX_EVENT_DEPTH = 5;

/** The event that causes another one, and the depth of the one that it causes. */
interface EventCause {
  readonly eventId: string;
  readonly depth: number;
}

/** The cause of the events that this one emits; null when they would be too deep. */
export function causeOfNext(event: { readonly id: string; readonly depth: number }): EventCause | null {
  return event.depth >= MAX_EVENT_DEPTH ? null : { eventId: event.id, depth: event.depth + 1 };
}

/** A SYSTEM event about one participant, or about none. */
export interface SystemEvent {
  readonly id: string;
  readonly programId: string;
  readonly participant: { readonly id: string; readonly externalId: string } | null;
  readonly data: JsonRecord;
  /** When it is to happen; also its `event_timestamp`. */
  readonly dueAt: Date;
  /** Unique within the program: an event that exists already is not created again. */
  readonly idempotencyKey: string;
  readonly cause: EventCause | null;
  /** The automation that emits it, when no other event is its cause. */
  readonly automationId?: string;
}

/** A SYSTEM event for each participant of an audience, created one after another. */
export interface Broadcast {
  readonly id: string;
  readonly programId: string;
  /** Null: every participant of the program. */
  readonly groupId: string | null;
  readonly data: JsonRecord;
  readonly dueAt: Date;
  readonly cause: EventCause;
}

/** The `event_data` of an event with this name. */
export const namedData = (name: string, payload: JsonRecord): JsonRecord => ({ ...payload, type: name });
