/** Creates the random tokens that open claim pages, and encrypts them and the providers' links that those pages reveal. */
import { createHash, randomBytes } from 'node:crypto';
import { env } from '@/env';
import { decryptSecret, encryptSecret, ownerOf } from '@/server/encryption';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

const tokenOwner = (redemptionId: string): string => ownerOf('claim_token', redemptionId);
const linkOwner = (redemptionId: string): string => ownerOf('claim_link', redemptionId);

/** The hash by which a token is looked up; null if it is malformed. */
export const tokenHash = (token: string): Buffer | null => (TOKEN.test(token) ? createHash('sha256').update(token).digest() : null);

/** A new token in its two stored forms: a hash to look it up by, and encrypted to show it again. */
export function newClaimToken(redemptionId: string): { readonly hash: Buffer; readonly sealed: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { hash: createHash('sha256').update(token).digest(), sealed: encryptSecret(token, tokenOwner(redemptionId)) };
}

/** The URL of the claim page. @param sealed the stored token in base64. @throws when it cannot be decrypted. */
export const claimUrl = (redemptionId: string, sealed: string): string =>
  `${env().PUBLIC_URL}/claim/${decryptSecret(Buffer.from(sealed, 'base64'), tokenOwner(redemptionId))}`;

export const sealLink = (redemptionId: string, link: string): Buffer => encryptSecret(link, linkOwner(redemptionId));

/** @throws when the stored form cannot be decrypted. */
export const openLink = (redemptionId: string, sealed: Uint8Array): string => decryptSecret(sealed, linkOwner(redemptionId));
