/** Creates the random secrets of webhook endpoints, and stores them encrypted and bound to their endpoint. */
import { randomBytes } from 'node:crypto';
import { SECRET_BYTES, secretFrom } from '@/domain/webhooks/signature';
import { decryptSecret, encryptSecret, ownerOf } from '@/server/platform/encryption';

const owner = (endpointId: string): string => ownerOf('webhook_endpoint', endpointId);

/** A new secret: its text, shown once, and its stored form. */
export function newEndpointSecret(endpointId: string): { readonly text: string; readonly stored: Buffer } {
  const text = secretFrom(randomBytes(SECRET_BYTES));
  return { text, stored: encryptSecret(text, owner(endpointId)) };
}

/** @throws when the stored form cannot be decrypted. */
export function openEndpointSecret(endpointId: string, stored: Uint8Array): string {
  return decryptSecret(stored, owner(endpointId));
}
