/**
 * Seals committed entries, organization by organization, and signs checkpoints, which it reads in the form in which they are signed and published. Posting
 * never waits for it: the only row it locks is the chain's own.
 */
import type { ListLedgerCheckpoints } from '@/contract/ledger';
import { signCheckpoint, type SignedCheckpoint } from '@/domain/ledger/checkpoint';
import { sealAll, type EntryRecord } from '@/domain/ledger/seal';
import type { KeysetPage } from '@/server/db/keyset';
import { appendSeals, keepQueued, lockChain, organizationsToSeal, queuedRows } from '@/server/db/repositories/ledger/entry-chains';
import { entriesById } from '@/server/db/repositories/ledger/entry-records';
import {
  insertCheckpoint,
  listCheckpointRows,
  organizationsToCheckpoint,
  publicKeyRows,
  type CheckpointRow,
} from '@/server/db/repositories/ledger/ledger-checkpoints';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Clock, Ctx } from '@/server/platform/context';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { log } from '@/server/platform/log';
import { isDeciding } from '@/server/platform/pressure';
import { currentPrivateKey } from './signing-key';

/** About how many entries are sealed in one transaction: what one statement wrote is sealed in one. Fewer while checkouts wait, as reading them takes long. */
const [BATCH, BATCH_BESIDE_DECISIONS] = [1_000, 150];
const CHECKPOINT_EVERY_ENTRIES = 1_000;
const CHECKPOINT_EVERY_MS = 5 * 60_000;

/** Seals one batch of each organization with queued entries, then signs the checkpoints that are due. */
export async function sealEntries({ clock, limit, signal }: Pick<JobRun, 'clock' | 'limit' | 'signal'>): Promise<JobOutcome> {
  const organizations = await organizationsToSeal(limit);
  const batch = isDeciding() ? BATCH_BESIDE_DECISIONS : BATCH;
  let performed = 0;
  let full = organizations.length === limit;
  for (const id of organizations) {
    if (signal.aborted) break;
    const sealed = await alone(id, () => sealBatch(id, clock, { batch, wait: false }));
    performed += sealed ?? 0;
    full ||= sealed !== null && sealed >= batch;
  }
  for (const id of await organizationsToCheckpoint(clock.now(), limit)) {
    if (!signal.aborted) await alone(id, () => checkpointChain(id, clock, { wait: false }));
  }
  return { performed, more: full && performed > 0 };
}

/** A failure for one organization, such as a tampered chain, is logged and holds up no other. */
async function alone<T>(organizationId: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    log().error({ err: error, organization: organizationId }, 'the entries of an organization could not be sealed');
    return null;
  }
}

/** Seals everything one organization had committed before the call, and signs the head of its chain. */
export async function sealOrganization(organizationId: string, clock: Clock): Promise<void> {
  while ((await sealBatch(organizationId, clock, { batch: BATCH, wait: true })) >= BATCH);
  await checkpointChain(organizationId, clock, { wait: true });
}

/** Whether to wait for another transaction that is extending the same chain, or to leave it to that one. */
interface Patience {
  readonly wait: boolean;
}

/** @returns how many entries were sealed: a full batch when more may be queued. */
function sealBatch(organizationId: string, clock: Clock, { batch, ...patience }: Patience & { readonly batch: number }): Promise<number> {
  return withTransaction(async (tx) => {
    const chain = await lockChain(tx, organizationId, patience);
    if (!chain) return 0;
    const { entries, sequences } = await takeQueued(tx, organizationId, batch);
    if (entries.length === 0) return 0;
    const now = clock.now();
    const reached = chain.position + entries.length - chain.checkpoint_position;
    const checkpointDueAt = new Date(now.getTime() + (reached >= CHECKPOINT_EVERY_ENTRIES ? 0 : CHECKPOINT_EVERY_MS));
    await appendSeals(tx, organizationId, { seals: sealAll(organizationId, entries, chain), sequences, now, checkpointDueAt });
    return entries.length;
  });
}

/** An entry that was taken away behind the ledger's back holds up no other, and goes on waiting, so that a verification names it. */
async function takeQueued(
  tx: Tx,
  organizationId: string,
  batch: number,
): Promise<{ entries: readonly EntryRecord[]; sequences: readonly number[] }> {
  const rows = await queuedRows(tx, organizationId, batch);
  const ids = rows.flatMap(({ entry_ids }) => entry_ids);
  const stored = await entriesById(tx, organizationId, ids);
  const sequences: number[] = [];
  for (const { sequence, entry_ids } of rows) {
    const missing = entry_ids.filter((id) => !stored.has(id));
    if (missing.length === 0) sequences.push(sequence);
    else if (missing.length < entry_ids.length) await keepQueued(tx, organizationId, { sequence, entry_ids: missing });
  }
  return { entries: ids.flatMap((id) => stored.get(id) ?? []), sequences };
}

/** Signs the head of a chain unless it is already signed. */
async function checkpointChain(organizationId: string, clock: Clock, patience: Patience): Promise<void> {
  const { id: key_id, key } = await currentPrivateKey(clock);
  await withTransaction(async (tx) => {
    const chain = await lockChain(tx, organizationId, patience);
    if (!chain || chain.position === chain.checkpoint_position) return;
    const created_at = clock.now();
    const values = { organization_id: organizationId, position: chain.position, seal_hash: chain.seal_hash };
    const signature = signCheckpoint({ ...values, created_at: created_at.toISOString() }, key);
    await insertCheckpoint(tx, { ...values, created_at, key_id, signature });
  });
}

export const listCheckpoints = (ctx: Ctx, query: ListLedgerCheckpoints): Promise<KeysetPage<CheckpointRow>> =>
  listCheckpointRows(ctx.organization.id, query);

export function signedCheckpoint({ organization_id, position, seal_hash, key_id, signature, created_at }: CheckpointRow): SignedCheckpoint {
  return { organization_id, position, seal_hash, created_at: created_at.toISOString(), key_id, signature };
}

/** Public keys in PEM by key id, including those of earlier signing keys. */
export async function publicKeysById(): Promise<ReadonlyMap<string, string>> {
  return new Map((await publicKeyRows()).map((row) => [row.id, row.public_key]));
}
