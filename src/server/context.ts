/** What every use case is handed: whose organization, who acts, and what time it is. */

export interface Clock {
  /** The present, in the time of the organization. */
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
  /** Whoever holds a session token of the deployment's identity provider. */
  | { readonly kind: 'TOKEN'; readonly subject: string; readonly name: string | null; readonly role: Role }
  | { readonly kind: 'ADMIN_KEY' }
  | { readonly kind: 'SYSTEM' };

/** What an actor may do, for those whom it depends on. A key may do everything. */
export const roleOf = (actor: Actor): Role | null => (actor.kind === 'USER' || actor.kind === 'TOKEN' ? actor.role : null);

/** A person who is signed in to the dashboard, and what they may do there. */
export type Member = Extract<Actor, { kind: 'USER' }>;

/** The context of a use case inside one organization. */
export interface Ctx {
  readonly organization: OrganizationContext;
  readonly actor: Actor;
  readonly clock: Clock;
  readonly requestId: string;
  /** From the `Idempotency-Key` header or the body, already reconciled. */
  readonly idempotencyKey: string | null;
}

/** That of a use case which is about the person who calls it. */
export type MemberCtx = Ctx & { readonly actor: Member };

/** Real time plus what the organization's clock was moved by. */
export function organizationClock(offsetMs: number): Clock {
  return { now: () => new Date(Date.now() + offsetMs) };
}
