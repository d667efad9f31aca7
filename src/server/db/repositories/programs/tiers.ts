/** Reads and writes the tiers of programs. */
import { DomainError } from '@/domain/errors';
import type { LifecycleSource, TierLevelSource, TierStatus } from '@/domain/tiers/tier';
import { equals, keysetPage, statusFilter, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { autocommit, violatedConstraint, type Tx } from '@/server/db/transaction';

export interface TierRow {
  id: string;
  program_id: string;
  key: string;
  name: string;
  description: string | null;
  status: TierStatus;
  /** By rank, lowest first. */
  levels: TierLevelSource[];
  lifecycle: LifecycleSource | null;
  /** When everybody the tier may concern is evaluated next. */
  due_at: Date | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

const COLUMNS =
  't.id, t.program_id, t.key, t.name, t.description, t.status, t.levels, t.lifecycle, t.due_at, t.created_at, t.updated_at, t.deleted_at';

interface TiersQuery extends PageRequest<'created_at' | 'key' | 'name'> {
  id: string;
  from?: string | undefined;
  to?: string | undefined;
  status?: TierStatus | undefined;
  include_archived: boolean;
}

const TIERS: KeysetList<TiersQuery['sort_by']> = {
  name: 'tiers',
  select: { columns: COLUMNS, from: 'tiers t' },
  sorts: {
    created_at: [{ sql: 't.created_at', type: 'timestamptz' }],
    key: [{ sql: 't.key', type: 'text' }],
    name: [{ sql: 't.name', type: 'text' }],
  },
  id: { sql: 't.id', type: 'uuid' },
};

export function listTierRows(organizationId: string, query: TiersQuery): Promise<KeysetPage<TierRow>> {
  return keysetPage<TierRow, TiersQuery['sort_by']>(TIERS, {
    organizationId,
    query: { ...query },
    where: [
      equals('t.organization_id', organizationId),
      equals('t.program_id', query.id),
      ...within('t.created_at', query.from, query.to),
      ...statusFilter('t.status', query.status, query.include_archived),
    ],
  });
}

export async function findTier(
  organizationId: string,
  programId: string,
  key: string,
  tx: Pick<Tx, 'query'> = autocommit,
): Promise<TierRow | null> {
  const [row] = await tx.query<TierRow>(
    `SELECT ${COLUMNS} FROM tiers t WHERE t.organization_id = $1 AND t.program_id = $2 AND t.key = $3`,
    [organizationId, programId, key],
  );
  return row ?? null;
}

/** The tiers of a program that are not archived, by key. */
export function loadProgramTiers(tx: Pick<Tx, 'query'>, organizationId: string, programId: string): Promise<TierRow[]> {
  return tx.query<TierRow>(
    `SELECT ${COLUMNS} FROM tiers t WHERE t.organization_id = $1 AND t.program_id = $2 AND t.status <> 'ARCHIVED' ORDER BY t.key`,
    [organizationId, programId],
  );
}

/** The tier, locked against other changes and against placements in it. Lock its program first. */
export async function findTierForUpdate(tx: Tx, organizationId: string, programId: string, key: string): Promise<TierRow | null> {
  const [row] = await tx.query<TierRow>(
    `SELECT ${COLUMNS} FROM tiers t WHERE t.organization_id = $1 AND t.program_id = $2 AND t.key = $3 FOR UPDATE`,
    [organizationId, programId, key],
  );
  return row ?? null;
}

/** @throws DomainError key_exists when the program has a tier with this key. */
export async function insertTier(tx: Tx, organizationId: string, row: TierRow): Promise<void> {
  await tx
    .query(
      `INSERT INTO tiers (id, organization_id, program_id, key, name, description, status, levels, lifecycle, due_at, created_at, updated_at, deleted_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        row.id,
        organizationId,
        row.program_id,
        row.key,
        row.name,
        row.description,
        row.status,
        ...contentOf(row),
        row.created_at,
        row.updated_at,
        row.deleted_at,
      ],
    )
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== 'tiers_organization_id_program_id_key_key') throw error;
      throw new DomainError('key_exists', `The program already has a tier with the key ${row.key}; choose another.`, { param: 'key' });
    });
}

/** Writes the mutable fields of a tier that the transaction has locked; a evaluation in progress starts over. */
export async function updateTierRow(tx: Tx, organizationId: string, row: TierRow): Promise<void> {
  await tx.query(
    `UPDATE tiers SET name = $3, description = $4, status = $5, levels = $6, lifecycle = $7, due_at = $8, evaluated_to = NULL, updated_at = $9, deleted_at = $10
     WHERE organization_id = $1 AND id = $2`,
    [organizationId, row.id, row.name, row.description, row.status, ...contentOf(row), row.updated_at, row.deleted_at],
  );
}

const contentOf = ({ levels, lifecycle, due_at }: TierRow) => [JSON.stringify(levels), lifecycle && JSON.stringify(lifecycle), due_at];

/** The levels of a tier that are currently held by anyone. */
export async function levelsHeld(tx: Tx, organizationId: string, programId: string, key: string): Promise<string[]> {
  const rows = await tx.query<{ level: string }>(
    'SELECT DISTINCT level FROM state_tiers WHERE organization_id = $1 AND program_id = $2 AND tier = $3 ORDER BY level',
    [organizationId, programId, key],
  );
  return rows.map(({ level }) => level);
}

interface ReferringRule {
  id: string;
  name: string;
  status: 'ACTIVE' | 'SUSPENDED';
  condition: string;
  actions: Record<string, unknown>[];
}

/** The live rules of a program, by name. */
export function loadLiveRules(tx: Tx, organizationId: string, programId: string): Promise<ReferringRule[]> {
  return tx.query<ReferringRule>(
    `SELECT id, name, status, condition, actions FROM rules WHERE organization_id = $1 AND program_id = $2 AND status <> 'ARCHIVED' ORDER BY name, id`,
    [organizationId, programId],
  );
}
