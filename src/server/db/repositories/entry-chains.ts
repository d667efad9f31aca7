/** Stores the hash chains: the entries that await their seal, the head of each chain, and the seals themselves. */
import type { Seal } from '@/domain/ledger/seal';
import { statement, type Tx } from '../transaction';

/** Organizations with unsealed entries, found by skipping along the index from one organization to the next. */
export async function organizationsToSeal(limit: number): Promise<string[]> {
  const rows = await statement<{ organization_id: string }>(
    `WITH RECURSIVE waiting AS (
       (SELECT organization_id FROM entry_seal_queue ORDER BY organization_id LIMIT 1)
       UNION ALL
       SELECT (SELECT q.organization_id FROM entry_seal_queue q WHERE q.organization_id > waiting.organization_id ORDER BY q.organization_id LIMIT 1)
       FROM waiting WHERE waiting.organization_id IS NOT NULL
     ) SELECT organization_id FROM waiting WHERE organization_id IS NOT NULL LIMIT $1`,
    [limit],
  );
  return rows.map((row) => row.organization_id);
}

export interface ChainRow {
  /** The position of the last seal; 0 before the first. */
  readonly position: number;
  readonly head_hash: string;
  readonly checkpoint_position: number;
  readonly checkpoint_due_at: Date | null;
}

const CHAIN = `position, encode(head_hash, 'hex') AS head_hash, checkpoint_position, checkpoint_due_at`;

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

export interface NewSeal extends Seal {
  readonly entry_id: string;
  readonly sequence: number;
}

/**
 * Appends seals to a locked chain and removes their entries from the queue.
 * @param checkpointDueAt real time; an earlier time already set is kept.
 */
export async function appendSeals(
  tx: Tx,
  organizationId: string,
  seals: readonly NewSeal[],
  at: { now: Date; checkpointDueAt: Date },
): Promise<void> {
  const head = seals.at(-1);
  if (!head) return;
  await tx.query(
    `WITH seals AS (
       INSERT INTO entry_seals (organization_id, position, entry_id, entry_hash, previous_hash, sealed_at)
       SELECT $1, position, entry_id, decode(entry_hash, 'hex'), decode(previous_hash, 'hex'), $2
       FROM unnest($3::bigint[], $4::uuid[], $5::text[], $6::text[]) AS seal (position, entry_id, entry_hash, previous_hash)
     ), done AS (
       DELETE FROM entry_seal_queue WHERE organization_id = $1 AND sequence = ANY ($7::bigint[])
     )
     UPDATE entry_chains SET position = $8, head_hash = decode($9, 'hex'), checkpoint_due_at = least(checkpoint_due_at, $10) WHERE organization_id = $1`,
    [
      organizationId,
      at.now,
      seals.map((seal) => seal.position),
      seals.map((seal) => seal.entry_id),
      seals.map((seal) => seal.entry_hash),
      seals.map((seal) => seal.previous_hash),
      seals.map((seal) => seal.sequence),
      head.position,
      head.entry_hash,
      at.checkpointDueAt,
    ],
  );
}
