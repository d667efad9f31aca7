/** The context that every use case receives: which organization, who acts, and what time it is. */

export interface Clock {
  /** The present, on the organization's clock. */
  now(): Date;
}

export interface OrganizationContext {
  readonly id: string;
  readonly mode: 'LIVE' | 'SANDBOX';
  readonly clockOffsetMs: number;
}

export const ROLES = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] as const;
export type Role = (typeof ROLES)[number];

export type Actor =
  | { readonly kind: 'API_KEY'; readonly apiKeyId: string; readonly trusted: boolean; readonly onBehalfOf: string | null }
  | { readonly kind: 'USER'; readonly userId: string; readonly role: Role; readonly sessionId: string }
  /** The holder of a session token from the deployment's identity provider. */
  | { readonly kind: 'TOKEN'; readonly subject: string; readonly name: string | null; readonly role: Role }
  | { readonly kind: 'ADMIN_KEY' }
  | { readonly kind: 'SYSTEM' };

/** The role that limits an actor; null for actors without one: an API key may do everything. */
export const roleOf = (actor: Actor): Role | null => (actor.kind === 'USER' || actor.kind === 'TOKEN' ? actor.role : null);

/** A person signed in to the dashboard, with their role. */
export type Member = Extract<Actor, { kind: 'USER' }>;

/** The context of a use case within one organization. */
export interface Ctx {
  readonly organization: OrganizationContext;
  readonly actor: Actor;
  readonly clock: Clock;
  readonly requestId: string;
  /** From the `Idempotency-Key` header or the body, already reconciled. */
  readonly idempotencyKey: string | null;
}

/** The context of a use case about the person who calls it. */
export type MemberCtx = Ctx & { readonly actor: Member };

/** Real time plus the offset of the organization's clock. */
export function organizationClock(offsetMs: number): Clock {
  return { now: () => new Date(Date.now() + offsetMs) };
}
