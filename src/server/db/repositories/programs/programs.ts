/** Reads and writes programs, with the ids of the assets they link. */
import { DomainError } from '@/domain/errors';
import { prisma } from '@/server/db/client';
import { contains, equals, keysetPage, statusFilter, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { violatedConstraint, type Tx } from '@/server/db/transaction';

export interface ProgramRow {
  id: string;
  name: string;
  description: string | null;
  status: 'ACTIVE' | 'SUSPENDED' | 'ARCHIVED';
  on_unknown_participant: 'CREATE' | 'REJECT';
  redemption_ttl: string;
  redemption_target: 'SYSTEM_REDEMPTION' | 'SYSTEM_BREAKAGE';
  timezone: string;
  rule_configuration_version: number;
  asset_ids: string[];
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

const COLUMNS = `p.id, p.name, p.description, p.status, p.on_unknown_participant, p.redemption_ttl, p.redemption_target, p.timezone, p.rule_configuration_version,
  ARRAY(SELECT pa.asset_id::text FROM program_assets pa WHERE pa.organization_id = p.organization_id AND pa.program_id = p.id ORDER BY pa.created_at, pa.asset_id) AS asset_ids,
  p.created_at, p.updated_at, p.deleted_at`;

interface ProgramsQuery extends PageRequest<'created_at' | 'name'> {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  status?: ProgramRow['status'] | undefined;
  include_archived: boolean;
}

const PROGRAMS: KeysetList<ProgramsQuery['sort_by']> = {
  name: 'programs',
  select: { columns: COLUMNS, from: 'programs p' },
  sorts: { created_at: [{ sql: 'p.created_at', type: 'timestamptz' }], name: [{ sql: 'p.name', type: 'text' }] },
  id: { sql: 'p.id', type: 'uuid' },
};

export function listProgramRows(organizationId: string, query: ProgramsQuery): Promise<KeysetPage<ProgramRow>> {
  return keysetPage<ProgramRow, ProgramsQuery['sort_by']>(PROGRAMS, {
    organizationId,
    query: { ...query },
    where: [
      equals('p.organization_id', organizationId),
      ...within('p.created_at', query.from, query.to),
      ...(query.search === undefined ? [] : [contains(['p.name'], query.search)]),
      ...statusFilter('p.status', query.status, query.include_archived),
    ],
  });
}

export async function findProgram(organizationId: string, id: string): Promise<ProgramRow | null> {
  const found = await prisma().program.findUnique({
    where: { organization_id_id: { organization_id: organizationId, id } },
    include: { linked_assets: { select: { asset_id: true }, orderBy: [{ created_at: 'asc' }, { asset_id: 'asc' }] } },
  });
  if (!found) return null;
  const { linked_assets, organization_id: _, ...program } = found;
  return { ...(program as Omit<ProgramRow, 'asset_ids'>), asset_ids: linked_assets.map((link) => link.asset_id) }; // the database admits no other statuses
}

/** The program, locked against other changes until the transaction ends. */
export async function findProgramForUpdate(tx: Tx, organizationId: string, id: string): Promise<ProgramRow | null> {
  await tx.query('SELECT 1 FROM programs WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE', [organizationId, id]);
  const [row] = await tx.query<ProgramRow>(`SELECT ${COLUMNS} FROM programs p WHERE p.organization_id = $1 AND p.id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}

export async function insertProgram(tx: Tx, organizationId: string, row: ProgramRow): Promise<void> {
  await tx.query(
    `INSERT INTO programs (id, organization_id, name, description, status, on_unknown_participant, redemption_ttl, redemption_target, timezone,
       rule_configuration_version, created_at, updated_at, deleted_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      row.id,
      organizationId,
      row.name,
      row.description,
      row.status,
      row.on_unknown_participant,
      row.redemption_ttl,
      row.redemption_target,
      row.timezone,
      row.rule_configuration_version,
      row.created_at,
      row.updated_at,
      row.deleted_at,
    ],
  );
}

/** Writes the settings, status and timestamps of a program that the transaction has locked. */
export async function updateProgramRow(tx: Tx, organizationId: string, row: ProgramRow): Promise<void> {
  await tx.query(
    `UPDATE programs SET name = $3, description = $4, status = $5, on_unknown_participant = $6, redemption_ttl = $7, redemption_target = $8, timezone = $9,
       updated_at = $10, deleted_at = $11
     WHERE organization_id = $1 AND id = $2`,
    [
      organizationId,
      row.id,
      row.name,
      row.description,
      row.status,
      row.on_unknown_participant,
      row.redemption_ttl,
      row.redemption_target,
      row.timezone,
      row.updated_at,
      row.deleted_at,
    ],
  );
}

/** Links an asset to a program; linking again changes nothing. */
export async function linkProgramAsset(tx: Tx, organizationId: string, programId: string, assetId: string, now: Date): Promise<void> {
  await tx.query(
    'INSERT INTO program_assets (organization_id, program_id, asset_id, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [organizationId, programId, assetId, now],
  );
}

/** The constraints violated by removing a link that is still needed. */
const LINK_IN_USE = new Set(['balances_linked', 'rewards_linked', 'reward_sources_linked']);

/**
 * @returns false when the asset was not linked.
 * @throws DomainError asset_in_use when value of the asset has ever moved in the program, or a reward is priced in it.
 */
export async function unlinkProgramAsset(tx: Tx, organizationId: string, programId: string, assetId: string): Promise<boolean> {
  const rows = await tx
    .query('DELETE FROM program_assets WHERE organization_id = $1 AND program_id = $2 AND asset_id = $3 RETURNING 1', [
      organizationId,
      programId,
      assetId,
    ])
    .catch((error: unknown) => {
      if (!LINK_IN_USE.has(violatedConstraint(error) ?? '')) throw error;
      throw new DomainError(
        'asset_in_use',
        'The program has ledger entries or rewards in this asset, so it must stay linked; archive the asset instead.',
        { param: 'asset_id' },
      );
    });
  return rows.length > 0;
}
