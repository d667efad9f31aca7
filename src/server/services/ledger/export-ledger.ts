/**
 * Exports the sealed ledger of an organization as JSON lines, in constant memory. Nothing up to the
 * head of the chain ever changes, so the pages need no common transaction.
 */
import { LEDGER_EXPORT_FORMAT } from '@/domain/ledger/proof';
import { CHAIN_START } from '@/domain/ledger/seal';
import type { Clock, Ctx } from '@/server/context';
import { findChain } from '@/server/db/repositories/entry-chains';
import { sealedEntryLines } from '@/server/db/repositories/entry-records';
import { checkpointsAfter, publicKeyRows } from '@/server/db/repositories/ledger-checkpoints';
import { signedCheckpoint } from './checkpoints';
import { sealOrganization } from './seal-entries';

const PAGE = 500;

/**
 * Seals and signs everything committed so far first, so that the export ends with a checkpoint.
 * @param real real time.
 * @returns pieces of text, each of whole lines.
 */
export async function exportLedger(ctx: Ctx, real: Clock): Promise<AsyncIterable<string>> {
  const { id } = ctx.organization;
  await sealOrganization(id, real);
  const chain = await findChain(id);
  return ledgerLines(id, { position: chain?.position ?? 0, hash: chain?.head_hash ?? CHAIN_START }, real.now());
}

const line = (record: object): string => `${JSON.stringify(record)}\n`;

interface Head {
  readonly position: number;
  readonly hash: string;
}

/** Keys and checkpoints come before the entries, so that a reader can verify each entry against them as it streams. */
async function* ledgerLines(id: string, head: Head, now: Date): AsyncGenerator<string, void, undefined> {
  yield line({
    record: 'LEDGER',
    format: LEDGER_EXPORT_FORMAT,
    organization_id: id,
    entries: head.position,
    head_hash: head.hash,
    exported_at: now.toISOString(),
  });
  for (const key of await publicKeyRows()) {
    yield line({
      record: 'PUBLIC_KEY',
      key_id: key.id,
      algorithm: 'Ed25519',
      public_key: key.public_key,
      created_at: key.created_at.toISOString(),
    });
  }
  for (let after = 0, rows; (rows = await checkpointsAfter(id, after, PAGE)).length > 0; after = rows.at(-1)!.position) {
    const covered = rows.filter(({ position }) => position <= head.position);
    yield covered.map((checkpoint) => line({ record: 'CHECKPOINT', ...signedCheckpoint(checkpoint) })).join('');
  }
  for (
    let after = 0, rows;
    (rows = await sealedEntryLines(id, { after, through: head.position, limit: PAGE })).length > 0;
    after = rows.at(-1)!.position
  ) {
    yield rows.map((entry) => `${entry.line}\n`).join('');
  }
  yield line({ record: 'END', entries: head.position });
}
