/** Stores the hash chains: the entries that await their seal, the head of each chain, and the seals themselves. */
import { present } from '@/domain/assert';
import type { ChainHead, NewSeal } from '@/domain/ledger/seal';
import { OF_ALL } from '@/server/db/spread';
import { statement, type Tx } from '@/server/db/transaction';

/** Organizations with unsealed entries, found by skipping along the index from one organization to the next. */
export async function organizationsToSeal(limit: number): Promise<string[]> {
  const rows = await statement<{ organization_id: string }>(
    `${OF_ALL} WITH RECURSIVE waiting AS (
       (SELECT organization_id FROM entry_seal_queue ORDER BY organization_id LIMIT 1)
       UNION ALL
       SELECT (SELECT q.organization_id FROM entry_seal_queue q WHERE q.organization_id > waiting.organization_id ORDER BY q.organization_id LIMIT 1)
       FROM waiting WHERE waiting.organization_id IS NOT NULL
     ) SELECT organization_id FROM waiting WHERE organization_id IS NOT NULL LIMIT $1`,
    [limit],
  );
  return rows.map((row) => row.organization_id);
}

interface ChainRow extends ChainHead {
  readonly checkpoint_position: number;
  readonly checkpoint_due_at: Date | null;
}

const CHAIN = `position, encode(seal_hash, 'hex') AS seal_hash, checkpoint_position, checkpoint_due_at`;

/** Locks the chain until the end of the transaction; null when it has no entries, or while someone else holds it and `wait` is false. */
export async function lockChain(tx: Tx, organizationId: string, { wait = false } = {}): Promise<ChainRow | null> {
  await tx.query(
    `INSERT INTO entry_chains (organization_id) SELECT $1 WHERE EXISTS (SELECT 1 FROM entry_seal_queue WHERE organization_id = $1)
     ON CONFLICT DO NOTHING`,
    [organizationId],
  );
  const [row] = await tx.query<ChainRow>(
    `SELECT ${CHAIN} FROM entry_chains WHERE organization_id = $1 FOR UPDATE ${wait ? '' : 'SKIP LOCKED'}`,
    [organizationId],
  );
  return row ?? null;
}

export async function findChain(organizationId: string): Promise<ChainRow | null> {
  const [row] = await statement<ChainRow>(`SELECT ${CHAIN} FROM entry_chains WHERE organization_id = $1`, [organizationId]);
  return row ?? null;
}

/** A row of the queue. */
interface QueuedRow {
  readonly sequence: number;
  readonly entry_ids: readonly string[];
}

/**
 * The first rows of the queue, in the order in which their entries were written: as many as `limit` entries take. An entry that builds on
 * another was written after that one had been committed, so this order never puts it first.
 */
export const queuedRows = (tx: Tx, organizationId: string, limit: number): Promise<QueuedRow[]> =>
  tx.query<QueuedRow>(QUEUED, [organizationId, limit]);

const QUEUED = `
  WITH RECURSIVE taken AS (
    (SELECT sequence, entry_ids, cardinality(entry_ids) AS total FROM entry_seal_queue WHERE organization_id = $1 ORDER BY sequence LIMIT 1)
    UNION ALL
    SELECT following.sequence, following.entry_ids, taken.total + cardinality(following.entry_ids)
    FROM taken CROSS JOIN LATERAL (
      SELECT q.sequence, q.entry_ids FROM entry_seal_queue q WHERE q.organization_id = $1 AND q.sequence > taken.sequence ORDER BY q.sequence LIMIT 1
    ) following
    WHERE taken.total < $2::int
  ) SELECT sequence, entry_ids::text[] FROM taken ORDER BY sequence`;

/** Leaves these entries alone of a row of the queue: those of its entries that were taken away behind the ledger's back. */
export async function keepQueued(tx: Tx, organizationId: string, { sequence, entry_ids }: QueuedRow): Promise<void> {
  await tx.query('UPDATE entry_seal_queue SET entry_ids = $3 WHERE organization_id = $1 AND sequence = $2', [
    organizationId,
    sequence,
    entry_ids,
  ]);
}

interface Sealing {
  /** At least one. */
  readonly seals: readonly NewSeal[];
  /** The rows of the queue whose entries they seal. */
  readonly sequences: readonly number[];
  readonly now: Date;
  /** Real time; an earlier time already set is kept. */
  readonly checkpointDueAt: Date;
}

/** Appends seals to a locked chain and removes their entries from the queue. */
export async function appendSeals(tx: Tx, organizationId: string, { seals, sequences, now, checkpointDueAt }: Sealing): Promise<void> {
  const sorted = seals.map(({ entry_ids }) => entry_ids.toSorted());
  const last = present(seals.at(-1), 'there is at least one seal');
  await tx.query(
    `WITH seals AS (
       INSERT INTO entry_seals (organization_id, first_position, entries, root, previous_hash, entry_ids, entry_hashes, lowest_id, highest_id, sealed_at)
       SELECT $1, first_position, entries, decode(root, 'hex'), decode(previous_hash, 'hex'), entry_ids::uuid[], decode(entry_hashes, 'hex'), lowest_id, highest_id, $2
       FROM unnest($3::bigint[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::uuid[], $10::uuid[])
         AS seal (first_position, entries, root, previous_hash, entry_ids, entry_hashes, lowest_id, highest_id)
     ), done AS (
       DELETE FROM entry_seal_queue WHERE organization_id = $1 AND sequence = ANY ($11::bigint[])
     )
     UPDATE entry_chains SET position = $12, seal_hash = decode($13, 'hex'), checkpoint_due_at = least(checkpoint_due_at, $14) WHERE organization_id = $1`,
    [
      organizationId,
      now,
      seals.map((seal) => seal.first_position),
      seals.map((seal) => seal.entries),
      seals.map((seal) => seal.root),
      seals.map((seal) => seal.previous_hash),
      seals.map((seal) => `{${seal.entry_ids.join()}}`),
      seals.map((seal) => seal.entry_hashes.join('')),
      sorted.map((ids) => ids[0]),
      sorted.map((ids) => ids.at(-1)),
      sequences,
      last.first_position + last.entries - 1,
      last.seal_hash,
      checkpointDueAt,
    ],
  );
}
