/** Reads and writes rewards. The number redeemed is derived from redemptions and never written here. */
import { only } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import type { Product } from '@/domain/fulfillment/product';
import type { RewardStatus } from '@/domain/choices';
import type { RedemptionType } from '@/domain/redemptions/reward';
import { contains, equals, keysetPage, statusFilter, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { statement, violatedConstraint, type Tx } from '@/server/db/transaction';

export interface RewardRow {
  id: string;
  program_id: string;
  asset_id: string;
  name: string;
  description: string | null;
  category: string | null;
  image_url: string | null;
  metadata: Record<string, unknown>;
  redemption_type: RedemptionType;
  /** Decimal text as the database prints it. */
  unit_cost: string | null;
  status: RewardStatus;
  max_total: number | null;
  max_per_participant: number | null;
  redeemed_count: number;
  available_from: Date | null;
  available_until: Date | null;
  /** Set, together with the product, for a reward that a provider delivers. */
  reward_source_id: string | null;
  product: Product | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  /** The scale of the asset. */
  scale: number;
  /** The symbol of the asset. */
  symbol: string;
}

const COLUMNS = `r.id, r.program_id, r.asset_id, r.name, r.description, r.category, r.image_url, r.metadata, r.redemption_type, r.unit_cost, r.status,
  r.max_total, r.max_per_participant, r.redeemed_count, r.available_from, r.available_until, r.reward_source_id, r.product, r.created_at, r.updated_at, r.deleted_at, a.scale, a.symbol`;
const FROM = 'rewards r JOIN assets a ON a.organization_id = r.organization_id AND a.id = r.asset_id';

interface RewardsQuery extends PageRequest<'created_at' | 'name'> {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  status?: RewardStatus | undefined;
  include_archived: boolean;
  redemption_type?: RedemptionType | undefined;
  category?: string | undefined;
}

const REWARDS: KeysetList<RewardsQuery['sort_by']> = {
  name: 'rewards',
  select: { columns: COLUMNS, from: FROM },
  sorts: { created_at: [{ sql: 'r.created_at', type: 'timestamptz' }], name: [{ sql: 'r.name', type: 'text' }] },
  id: { sql: 'r.id', type: 'uuid' },
};

export function listRewardRows(organizationId: string, programId: string, query: RewardsQuery): Promise<KeysetPage<RewardRow>> {
  const { redemption_type, category, search } = query;
  return keysetPage<RewardRow, RewardsQuery['sort_by']>(REWARDS, {
    organizationId,
    query: { ...query, program: programId },
    where: [
      equals('r.organization_id', organizationId),
      equals('r.program_id', programId),
      ...within('r.created_at', query.from, query.to),
      ...(search === undefined ? [] : [contains(['r.name'], search)]),
      ...(redemption_type === undefined ? [] : [equals('r.redemption_type', redemption_type)]),
      ...(category === undefined ? [] : [equals('r.category', category)]),
      ...statusFilter('r.status', query.status, query.include_archived),
    ],
  });
}

export async function findReward(organizationId: string, programId: string, id: string): Promise<RewardRow | null> {
  const [row] = await statement<RewardRow>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE r.organization_id = $1 AND r.program_id = $2 AND r.id = $3`,
    [organizationId, programId, id],
  );
  return row ?? null;
}

/** The rewards of a program that are not archived, by name. */
export function loadProgramRewards(tx: Pick<Tx, 'query'>, organizationId: string, programId: string): Promise<RewardRow[]> {
  return tx.query<RewardRow>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE r.organization_id = $1 AND r.program_id = $2 AND r.status <> 'ARCHIVED' ORDER BY r.name`,
    [organizationId, programId],
  );
}

/** The reward, in whichever program, locked against changes and other redemptions until the transaction ends. */
export async function findRewardForUpdate(tx: Tx, organizationId: string, id: string): Promise<RewardRow | null> {
  const [row] = await tx.query<RewardRow>(
    `SELECT ${COLUMNS} FROM ${FROM} WHERE r.organization_id = $1 AND r.id = $2 FOR NO KEY UPDATE OF r`,
    [organizationId, id],
  );
  return row ?? null;
}

