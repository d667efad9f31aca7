/**
 * Identifies the caller of /v1. A key is looked up by its hash and cached for a few seconds, so that the hot path rarely queries
 * the database, and a revocation still takes effect everywhere within that time (at once in this process, through `forgetApiKeys`).
 */
import { timingSafeEqual } from 'node:crypto';
import { DomainError } from '@/domain/errors';
import { env } from '@/env';
import { hashApiKey } from './api-keys';
import type { Actor, OrganizationContext } from '@/server/platform/context';
import { findApiKey, touchApiKey, type ApiKeyRow } from '@/server/db/repositories/organizations/api-keys';
import { findOpenedOrganization } from '@/server/db/repositories/organizations/organizations';
import { log } from '@/server/platform/log';
import { verifySessionToken } from './session-tokens';
import { singleton } from '@/server/platform/singleton';

export interface Credentials {
  /** The `Authorization` header, as sent. */
  readonly authorization?: string;
  /** The `X-API-Key` header, as sent. */
  readonly apiKey?: string;
  /** The `X-On-Behalf-Of` header, as sent. */
  readonly onBehalfOf?: string;
}

export interface Caller {
  readonly actor: Actor;
  /** Null for the admin key. */
  readonly organization: OrganizationContext | null;
}

const REMEMBERED_MS = 5_000;
const NOTE_EVERY_MS = 60_000;
const MAX_REMEMBERED = 10_000;
const JWT_SHAPE = /^[\w-]+\.[\w-]+\.[\w-]*$/;
const ON_BEHALF_OF_MAX = 255;

interface Remembered {
  readonly row: ApiKeyRow;
  readonly until: number;
}

const remembered = () => singleton('api-key-cache', () => new Map<string, Remembered>());
/** Incremented on every invalidation: a row read before it must not be cached after it. */
const generation = () => singleton('api-key-generation', () => ({ number: 0 }));
/** When the last use of each key was recorded, by key id. */
const noted = () => singleton('api-key-uses', () => new Map<string, number>());

/** Makes changes to an organization or its keys take effect at once in this process. */
export function forgetApiKeys(organizationId: string): void {
  const cache = remembered();
  generation().number++;
  for (const [hash, { row }] of cache) if (row.organization_id === organizationId) cache.delete(hash);
}

/**
 * Identifies the caller.
 * @param now real time in milliseconds, by which keys expire and cache entries age.
 * @throws DomainError authentication_required, invalid_api_key, insufficient_permissions (organization suspended),
 *   actor_assertion_forbidden; for session tokens also what `verifySessionToken` throws, and not_organization_member.
 */
export async function authenticate(credentials: Credentials, now: number): Promise<Caller> {
  const key = presentedKey(credentials);
  if (isAdminKey(key)) {
    if (credentials.onBehalfOf !== undefined) throw actorAssertionForbidden();
    return { actor: { kind: 'ADMIN_KEY' }, organization: null };
  }
  if (!key.startsWith('sk_')) {
    if (JWT_SHAPE.test(key)) return identifyTokenHolder(key, credentials, now);
    throw invalidApiKey();
  }
  const row = await findRemembered(key, now);
  if (!row || row.revoked_at || (row.expires_at && row.expires_at.getTime() <= now)) throw invalidApiKey();
  if (row.organization_status === 'SUSPENDED') throw organizationSuspended();
  const actor = actorOf(row, credentials.onBehalfOf);
  noteUse(row, now);
  return { actor, organization: { id: row.organization_id, mode: row.mode, clockOffsetMs: row.clock_offset_ms } };
}

async function identifyTokenHolder(token: string, { onBehalfOf }: Credentials, now: number): Promise<Caller> {
  const { organizationId, actor } = await verifySessionToken(token, env(), now);
  if (onBehalfOf !== undefined) throw actorAssertionForbidden();
  const found = await findOpenedOrganization(organizationId);
  if (!found) throw new DomainError('not_organization_member', 'The organization in the session token does not exist in this deployment.');
  if (found.status === 'SUSPENDED') throw organizationSuspended();
  return { actor, organization: { id: organizationId, mode: found.mode, clockOffsetMs: found.clock_offset_ms } };
}

function presentedKey({ authorization, apiKey }: Credentials): string {
  const bearer = authorization === undefined ? undefined : /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (authorization !== undefined && bearer === undefined) {
    throw new DomainError('authentication_required', 'The `Authorization` header must read `Bearer sk_…`.');
  }
  const key = bearer ?? apiKey?.trim();
  if (!key) throw new DomainError('authentication_required', 'Send an API key as `Authorization: Bearer sk_…`.');
  return key;
}

function isAdminKey(key: string): boolean {
  const { ADMIN_API_KEY } = env();
  // The prefix is no secret: every admin key has it and no other key does.
  if (ADMIN_API_KEY === undefined || !key.startsWith('sk_admin_')) return false;
  return timingSafeEqual(hashApiKey(key), hashApiKey(ADMIN_API_KEY));
}

async function findRemembered(key: string, now: number): Promise<ApiKeyRow | null> {
  const hash = hashApiKey(key);
  const name = hash.toString('base64');
  const cache = remembered();
  const known = cache.get(name);
  if (known && known.until > now) return known.row;
  const { number } = generation();
  const row = await findApiKey(hash);
  cache.delete(name);
  if (!row || !timingSafeEqual(row.key_hash, hash)) return null;
  // Not cached for sandboxes: another process may move their clock at any time, and the next request must see it.
  if (row.mode === 'LIVE' && number === generation().number) remember(cache, name, { row, until: now + REMEMBERED_MS });
  return row;
}

function remember<T>(cache: Map<string, T>, name: string, value: T): void {
  if (cache.size >= MAX_REMEMBERED) cache.clear();
  cache.set(name, value);
}

/** Records the use of a key, at most once a minute and without being awaited. */
function noteUse(key: ApiKeyRow, now: number): void {
  if (now - (noted().get(key.id) ?? 0) < NOTE_EVERY_MS) return;
  remember(noted(), key.id, now);
  touchApiKey(key, new Date(now)).catch((error: unknown) => log().warn({ err: error }, 'the last use of a key could not be noted'));
}

function actorOf(row: ApiKeyRow, onBehalfOf: string | undefined): Actor {
  if (onBehalfOf === undefined) return { kind: 'API_KEY', apiKeyId: row.id, trusted: row.trusted, onBehalfOf: null };
  if (!row.trusted) throw actorAssertionForbidden();
  const asserted = onBehalfOf.trim();
  if (asserted === '' || asserted.length > ON_BEHALF_OF_MAX) {
    throw new DomainError('bad_request', `\`X-On-Behalf-Of\` must have 1 to ${ON_BEHALF_OF_MAX} characters.`, { param: 'X-On-Behalf-Of' });
  }
  return { kind: 'API_KEY', apiKeyId: row.id, trusted: true, onBehalfOf: asserted };
}

const invalidApiKey = () =>
  new DomainError('invalid_api_key', 'The API key is unknown or no longer valid; use a current one from the dashboard.');
const organizationSuspended = () =>
  new DomainError('insufficient_permissions', 'This organization is suspended; contact the operator of this deployment.');
const actorAssertionForbidden = () =>
  new DomainError('actor_assertion_forbidden', 'Only a trusted key can send `X-On-Behalf-Of`; leave the header out.');
