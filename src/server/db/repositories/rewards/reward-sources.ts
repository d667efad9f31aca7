/** Reads and writes reward sources: what a program offers through a provider account, in which asset and at which rate. */
import type { SourcePolicy } from '@/domain/fulfillment/policy';
import type { AccountStatus } from '@/domain/fulfillment/provider';
import { equals, keysetPage, statusFilter, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { autocommit, type Tx } from '@/server/db/transaction';

export interface RewardSourceRow {
  id: string;
  program_id: string;
  fulfillment_account_id: string;
  asset_id: string;
  /** Decimal text as the database prints it. */
  rate: string;
  policy: SourcePolicy;
  status: AccountStatus;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  /** The scale of the asset. */
  scale: number;
  account_status: AccountStatus;
}

const COLUMNS = `s.id, s.program_id, s.fulfillment_account_id, s.asset_id, s.rate, s.policy, s.status, s.created_at, s.updated_at, s.deleted_at, a.scale, f.status AS account_status`;
const FROM = `reward_sources s JOIN assets a ON a.organization_id = s.organization_id AND a.id = s.asset_id
  JOIN fulfillment_accounts f ON f.organization_id = s.organization_id AND f.id = s.fulfillment_account_id`;

interface RewardSourcesQuery extends PageRequest<'created_at'> {
  from?: string | undefined;
  to?: string | undefined;
  status?: AccountStatus | undefined;
  include_archived: boolean;
  fulfillment_account_id?: string | undefined;
}

const SOURCES: KeysetList<'created_at'> = {
  name: 'reward-sources',
  select: { columns: COLUMNS, from: FROM },
  sorts: { created_at: [{ sql: 's.created_at', type: 'timestamptz' }] },
  id: { sql: 's.id', type: 'uuid' },
};

export function listRewardSourceRows(
  organizationId: string,
  programId: string,
  query: RewardSourcesQuery,
): Promise<KeysetPage<RewardSourceRow>> {
  return keysetPage<RewardSourceRow, 'created_at'>(SOURCES, {
    organizationId,
    query: { ...query, program: programId },
    where: [
      equals('s.organization_id', organizationId),
      equals('s.program_id', programId),
      ...within('s.created_at', query.from, query.to),
      ...(query.fulfillment_account_id === undefined ? [] : [equals('s.fulfillment_account_id', query.fulfillment_account_id)]),
      ...statusFilter('s.status', query.status, query.include_archived),
    ],
  });
}

const ONE = `SELECT ${COLUMNS} FROM ${FROM} WHERE s.organization_id = $1 AND s.program_id = $2 AND s.id = $3`;

export async function findRewardSource(
  organizationId: string,
  programId: string,
  id: string,
  tx: Pick<Tx, 'query'> = autocommit,
): Promise<RewardSourceRow | null> {
  const [row] = await tx.query<RewardSourceRow>(ONE, [organizationId, programId, id]);
  return row ?? null;
}

/** The sources with these ids, of whatever programs. */
export const findRewardSources = (tx: Tx, organizationId: string, ids: readonly string[]): Promise<RewardSourceRow[]> =>
  tx.query<RewardSourceRow>(`SELECT ${COLUMNS} FROM ${FROM} WHERE s.organization_id = $1 AND s.id = ANY ($2)`, [organizationId, ids]);

/** The source, locked against changes until the transaction ends. */
export async function findRewardSourceForUpdate(
  tx: Tx,
  organizationId: string,
  programId: string,
  id: string,
): Promise<RewardSourceRow | null> {
  const [row] = await tx.query<RewardSourceRow>(`${ONE} FOR NO KEY UPDATE OF s`, [organizationId, programId, id]);
  return row ?? null;
}

export async function insertRewardSource(tx: Tx, organizationId: string, row: RewardSourceRow): Promise<void> {
  await tx.query(
    `INSERT INTO reward_sources (id, organization_id, program_id, fulfillment_account_id, asset_id, rate, policy, status, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      row.id,
      organizationId,
      row.program_id,
      row.fulfillment_account_id,
      row.asset_id,
      row.rate,
      JSON.stringify(row.policy),
      row.status,
      row.created_at,
      row.updated_at,
    ],
  );
}

/** Writes the mutable fields of a source that the transaction has locked. */
export async function updateRewardSourceRow(tx: Tx, organizationId: string, row: RewardSourceRow): Promise<void> {
  await tx.query(
    'UPDATE reward_sources SET rate = $3, policy = $4, status = $5, updated_at = $6, deleted_at = $7 WHERE organization_id = $1 AND id = $2',
    [organizationId, row.id, row.rate, JSON.stringify(row.policy), row.status, row.updated_at, row.deleted_at],
  );
}
