/**
 * Reads and writes batches of codes. How often they were used is derived from redemptions and never written here: the database counts it in the row of
 * a batch with a limit in all, and in shares of one without.
 */
import type { CodeBatchKind, CodeBatchStatus } from '@/domain/codes/kinds';
import { DomainError } from '@/domain/errors';
import { arraysOf, namesOf, rowsOf, type Columns } from '@/server/db/columns';
import type { CodeBatch } from '@/server/db/generated/client';
import { contains, equals, keysetPage, statusFilter, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { statement, violatedConstraint, type Tx } from '@/server/db/transaction';

export interface CodeBatchRow {
  id: string;
  program_id: string;
  campaign_id: string | null;
  key: string;
  name: string;
  kind: CodeBatchKind;
  status: CodeBatchStatus;
  prefix: string;
  length: number | null;
  wanted: number;
  made: number;
  max_total: number | null;
  max_per_participant: number | null;
  max_per_code: number | null;
  active_from: Date | null;
  active_to: Date | null;
  condition: string | null;
  exclusive_group: string | null;
  priority: number;
  /** In its row and its shares. */
  redeemed_count: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

const NEW: Columns<CodeBatch, CodeBatchRow, 'organization_id' | 'redeemed_count'> = {
  id: ['uuid', (row) => row.id],
  program_id: ['uuid', (row) => row.program_id],
  campaign_id: ['uuid', (row) => row.campaign_id],
  key: ['text', (row) => row.key],
  name: ['text', (row) => row.name],
  kind: ['text', (row) => row.kind],
  status: ['text', (row) => row.status],
  prefix: ['text', (row) => row.prefix],
  length: ['int', (row) => row.length],
  wanted: ['int', (row) => row.wanted],
  made: ['int', (row) => row.made],
  max_total: ['bigint', (row) => row.max_total],
  max_per_participant: ['bigint', (row) => row.max_per_participant],
  max_per_code: ['bigint', (row) => row.max_per_code],
  active_from: ['timestamptz', (row) => row.active_from],
  active_to: ['timestamptz', (row) => row.active_to],
  condition: ['text', (row) => row.condition],
  exclusive_group: ['text', (row) => row.exclusive_group],
  priority: ['int', (row) => row.priority],
  created_at: ['timestamptz', (row) => row.created_at],
  updated_at: ['timestamptz', (row) => row.updated_at],
  deleted_at: ['timestamptz', (row) => row.deleted_at],
};
/** SQL for the uses that stand of the codes of a batch `b`. */
export const USES_OF_BATCH = `b.redeemed_count + (
  SELECT coalesce(sum(share.uses), 0) FROM code_batch_uses share WHERE share.organization_id = b.organization_id AND share.batch_id = b.id)::bigint`;
const COLUMNS = `b.id, b.program_id, b.campaign_id, b.key, b.name, b.kind, b.status, b.prefix, b.length, b.wanted, b.made, b.max_total, b.max_per_participant, b.max_per_code, b.active_from, b.active_to, b.condition, b.exclusive_group, b.priority, b.created_at, b.updated_at, b.deleted_at, ${USES_OF_BATCH} AS redeemed_count`;

interface CodeBatchesQuery extends PageRequest<'created_at' | 'name'> {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  program_id?: string | undefined;
  campaign_id?: string | undefined;
  kind?: CodeBatchKind | undefined;
  status?: CodeBatchStatus | undefined;
  include_archived: boolean;
}

const EXACT_FILTERS = ['program_id', 'campaign_id', 'kind'] as const;

const BATCHES: KeysetList<CodeBatchesQuery['sort_by']> = {
  name: 'code-batches',
  select: { columns: COLUMNS, from: 'code_batches b' },
  sorts: { created_at: [{ sql: 'b.created_at', type: 'timestamptz' }], name: [{ sql: 'b.name', type: 'text' }] },
  id: { sql: 'b.id', type: 'uuid' },
};

export const listCodeBatchRows = (organizationId: string, query: CodeBatchesQuery): Promise<KeysetPage<CodeBatchRow>> =>
  keysetPage<CodeBatchRow, CodeBatchesQuery['sort_by']>(BATCHES, {
    organizationId,
    query: { ...query },
    where: [
      equals('b.organization_id', organizationId),
      ...within('b.created_at', query.from, query.to),
      ...EXACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(`b.${name}`, query[name])])),
      ...(query.search === undefined ? [] : [contains(['b.name', 'b.key'], query.search)]),
      ...statusFilter('b.status', query.status, query.include_archived),
    ],
  });

const READ_BATCH = `SELECT ${COLUMNS} FROM code_batches b WHERE b.organization_id = $1 AND b.id = $2`;

/** A program's batches that are not archived, by key. */
export const loadProgramCodeBatches = (tx: Pick<Tx, 'query'>, organizationId: string, programId: string): Promise<CodeBatchRow[]> =>
  tx.query<CodeBatchRow>(
    `SELECT ${COLUMNS} FROM code_batches b WHERE b.organization_id = $1 AND b.program_id = $2 AND b.status <> 'ARCHIVED' ORDER BY b.key`,
    [organizationId, programId],
  );

export async function findCodeBatch(organizationId: string, id: string): Promise<CodeBatchRow | null> {
  const [row] = await statement<CodeBatchRow>(READ_BATCH, [organizationId, id]);
  return row ?? null;
}

const LOCK_BATCH = 'SELECT 1 FROM code_batches WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE';
const LOCK_SHARES = 'SELECT 1 FROM code_batch_uses WHERE organization_id = $1 AND batch_id = $2 ORDER BY share FOR NO KEY UPDATE';

/** Locked until the transaction ends: until then nobody uses its codes, either. */
export async function findCodeBatchForUpdate(tx: Pick<Tx, 'query'>, organizationId: string, id: string): Promise<CodeBatchRow | null> {
  const key = [organizationId, id];
  // Sent in this order over one connection, the last statement sees what those before it have locked.
  const [, , rows] = await Promise.all([tx.query(LOCK_BATCH, key), tx.query(LOCK_SHARES, key), tx.query<CodeBatchRow>(READ_BATCH, key)]);
  return rows[0] ?? null;
}

/** @throws DomainError key_exists. */
export async function insertCodeBatch(tx: Tx, organizationId: string, row: CodeBatchRow): Promise<void> {
  try {
    await tx.query(`INSERT INTO code_batches (organization_id, ${namesOf(NEW)}) SELECT $1, * FROM ${rowsOf(NEW, 2)}`, [
      organizationId,
      ...arraysOf(NEW, [row]),
    ]);
  } catch (error) {
    if (violatedConstraint(error) !== 'code_batches_key') throw error;
    throw new DomainError('key_exists', `The program already has a batch with the key ${row.key}; choose another.`, { param: 'key' });
  }
}

/** Writes what may change of a batch that the transaction has locked. */
export async function updateCodeBatchRow(tx: Tx, organizationId: string, row: CodeBatchRow): Promise<void> {
  await tx.query(
    `UPDATE code_batches SET name = $3, status = $4, max_total = $5, max_per_participant = $6, active_from = $7, active_to = $8, condition = $9,
       exclusive_group = $10, priority = $11, wanted = $12, made = $13, updated_at = $14, deleted_at = $15
     WHERE organization_id = $1 AND id = $2`,
    [
      organizationId,
      row.id,
      row.name,
      row.status,
      row.max_total,
      row.max_per_participant,
      row.active_from,
      row.active_to,
      row.condition,
      row.exclusive_group,
      row.priority,
      row.wanted,
      row.made,
      row.updated_at,
      row.deleted_at,
    ],
  );
}
