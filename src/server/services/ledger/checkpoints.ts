/** Reads checkpoints in the form in which they are signed and published. */
import type { SignedCheckpoint } from '@/domain/ledger/checkpoint';
import type { ListLedgerCheckpoints } from '@/contract/ledger';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { listCheckpointRows, publicKeyRows, type CheckpointRow } from '@/server/db/repositories/ledger/ledger-checkpoints';

export const listCheckpoints = (ctx: Ctx, query: ListLedgerCheckpoints): Promise<KeysetPage<CheckpointRow>> =>
  listCheckpointRows(ctx.organization.id, query);

export function signedCheckpoint({ organization_id, position, seal_hash, key_id, signature, created_at }: CheckpointRow): SignedCheckpoint {
  return { organization_id, position, seal_hash, created_at: created_at.toISOString(), key_id, signature };
}

/** Public keys in PEM by key id, including those of earlier signing keys. */
export async function publicKeysById(): Promise<ReadonlyMap<string, string>> {
  return new Map((await publicKeyRows()).map((row) => [row.id, row.public_key]));
}
