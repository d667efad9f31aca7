/** Events that the service makes itself. Those that come of other events end after a few steps, however rules answer each other. */
import type { JsonObject } from '@/domain/rules/activation';

/** How many steps an event may be away from one that somebody sent. */
export const MAX_EVENT_DEPTH = 5;

/** The event that another one comes of, and how deep that other one lies. */
export interface EventCause {
  readonly eventId: string;
  readonly depth: number;
}

/** What events made by this one are caused by; null when they would lie too deep. */
export function causeOfNext(event: { readonly id: string; readonly depth: number }): EventCause | null {
  return event.depth >= MAX_EVENT_DEPTH ? null : { eventId: event.id, depth: event.depth + 1 };
}

/** A SYSTEM event about one participant, or about nobody. */
export interface SystemEvent {
  readonly id: string;
  readonly programId: string;
  readonly participant: { readonly id: string; readonly externalId: string } | null;
  readonly data: JsonObject;
  /** When it is to happen; also its `event_timestamp`. */
  readonly dueAt: Date;
  /** Its identity within the program: one that exists already is not made again. */
  readonly idempotencyKey: string;
  readonly cause: EventCause | null;
  /** The automation that makes it, where no other event is its cause. */
  readonly automationId?: string;
}

/** One SYSTEM event for everybody in an audience, made one after the other. */
export interface Broadcast {
  readonly id: string;
  readonly programId: string;
  /** Null: every participant of the program. */
  readonly groupId: string | null;
  readonly data: JsonObject;
  readonly dueAt: Date;
  readonly cause: EventCause;
}

/** The `event_data` of an event with this name. */
export const namedData = (name: string, payload: JsonObject): JsonObject => ({ ...payload, type: name });
