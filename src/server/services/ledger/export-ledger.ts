/**
 * Exports the sealed ledger of an organization as JSON lines, in constant memory. Nothing up to the
 * head of the chain ever changes, so the pages need no common transaction.
 */
import { LEDGER_EXPORT_FORMAT } from '@/domain/ledger/proof';
import { EMPTY_CHAIN, type ChainHead } from '@/domain/ledger/seal';
import type { Clock, Ctx } from '@/server/platform/context';
import { findChain } from '@/server/db/repositories/ledger/entry-chains';
import { entryLines } from '@/server/db/repositories/ledger/entry-records';
import { sealsOf } from '@/server/db/repositories/ledger/entry-seals';
import { checkpointsAfter, publicKeyRows } from '@/server/db/repositories/ledger/ledger-checkpoints';
import { sealOrganization, signedCheckpoint } from './seal-entries';

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
  return ledgerLines(id, chain ?? EMPTY_CHAIN, real.now());
}

const line = (record: object): string => `${JSON.stringify(record)}\n`;

/** Keys and checkpoints come before the entries, and a seal after its own, so that a reader can verify everything as it streams. */
async function* ledgerLines(id: string, head: ChainHead, now: Date): AsyncGenerator<string, void, undefined> {
  yield line({
    record: 'LEDGER',
    format: LEDGER_EXPORT_FORMAT,
    organization_id: id,
    entries: head.position,
    seal_hash: head.seal_hash,
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
  for (let after = 0; ;) {
    const rows = await checkpointsAfter(id, after, PAGE);
    const last = rows.at(-1);
    if (!last) break;
    after = last.position;
    const covered = rows.filter(({ position }) => position <= head.position);
    yield covered.map((checkpoint) => line({ record: 'CHECKPOINT', ...signedCheckpoint(checkpoint) })).join('');
  }
  for (let after = 0; ;) {
    const seals = await sealsOf(id, { after, through: head.position }, PAGE);
    const [first, last] = [seals[0], seals.at(-1)];
    if (!first || !last) break;
    after = last.first_position;
    const entries = Map.groupBy(await entryLines(id, first, last), ({ first_position }) => first_position);
    for (const { organization_id: _, ...seal } of seals) {
      for (const entry of entries.get(seal.first_position) ?? []) yield `${entry.line}\n`;
      yield line({ record: 'SEAL', ...seal });
    }
  }
  yield line({ record: 'END', entries: head.position });
}
