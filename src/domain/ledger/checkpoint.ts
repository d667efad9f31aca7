/**
 * Signs and verifies checkpoints: the deployment's attestation of the last seal of an organization's ledger. Whoever kept one can detect
 * any later rewrite of the entries it covers.
 *
 * Ed25519 signs the UTF-8 text of a JSON array without white space:
 *
 *     ["ledger-checkpoint:v1", organization_id, position, seal_hash, created_at]
 */
import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

interface CheckpointRecord {
  readonly organization_id: string;
  /** Position of the last entry it covers. */
  readonly position: number;
  /** Hash of the seal whose last entry is at `position`. */
  readonly seal_hash: string;
  /** RFC 3339 in UTC with milliseconds; real time. */
  readonly created_at: string;
}

export interface SignedCheckpoint extends CheckpointRecord {
  readonly key_id: string;
  /** Base64. */
  readonly signature: string;
}

const signedBytes = ({ organization_id, position, seal_hash, created_at }: CheckpointRecord): Buffer =>
  Buffer.from(JSON.stringify(['ledger-checkpoint:v1', organization_id, position, seal_hash, new Date(created_at).toISOString()]));

/** @returns the signature in base64. */
export function signCheckpoint(checkpoint: CheckpointRecord, privateKey: KeyObject): string {
  return sign(null, signedBytes(checkpoint), privateKey).toString('base64');
}

/** Whether this key signed exactly these values; false for a key that cannot be parsed. */
export function isSignedBy(checkpoint: SignedCheckpoint, publicKey: string): boolean {
  try {
    return verify(null, signedBytes(checkpoint), publicKey, Buffer.from(checkpoint.signature, 'base64'));
  } catch {
    return false;
  }
}

/** Derives a key's id: the first 16 hex digits of the SHA-256 of its DER form. */
export function keyIdOf(publicKey: KeyObject | string): string {
  const key = typeof publicKey === 'string' ? createPublicKey(publicKey) : publicKey;
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);
}
