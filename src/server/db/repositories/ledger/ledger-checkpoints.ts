/** Stores the signed checkpoints of the hash chains, and the deployment's keys that sign them. */
import { keysetPage, type KeysetList, type KeysetPage, type PageRequest, equals, within } from '@/server/db/keyset';
import { statement, withTransaction, type Tx } from '@/server/db/transaction';

/** Chains due for a checkpoint: entries have waited beyond the last one for long enough, or there are enough of them. */
export async function organizationsToCheckpoint(now: Date, limit: number): Promise<string[]> {
  const rows = await statement<{ organization_id: string }>(
    'SELECT organization_id FROM entry_chains WHERE checkpoint_due_at <= $1 ORDER BY checkpoint_due_at LIMIT $2',
    [now, limit],
  );
  return rows.map((row) => row.organization_id);
}

export interface CheckpointRow {
  readonly organization_id: string;
  readonly position: number;
  readonly seal_hash: string;
  readonly key_id: string;
  /** Base64. */
  readonly signature: string;
  readonly created_at: Date;
}

/** Records a checkpoint at the head of a locked chain. An earlier one at that position stays: checkpoints never change. */
export async function insertCheckpoint(tx: Tx, checkpoint: CheckpointRow): Promise<void> {
  await tx.query(
    `WITH recorded AS (
       INSERT INTO ledger_checkpoints (organization_id, position, seal_hash, key_id, signature, created_at)
       VALUES ($1, $2, decode($3, 'hex'), $4, decode($5, 'base64'), $6) ON CONFLICT DO NOTHING
     )
     UPDATE entry_chains SET checkpoint_position = $2, checkpoint_due_at = NULL WHERE organization_id = $1`,
    [checkpoint.organization_id, checkpoint.position, checkpoint.seal_hash, checkpoint.key_id, checkpoint.signature, checkpoint.created_at],
  );
}

const COLUMNS = `c.organization_id, c.position, encode(c.seal_hash, 'hex') AS seal_hash, c.key_id, translate(encode(c.signature, 'base64'), E'\\n', '') AS signature, c.created_at`;

const CHECKPOINTS: KeysetList<'created_at'> = {
  name: 'ledger-checkpoints',
  select: { columns: COLUMNS, from: 'ledger_checkpoints c' },
  sorts: { created_at: [{ sql: 'c.created_at', type: 'timestamptz' }] },
  id: { sql: 'c.position', type: 'bigint' },
};

interface CheckpointsQuery extends PageRequest<'created_at'> {
  from?: string | undefined;
  to?: string | undefined;
}

export function listCheckpointRows(organizationId: string, query: CheckpointsQuery): Promise<KeysetPage<CheckpointRow>> {
  return keysetPage<CheckpointRow, 'created_at'>(CHECKPOINTS, {
    organizationId,
    query: { ...query },
    where: [equals('c.organization_id', organizationId), ...within('c.created_at', query.from, query.to)],
  });
}

interface CheckedCheckpointRow extends CheckpointRow {
  /** The hash of the seal that ends at that position; null when none does. */
  readonly chain_hash: string | null;
}

/** Checkpoints after a position, in chain order. */
export function checkpointsAfter(organizationId: string, after: number, limit: number): Promise<CheckedCheckpointRow[]> {
  return statement<CheckedCheckpointRow>(
    `SELECT ${COLUMNS}, encode(s.seal_hash, 'hex') AS chain_hash
     FROM ledger_checkpoints c LEFT JOIN LATERAL (
       SELECT * FROM entry_seals WHERE organization_id = $1 AND first_position <= c.position ORDER BY first_position DESC LIMIT 1
     ) s ON s.first_position + s.entries - 1 = c.position
     WHERE c.organization_id = $1 AND c.position > $2 ORDER BY c.position LIMIT $3`,
    [organizationId, after, limit],
  );
}

/** The first checkpoint at or after a position; null while there is none. */
export async function checkpointOver(organizationId: string, position: number): Promise<CheckpointRow | null> {
  const [row] = await statement<CheckpointRow>(
    `SELECT ${COLUMNS} FROM ledger_checkpoints c WHERE c.organization_id = $1 AND c.position >= $2 ORDER BY c.position LIMIT 1`,
    [organizationId, position],
  );
  return row ?? null;
}

export interface SigningKeyRow {
  readonly id: string;
  /** SPKI in PEM. */
  readonly public_key: string;
  /** PKCS #8 in PEM, encrypted. */
  readonly private_key: Uint8Array;
  readonly created_at: Date;
}

const NEWEST_KEY = 'SELECT * FROM ledger_signing_keys ORDER BY created_at DESC, id LIMIT 1';

/** The newest key if it is `usable`, else one that `create` makes: only one, however many processes ask at once. */
export async function signingKeyRow(usable: (row: SigningKeyRow) => boolean, create: () => SigningKeyRow): Promise<SigningKeyRow> {
  const [newest] = await statement<SigningKeyRow>(NEWEST_KEY);
  if (newest && usable(newest)) return newest;
  return withTransaction(async (tx) => {
    await tx.query('LOCK TABLE ledger_signing_keys IN SHARE ROW EXCLUSIVE MODE');
    const [meanwhile] = await tx.query<SigningKeyRow>(NEWEST_KEY);
    if (meanwhile && usable(meanwhile)) return meanwhile;
    const created = create();
    await tx.query('INSERT INTO ledger_signing_keys (id, public_key, private_key, created_at) VALUES ($1, $2, $3, $4)', [
      created.id,
      created.public_key,
      created.private_key,
      created.created_at,
    ]);
    return created;
  });
}

/** Every public key ever used for signing, oldest first. */
export function publicKeyRows(): Promise<Pick<SigningKeyRow, 'id' | 'public_key' | 'created_at'>[]> {
  return statement('SELECT id, public_key, created_at FROM ledger_signing_keys ORDER BY created_at, id');
}
