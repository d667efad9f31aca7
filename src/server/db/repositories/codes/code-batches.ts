/** Reads and writes batches of codes. How often they were used is derived from redemptions and never written here. */
import type { CodeBatchKind, CodeBatchStatus } from '@/domain/codes/batch';
import { DomainError } from '@/domain/errors';
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
  redeemed_count: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

const NAMES = [
  'id',
  'program_id',
  'campaign_id',
  'key',
  'name',
  'kind',
  'status',
  'prefix',
  'length',
  'wanted',
  'made',
  'max_total',
  'max_per_participant',
  'max_per_code',
  'active_from',
  'active_to',
  'condition',
  'exclusive_group',
  'priority',
  'created_at',
  'updated_at',
  'deleted_at',
] as const satisfies readonly (keyof CodeBatchRow)[];
const COLUMNS = [...NAMES, 'redeemed_count'].map((name) => `b.${name}`).join(', ');

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

export async function findCodeBatch(organizationId: string, id: string): Promise<CodeBatchRow | null> {
  const [row] = await statement<CodeBatchRow>(`SELECT ${COLUMNS} FROM code_batches b WHERE b.organization_id = $1 AND b.id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}

/** Locked until the transaction ends. */
export async function findCodeBatchForUpdate(tx: Pick<Tx, 'query'>, organizationId: string, id: string): Promise<CodeBatchRow | null> {
  const [row] = await tx.query<CodeBatchRow>(
    `SELECT ${COLUMNS} FROM code_batches b WHERE b.organization_id = $1 AND b.id = $2 FOR NO KEY UPDATE`,
    [organizationId, id],
  );
  return row ?? null;
}

/** @throws DomainError key_exists. */
export async function insertCodeBatch(tx: Tx, organizationId: string, row: CodeBatchRow): Promise<void> {
  try {
    await tx.query(
      `INSERT INTO code_batches (organization_id, ${NAMES.join()}) VALUES ($1, ${NAMES.map((_, index) => `$${index + 2}`).join()})`,
      [organizationId, ...NAMES.map((name) => row[name])],
    );
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

/** Whether the program has this rule set. */
export async function hasRuleSet(tx: Pick<Tx, 'query'>, organizationId: string, programId: string, id: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM rule_sets WHERE organization_id = $1 AND program_id = $2 AND id = $3 AND deleted_at IS NULL', [
    organizationId,
    programId,
    id,
  ]);
  return rows.length > 0;
}
