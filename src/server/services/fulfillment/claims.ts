/** Reads claim pages by their random tokens: what the bearer may see, and what consent reveals. Tokens and the links behind them are stored encrypted. */
import { createHash, randomBytes } from 'node:crypto';
import { DomainError } from '@/domain/errors';
import { claimStatus, type ClaimStatus } from '@/domain/fulfillment/claim';
import { env } from '@/env';
import { findClaim, recordConsent, type ClaimKey, type ClaimRow } from '@/server/db/repositories/rewards/fulfillment-orders';
import { decryptSecret, encryptSecret, ownerOf } from '@/server/platform/encryption';

/** A token begins with the organization, in which it is looked up; the rest is secret. */
const ORGANIZATION_BYTES = 16;
const SECRET_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

export interface GiftClaim {
  readonly status: ClaimStatus;
  readonly organization: string;
  readonly reward: { readonly name: string; readonly description: string | null; readonly imageUrl: string | null };
  readonly faceValueMinor: number;
  readonly currency: string;
  readonly consentedAt: Date | null;
  /** Where to collect the reward; null until the bearer has consented and the reward is READY. */
  readonly link: string | null;
}

/** @throws DomainError not_found. */
export async function readClaim(token: string): Promise<GiftClaim> {
  const key = claimKey(token);
  return claimOf((key && (await findClaim(key))) ?? unknownClaim());
}

/** Records the bearer's consent, once, and answers with what it reveals. @param realNow real time. @throws DomainError not_found. */
export async function consentToClaim(token: string, realNow: Date): Promise<GiftClaim> {
  const key = claimKey(token);
  if (key) await recordConsent(key, realNow);
  return readClaim(token);
}

function claimOf(row: ClaimRow): GiftClaim {
  const status = claimStatus(row.order_status, row.redemption_status);
  return {
    status,
    organization: row.organization_name,
    reward: { name: row.reward_name, description: row.reward_description, imageUrl: row.reward_image_url },
    faceValueMinor: row.face_value_minor,
    currency: row.face_currency,
    consentedAt: row.consented_at,
    link: status === 'READY' && row.consented_at && row.link ? openLink(row.redemption_id, row.link) : null,
  };
}

function unknownClaim(): never {
  throw new DomainError('not_found', 'There is no reward to claim at this address.');
}

const tokenOwner = (redemptionId: string): string => ownerOf('claim_token', redemptionId);
const linkOwner = (redemptionId: string): string => ownerOf('claim_link', redemptionId);

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** By what a token is looked up; null if it is malformed. */
function claimKey(token: string): ClaimKey | null {
  if (!TOKEN.test(token)) return null;
  const organization = Buffer.from(token, 'base64url').toString('hex', 0, ORGANIZATION_BYTES);
  return { organizationId: organization.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), hash: hashOf(token) };
}

/** A new token in its two stored forms: a hash to look it up by, and encrypted to show it again. */
export function newClaimToken(organizationId: string, redemptionId: string): { readonly hash: Buffer; readonly sealed: Buffer } {
  const organization = Buffer.from(organizationId.replaceAll('-', ''), 'hex');
  const token = Buffer.concat([organization, randomBytes(SECRET_BYTES)]).toString('base64url');
  return { hash: hashOf(token), sealed: encryptSecret(token, tokenOwner(redemptionId)) };
}

/** The URL of the claim page. @param sealed the stored token in base64. @throws when it cannot be decrypted. */
export const claimUrl = (redemptionId: string, sealed: string): string =>
  `${env().PUBLIC_URL}/claim/${decryptSecret(Buffer.from(sealed, 'base64'), tokenOwner(redemptionId))}`;

export const sealLink = (redemptionId: string, link: string): Buffer => encryptSecret(link, linkOwner(redemptionId));

/** @throws when the stored form cannot be decrypted. */
const openLink = (redemptionId: string, sealed: Uint8Array): string => decryptSecret(sealed, linkOwner(redemptionId));
