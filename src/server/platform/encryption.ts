/**
 * Encrypts secrets at rest with AES-256-GCM under ENCRYPTION_KEY, each bound to the row it belongs to, so that a stored secret
 * is useless without the key and cannot be moved to another row.
 * Layout: 1 byte of version, 12 of nonce, 16 of tag, then the ciphertext.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { invariant } from '@/domain/assert';
import { env } from '@/env';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** The kind of row that a secret belongs to. */
export type SecretKind = 'webhook_endpoint' | 'fulfillment_account' | 'claim_token' | 'claim_link' | 'ledger_signing_key';

export const ownerOf = (kind: SecretKind, id: string): string => `${kind}:${id}`;

const key = (): Buffer => Buffer.from(env().ENCRYPTION_KEY, 'base64');
/** The previous key, configured for as long as secrets may still be encrypted under it. */
const previousKey = (): Buffer | null => {
  const { ENCRYPTION_KEY_PREVIOUS: previous } = env();
  return previous === undefined ? null : Buffer.from(previous, 'base64');
};

/** @param owner identifies the row, as `ownerOf` returns it; decryption needs the same value. */
export function encryptSecret(text: string, owner: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key(), nonce);
  cipher.setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
}

/** @throws when the bytes were altered, belong to another row, or were encrypted under neither the current nor the previous key. */
export function decryptSecret(stored: Uint8Array, owner: string): string {
  const previous = previousKey();
  if (previous === null) return decryptUnder(key(), stored, owner);
  try {
    return decryptUnder(key(), stored, owner);
  } catch {
    return decryptUnder(previous, stored, owner);
  }
}

/** Re-encrypts a secret under the current key; null when it already is. @throws as `decryptSecret` does. */
export function renewedSecret(stored: Uint8Array, owner: string): Buffer | null {
  try {
    decryptUnder(key(), stored, owner);
    return null;
  } catch {
    return encryptSecret(decryptSecret(stored, owner), owner);
  }
}

function decryptUnder(secretKey: Buffer, stored: Uint8Array, owner: string): string {
  const bytes = Buffer.from(stored);
  invariant(bytes[0] === VERSION && bytes.length >= HEAD_BYTES, 'a stored secret has an unknown format');
  const decipher = createDecipheriv('aes-256-gcm', secretKey, bytes.subarray(1, 1 + NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(1 + NONCE_BYTES, HEAD_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8');
}
