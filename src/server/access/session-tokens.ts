/**
 * Verifies session tokens of the deployment's identity provider: a signed JWT names the caller, the organization and the role.
 * Keys come from the provider's JWKS, so that it can rotate them at any time; only asymmetric signatures are accepted.
 */
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { Uuid } from '@/contract/primitives';
import { DomainError } from '@/domain/errors';
import type { Env } from '@/env';
import { ROLES, type Actor, type Role } from '@/server/platform/context';

type TokenSettings = Pick<Env, 'JWT_ISSUER' | 'JWT_AUDIENCE' | 'JWT_JWKS_URL' | 'JWT_ORGANIZATION_CLAIM' | 'JWT_ROLE_CLAIM'>;

interface TokenHolder {
  readonly organizationId: string;
  readonly actor: Extract<Actor, { kind: 'TOKEN' }>;
}

const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const CLOCK_TOLERANCE_SECONDS = 30;
/** A key that is not in the set triggers a refetch, at most this often. */
const REFETCH_AFTER_MS = 5_000;
const FETCH_TIMEOUT_MS = 5_000;
const PRINTABLE = /^\P{Cc}{1,255}$/u;

/** Key sets by URL, each fetched when it is first needed. */
const keySets = new Map<string, JWTVerifyGetKey>();

function keySetAt(address: string): JWTVerifyGetKey {
  const known = keySets.get(address);
  if (known) return known;
  const set = createRemoteJWKSet(new URL(address), { cooldownDuration: REFETCH_AFTER_MS, timeoutDuration: FETCH_TIMEOUT_MS });
  keySets.set(address, set);
  return set;
}

/**
 * @param now real time in milliseconds.
 * @throws DomainError jwt_not_configured, invalid_token, service_unavailable (the key set cannot be fetched),
 *   organization_context_required, insufficient_permissions (no role).
 */
export async function verifySessionToken(token: string, settings: TokenSettings, now: number): Promise<TokenHolder> {
  const { JWT_ISSUER: issuer, JWT_AUDIENCE: audience } = settings;
  if (issuer === undefined || audience === undefined)
    throw new DomainError('jwt_not_configured', 'Session tokens are not accepted here; send an API key.');
  const keys = keySetAt(settings.JWT_JWKS_URL ?? `${issuer.replace(/\/$/, '')}/.well-known/jwks.json`);
  const options = { issuer, audience, algorithms: ALGORITHMS, requiredClaims: ['sub', 'exp'], clockTolerance: CLOCK_TOLERANCE_SECONDS };
  try {
    const { payload } = await jwtVerify(token, keys, { ...options, currentDate: new Date(now) });
    return holderOf(payload, settings);
  } catch (error) {
    throw error instanceof DomainError ? error : refusalOf(error);
  }
}

/** A fault of the token is the caller's to fix; a fault of the key set is not. */
function refusalOf(error: unknown): DomainError {
  if (error instanceof errors.JWTExpired)
    return new DomainError('invalid_token', 'The session token has expired; get a new one and send the request again.');
  const isTokensFault =
    error instanceof errors.JOSEError && !UNREACHABLE.has(error.code) && !(error instanceof errors.JWKSMultipleMatchingKeys);
  if (isTokensFault)
    return new DomainError(
      'invalid_token',
      'The session token is not one that this deployment accepts; sign in again to get a current one.',
    );
  return new DomainError(
    'service_unavailable',
    'The keys for verifying session tokens cannot be fetched right now; send the request again shortly.',
  );
}

/** The library's codes for a key set that could not be fetched or is not valid. */
const UNREACHABLE = new Set<string>([errors.JOSEError.code, errors.JWKSTimeout.code, errors.JWKSInvalid.code]);

function holderOf(payload: JWTPayload, { JWT_ORGANIZATION_CLAIM, JWT_ROLE_CLAIM }: TokenSettings): TokenHolder {
  const { sub: subject, email } = payload;
  if (subject === undefined || !PRINTABLE.test(subject))
    throw new DomainError('invalid_token', 'The session token needs a subject (`sub`) of 1 to 255 printable characters.');
  const organizationId = payload[JWT_ORGANIZATION_CLAIM];
  if (typeof organizationId !== 'string' || !Uuid.safeParse(organizationId).success)
    throw new DomainError(
      'organization_context_required',
      `The session token names no organization; its claim \`${JWT_ORGANIZATION_CLAIM}\` must be an organization's id.`,
    );
  const role = roleIn(payload[JWT_ROLE_CLAIM]);
  if (role === null)
    throw new DomainError(
      'insufficient_permissions',
      `The session token gives no role; its claim \`${JWT_ROLE_CLAIM}\` must be OWNER, ADMIN, MEMBER or VIEWER.`,
    );
  const name = typeof email === 'string' && PRINTABLE.test(email) ? email : null;
  return { organizationId, actor: { kind: 'TOKEN', subject, name, role } };
}

const roleIn = (claim: unknown): Role | null => (typeof claim === 'string' && ROLES.find((role) => role === claim.toUpperCase())) || null;
