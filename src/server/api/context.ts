/** What every procedure is called with, whether through /v1 or from the dashboard. */
import type { Actor, Clock, OrganizationContext } from '@/server/context';

/** How a procedure says more than its body: another of its declared statuses, or extra headers. */
export interface Reply {
  status?: number;
  headers: Record<string, string>;
}

export interface ApiContext {
  readonly requestId: string;
  /** Null when nobody has signed in. */
  readonly actor: Actor | null;
  /** Null for the admin key, and for a user who has chosen no organization. */
  readonly organization: OrganizationContext | null;
  readonly clock: Clock;
  /** The address of the caller's connection; null where it is not known. */
  readonly ip: string | null;
  readonly idempotencyKey: string | null;
  /** The file that was sent, for routes that take one; it can be read once. */
  readonly upload?: AsyncIterable<Uint8Array> | null;
  /** Whether the organization asks its people for a second factor that this person has not set up. */
  readonly owesSecondFactor?: boolean;
  readonly reply: Reply;
}

export const newReply = (): Reply => ({ headers: {} });
