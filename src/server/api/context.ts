/** Defines the context every procedure is called with, through /v1 or from the dashboard. */
import type { Actor, Clock, OrganizationContext } from '@/server/platform/context';

/** What a procedure answers besides its body: another of its declared statuses, extra headers, or every row of a list. */
export interface Reply {
  status?: number;
  headers: Record<string, string>;
  /** In wire form, in batches; set when the caller asked for `everyRow`. */
  rows?: AsyncIterable<readonly object[]>;
}

export interface ApiContext {
  readonly requestId: string;
  /** Null when the caller is not authenticated. */
  readonly actor: Actor | null;
  /** Null for the admin key, and for a user who has not chosen an organization. */
  readonly organization: OrganizationContext | null;
  readonly clock: Clock;
  /** The caller's IP address; null where unknown. */
  readonly ip: string | null;
  readonly idempotencyKey: string | null;
  /** The uploaded file, for routes that take one; it can be read only once. */
  readonly upload?: AsyncIterable<Uint8Array> | null;
  /** Whether the organization requires a second factor that this person has not set up. */
  readonly owesSecondFactor?: boolean;
  /** Whether a list is to leave all of its rows in the reply, for a file, instead of answering one page. */
  readonly everyRow?: boolean;
  readonly reply: Reply;
}

export const newReply = (): Reply => ({ headers: {} });
