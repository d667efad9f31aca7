/**
 * Provides the deployment's signing key: created when first needed, its private half encrypted at rest. If
 * it can no longer be decrypted, a new key takes over; earlier checkpoints still verify under the old one.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { invariant } from '@/domain/assert';
import { keyIdOf } from '@/domain/ledger/checkpoint';
import type { Clock } from '@/server/platform/context';
import { signingKeyRow, type SigningKeyRow } from '@/server/db/repositories/ledger/ledger-checkpoints';
import { decryptSecret, encryptSecret, ownerOf } from '@/server/platform/encryption';

const owner = (id: string): string => ownerOf('ledger_signing_key', id);

function create(now: Date): SigningKeyRow {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const id = keyIdOf(publicKey);
  return {
    id,
    public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    private_key: encryptSecret(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), owner(id)),
    created_at: now,
  };
}

/** Null when ENCRYPTION_KEY is no longer the one it was encrypted with. */
function privateHalf(row: SigningKeyRow): KeyObject | null {
  try {
    return createPrivateKey(decryptSecret(row.private_key, owner(row.id)));
  } catch {
    return null;
  }
}

const currentKey = (clock: Clock): Promise<SigningKeyRow> =>
  signingKeyRow(
    (row) => privateHalf(row) !== null,
    () => create(clock.now()),
  );

/** The current signing key, without its private half. @param clock real time. */
export async function currentPublicKey(clock: Clock): Promise<Pick<SigningKeyRow, 'id' | 'public_key' | 'created_at'>> {
  const { id, public_key, created_at } = await currentKey(clock);
  return { id, public_key, created_at };
}

/** The current signing key. @param clock real time. */
export async function currentPrivateKey(clock: Clock): Promise<{ id: string; key: KeyObject }> {
  const row = await currentKey(clock);
  const key = privateHalf(row);
  invariant(key, 'a usable signing key can be read');
  return { id: row.id, key };
}
