/** Reads and writes leaderboards. */
import { DomainError } from '@/domain/errors';
import type { LeaderboardPeriod, LeaderboardStatus, MeasureType, Prize } from '@/domain/leaderboards/leaderboard';
import { arraysOf, namesOf, rowsOf, type Columns } from '@/server/db/columns';
import type { Leaderboard } from '@/server/db/generated/client';
import { contains, equals, keysetPage, statusFilter, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { autocommit, violatedConstraint, type Tx } from '@/server/db/transaction';

export interface LeaderboardRow {
  id: string;
  program_id: string;
  campaign_id: string | null;
  key: string;
  name: string;
  description: string | null;
  status: LeaderboardStatus;
  measure: MeasureType;
  counter_key: string | null;
  asset_id: string | null;
  challenge_id: string | null;
  period: LeaderboardPeriod;
  starts_at: Date | null;
  ends_at: Date | null;
  group_id: string | null;
  min_score: string | null;
  prizes: Prize[];
  scan: 'WANTED' | 'WAITING' | 'RUNNING' | 'DONE';
  scanned_to: string | null;
  due_at: Date | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

/** With the symbol of its asset, the key and name of its challenge and the name of its group. */
export interface NamedLeaderboardRow extends LeaderboardRow {
  asset: string | null;
  challenge_key: string | null;
  challenge: string | null;
  group_name: string | null;
}

const COLUMNS = `l.id, l.program_id, l.campaign_id, l.key, l.name, l.description, l.status, l.measure, l.counter_key, l.asset_id, l.challenge_id, l.period, l.starts_at, l.ends_at,
  l.group_id, l.min_score, l.prizes, l.scan, l.scanned_to, l.due_at, l.created_at, l.updated_at, l.deleted_at`;
const NAMED = `${COLUMNS}, (SELECT a.symbol FROM assets a WHERE a.organization_id = l.organization_id AND a.id = l.asset_id) AS asset,
  (SELECT c.key FROM challenges c WHERE c.organization_id = l.organization_id AND c.id = l.challenge_id) AS challenge_key,
  (SELECT c.name FROM challenges c WHERE c.organization_id = l.organization_id AND c.id = l.challenge_id) AS challenge,
  (SELECT g.name FROM groups g WHERE g.organization_id = l.organization_id AND g.id = l.group_id) AS group_name`;

const NEW: Columns<Leaderboard, LeaderboardRow, 'organization_id' | 'scan_after'> = {
  id: ['uuid', (row) => row.id],
  program_id: ['uuid', (row) => row.program_id],
  campaign_id: ['uuid', (row) => row.campaign_id],
  key: ['text', (row) => row.key],
  name: ['text', (row) => row.name],
  description: ['text', (row) => row.description],
  status: ['text', (row) => row.status],
  measure: ['text', (row) => row.measure],
  counter_key: ['text', (row) => row.counter_key],
  asset_id: ['uuid', (row) => row.asset_id],
  challenge_id: ['uuid', (row) => row.challenge_id],
  period: ['text', (row) => row.period],
  starts_at: ['timestamptz', (row) => row.starts_at],
  ends_at: ['timestamptz', (row) => row.ends_at],
  group_id: ['uuid', (row) => row.group_id],
  min_score: ['numeric', (row) => row.min_score],
  prizes: ['json', (row) => JSON.stringify(row.prizes)],
  scan: ['text', (row) => row.scan],
  scanned_to: ['uuid', (row) => row.scanned_to],
  due_at: ['timestamptz', (row) => row.due_at],
  created_at: ['timestamptz', (row) => row.created_at],
  updated_at: ['timestamptz', (row) => row.updated_at],
  deleted_at: ['timestamptz', (row) => row.deleted_at],
};

interface LeaderboardsQuery extends PageRequest<'created_at' | 'name'> {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  program_id?: string | undefined;
  campaign_id?: string | undefined;
  status?: LeaderboardStatus | undefined;
  include_archived: boolean;
}

const LEADERBOARDS: KeysetList<LeaderboardsQuery['sort_by']> = {
  name: 'leaderboards',
  select: { columns: NAMED, from: 'leaderboards l' },
  sorts: { created_at: [{ sql: 'l.created_at', type: 'timestamptz' }], name: [{ sql: 'l.name', type: 'text' }] },
  id: { sql: 'l.id', type: 'uuid' },
};

export const listLeaderboardRows = (organizationId: string, query: LeaderboardsQuery): Promise<KeysetPage<NamedLeaderboardRow>> =>
  keysetPage<NamedLeaderboardRow, LeaderboardsQuery['sort_by']>(LEADERBOARDS, {
    organizationId,
    query: { ...query },
    where: [
      equals('l.organization_id', organizationId),
      ...within('l.created_at', query.from, query.to),
      ...(['program_id', 'campaign_id'] as const).flatMap((name) => (query[name] === undefined ? [] : [equals(`l.${name}`, query[name])])),
      ...(query.search === undefined ? [] : [contains(['l.name', 'l.key'], query.search)]),
      ...statusFilter('l.status', query.status, query.include_archived),
    ],
  });

/** @param tx the transaction that changed it, if not yet committed. */
export async function findLeaderboard(
  organizationId: string,
  id: string,
  tx: Pick<Tx, 'query'> = autocommit,
): Promise<NamedLeaderboardRow | null> {
  const [row] = await tx.query<NamedLeaderboardRow>(`SELECT ${NAMED} FROM leaderboards l WHERE l.organization_id = $1 AND l.id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}

/** Locked against other changes, and against whoever scores it. */
export async function findLeaderboardForUpdate(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  id: string,
): Promise<NamedLeaderboardRow | null> {
  const [row] = await tx.query<NamedLeaderboardRow>(
    `SELECT ${NAMED} FROM leaderboards l WHERE l.organization_id = $1 AND l.id = $2 FOR NO KEY UPDATE`,
    [organizationId, id],
  );
  return row ?? null;
}

/** A program's leaderboards that are not archived, by key. */
export const loadProgramLeaderboards = (tx: Pick<Tx, 'query'>, organizationId: string, programId: string): Promise<NamedLeaderboardRow[]> =>
  tx.query<NamedLeaderboardRow>(
    `SELECT ${NAMED} FROM leaderboards l WHERE l.organization_id = $1 AND l.program_id = $2 AND l.status <> 'ARCHIVED' ORDER BY l.key`,
    [organizationId, programId],
  );

/** @throws DomainError key_exists. */
export async function insertLeaderboard(tx: Tx, organizationId: string, row: LeaderboardRow): Promise<void> {
  try {
    await tx.query(`INSERT INTO leaderboards (organization_id, ${namesOf(NEW)}) SELECT $1, * FROM ${rowsOf(NEW, 2)}`, [
      organizationId,
      ...arraysOf(NEW, [row]),
    ]);
  } catch (error) {
    if (violatedConstraint(error) !== 'leaderboards_key') throw error;
    throw new DomainError('key_exists', `The program already has a leaderboard with the key ${row.key}; choose another.`, { param: 'key' });
  }
}

/** Writes what may change of a leaderboard that the transaction has locked. */
export async function updateLeaderboardRow(tx: Pick<Tx, 'query'>, organizationId: string, row: LeaderboardRow): Promise<void> {
  await tx.query(
    `UPDATE leaderboards SET name = $3, description = $4, campaign_id = $5, status = $6, ends_at = $7, prizes = $8, due_at = $9, updated_at = $10, deleted_at = $11
     WHERE organization_id = $1 AND id = $2`,
    [
      organizationId,
      row.id,
      row.name,
      row.description,
      row.campaign_id,
      row.status,
      row.ends_at,
      JSON.stringify(row.prizes),
      row.due_at,
      row.updated_at,
      row.deleted_at,
    ],
  );
}