/** Those of these rewards that the organization has, locked likewise, in one order. */
export function findRewardsForUpdate(tx: Tx, organizationId: string, ids: readonly string[]): Promise<RewardRow[]> {
  return tx.query<RewardRow>(
    `SELECT ${COLUMNS} FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS asked JOIN rewards r ON r.organization_id = $1 AND r.id = asked.id
     JOIN assets a ON a.organization_id = r.organization_id AND a.id = r.asset_id ORDER BY r.id FOR NO KEY UPDATE OF r`,
    [organizationId, ids],
  );
}

/** The units of these rewards in the redemptions that stand of these participants, where there are any. */
export function countRedeemedByEach(
  tx: Tx,
  organizationId: string,
  rewardIds: readonly string[],
  participantIds: readonly string[],
): Promise<{ reward_id: string; participant_id: string; units: number }[]> {
  return tx.query<{ reward_id: string; participant_id: string; units: number }>(
    `SELECT reward.id AS reward_id, person.id AS participant_id, taken.units
     FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS reward CROSS JOIN (SELECT DISTINCT unnest($3::uuid[]) AS id) AS person
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(units), 0)::bigint AS units FROM redemptions
       WHERE organization_id = $1 AND reward_id = reward.id AND participant_id = person.id AND units > 0
     ) AS taken WHERE taken.units > 0`,
    [organizationId, rewardIds, participantIds],
  );
}

/** The units of the reward in a participant's redemptions that stand. */
export async function countRedeemedBy(tx: Tx, organizationId: string, rewardId: string, participantId: string): Promise<number> {
  const row = only(
    await tx.query<{ units: number }>(
      'SELECT coalesce(sum(units), 0)::bigint AS units FROM redemptions WHERE organization_id = $1 AND reward_id = $2 AND participant_id = $3 AND units > 0',
      [organizationId, rewardId, participantId],
    ),
  );
  return row.units;
}

/** @throws DomainError key_exists when the program has a reward of this name. */
export async function insertReward(tx: Tx, organizationId: string, row: RewardRow): Promise<void> {
  await refuseTakenName(row, () =>
    tx.query(
      `INSERT INTO rewards (id, organization_id, program_id, asset_id, name, description, category, image_url, metadata, redemption_type, unit_cost, status,
         max_total, max_per_participant, available_from, available_until, created_at, updated_at, deleted_at, reward_source_id, product, product_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`,
      [
        row.id,
        organizationId,
        row.program_id,
        row.asset_id,
        ...descriptive(row),
        row.redemption_type,
        row.unit_cost,
        ...bounds(row),
        row.created_at,
        row.updated_at,
        row.deleted_at,
        row.reward_source_id,
        row.product && JSON.stringify(row.product),
        row.product?.id ?? null,
      ],
    ),
  );
}

/** Writes the settings, status and timestamps of a reward that the transaction has locked. @throws DomainError key_exists. */
export async function updateRewardRow(tx: Tx, organizationId: string, row: RewardRow): Promise<void> {
  await refuseTakenName(row, () =>
    tx.query(
      `UPDATE rewards SET name = $3, description = $4, category = $5, image_url = $6, metadata = $7, unit_cost = $8, status = $9, max_total = $10,
         max_per_participant = $11, available_from = $12, available_until = $13, updated_at = $14, deleted_at = $15
       WHERE organization_id = $1 AND id = $2`,
      [organizationId, row.id, ...descriptive(row), row.unit_cost, ...bounds(row), row.updated_at, row.deleted_at],
    ),
  );
}

/** Writes only the status, of a reward that the transaction has locked. */
export async function setRewardStatus(tx: Tx, organizationId: string, id: string, status: RewardStatus, now: Date): Promise<void> {
  await tx.query('UPDATE rewards SET status = $3, updated_at = $4 WHERE organization_id = $1 AND id = $2', [
    organizationId,
    id,
    status,
    now,
  ]);
}

const descriptive = (row: RewardRow) => [row.name, row.description, row.category, row.image_url, JSON.stringify(row.metadata)];
const bounds = (row: RewardRow) => [row.status, row.max_total, row.max_per_participant, row.available_from, row.available_until];

async function refuseTakenName({ name }: RewardRow, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'rewards_name') throw error;
    throw new DomainError('key_exists', `The program already has a reward named ${name}; choose another name.`, { param: 'name' });
  }
}
