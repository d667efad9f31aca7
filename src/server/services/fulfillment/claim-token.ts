/** Creates the random tokens that open claim pages, and encrypts them and the providers' links that those pages reveal. */
import { createHash, randomBytes } from 'node:crypto';
import { env } from '@/env';
import type { ClaimKey } from '@/server/db/repositories/rewards/fulfillment-orders';
import { decryptSecret, encryptSecret, ownerOf } from '@/server/platform/encryption';

/** A token begins with the organization, in which it is looked up; the rest is secret. */
const ORGANIZATION_BYTES = 16;
const SECRET_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

const tokenOwner = (redemptionId: string): string => ownerOf('claim_token', redemptionId);
const linkOwner = (redemptionId: string): string => ownerOf('claim_link', redemptionId);

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** By what a token is looked up; null if it is malformed. */
export function claimKey(token: string): ClaimKey | null {
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
export const openLink = (redemptionId: string, sealed: Uint8Array): string => decryptSecret(sealed, linkOwner(redemptionId));
