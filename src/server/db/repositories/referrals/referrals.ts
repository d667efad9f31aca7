/** Lists referrals, finds single ones, and stores who was bound to whom. */
import { present } from '@/domain/assert';
import { MAX_CHAIN } from '@/domain/referrals/referral';
import { type ReferralStatus } from '@/domain/referrals/statuses';
import {
  equals,
  keysetPage,
  wholeList,
  withinIds,
  type Condition,
  type KeysetList,
  type KeysetPage,
  type PageRequest,
} from '@/server/db/keyset';
import { snapshotRows } from '@/server/db/snapshot';
import { statement, type Tx } from '@/server/db/transaction';

export interface ReferralRow {
  id: string;
  program_id: string;
  referral_program_id: string;
  referrer_id: string;
  referred_id: string;
  code: string;
  status: ReferralStatus;
  bound_at: Date;
  bound_event_id: string | null;
  expires_at: Date | null;
  qualified_at: Date | null;
  qualifying_event_id: string | null;
  rewarded: boolean;
  count: number | null;
  step: number | null;
  expired_at: Date | null;
  cancelled_at: Date | null;
  reason: string | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = `r.id, r.program_id, r.referral_program_id, r.referrer_id, r.referred_id, r.code, r.status, r.bound_at, r.bound_event_id, r.expires_at,
  r.qualified_at, r.qualifying_event_id, r.rewarded, r.count, r.step, r.expired_at, r.cancelled_at, r.reason, r.created_at, r.updated_at`;

interface ReferralFilters {
  from?: string | undefined;
  to?: string | undefined;
  program_id?: string | undefined;
  referral_program_id?: string | undefined;
  referrer_participant_id?: string | undefined;
  referred_participant_id?: string | undefined;
  status?: ReferralStatus | undefined;
  sort_by: 'created_at';
  sort_dir: 'asc' | 'desc';
}

const FILTERED = {
  program_id: 'r.program_id',
  referral_program_id: 'r.referral_program_id',
  referrer_participant_id: 'r.referrer_id',
  referred_participant_id: 'r.referred_id',
  status: 'r.status',
} as const;
const FILTERS = ['program_id', 'referral_program_id', 'referrer_participant_id', 'referred_participant_id', 'status'] as const;

const REFERRALS: KeysetList<'created_at'> = {
  name: 'referrals',
  select: { columns: COLUMNS, from: 'referrals r' },
  sorts: { created_at: [] },
  id: { sql: 'r.id', type: 'uuid' },
};

const matching = (organizationId: string, query: ReferralFilters): Condition[] => [
  equals('r.organization_id', organizationId),
  ...withinIds('r.id', query.from, query.to),
  ...FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(FILTERED[name], query[name])])),
];

export const listReferralRows = (
  organizationId: string,
  query: ReferralFilters & PageRequest<'created_at'>,
): Promise<KeysetPage<ReferralRow>> =>
  keysetPage<ReferralRow, 'created_at'>(REFERRALS, { organizationId, query: { ...query }, where: matching(organizationId, query) });

/** All that match, as of a single moment. */
export const everyReferralRow = (organizationId: string, query: ReferralFilters): AsyncIterable<ReferralRow[]> =>
  snapshotRows(organizationId, wholeList(REFERRALS, { query: { ...query }, where: matching(organizationId, query) }));

export async function findReferral(organizationId: string, id: string): Promise<ReferralRow | null> {
  const [row] = await statement<ReferralRow>(`SELECT ${COLUMNS} FROM referrals r WHERE r.organization_id = $1 AND r.id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}

/** With what it counts for, both locked in the order of all batches until the transaction ends. */
export async function findReferralForUpdate(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  id: string,
): Promise<(ReferralRow & { counted: number; referrer_external_id: string }) | null> {
  const [, rows] = await Promise.all([
    tx.query(
      `SELECT 1 FROM referrals r
       JOIN referrers c ON c.organization_id = $1 AND c.referral_program_id = r.referral_program_id AND c.participant_id = r.referrer_id
       WHERE r.organization_id = $1 AND r.id = $2 FOR NO KEY UPDATE OF c`,
      [organizationId, id],
    ),
    tx.query<ReferralRow & { counted: number; referrer_external_id: string }>(
      `SELECT ${COLUMNS}, c.rewarded AS counted, p.external_id AS referrer_external_id FROM referrals r
       JOIN referrers c ON c.organization_id = $1 AND c.referral_program_id = r.referral_program_id AND c.participant_id = r.referrer_id
       JOIN participants p ON p.organization_id = $1 AND p.id = r.referrer_id
       WHERE r.organization_id = $1 AND r.id = $2 FOR NO KEY UPDATE OF r`,
      [organizationId, id],
    ),
  ]);
  return rows[0] ?? null;
}

/** By whom a participant was brought in a referral program; null for nobody. */
export async function findReferralOf(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  referralProgramId: string,
  referredId: string,
): Promise<ReferralRow | null> {
  const [row] = await tx.query<ReferralRow>(
    `SELECT ${COLUMNS} FROM referrals r WHERE r.organization_id = $1 AND r.referred_id = $3 AND r.referral_program_id = $2`,
    [organizationId, referralProgramId, referredId],
  );
  return row ?? null;
}

/** Who brought each of those from whom a participant descends, nearest first; a cancelled referral stands in the way of a circle, too. */
export async function findChain(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  referralProgramId: string,
  participantId: string,
): Promise<Map<string, string>> {
  const rows = await tx.query<{ referred_id: string; referrer_id: string }>(
    `WITH RECURSIVE chain AS (
       SELECT r.referred_id, r.referrer_id, 1 AS steps FROM referrals r
       WHERE r.organization_id = $1 AND r.referred_id = $3 AND r.referral_program_id = $2
       UNION ALL
       SELECT r.referred_id, r.referrer_id, chain.steps + 1 FROM chain
       JOIN referrals r ON r.organization_id = $1 AND r.referred_id = chain.referrer_id AND r.referral_program_id = $2
       WHERE chain.steps < $4)
     SELECT referred_id, referrer_id FROM chain`,
    [organizationId, referralProgramId, participantId, MAX_CHAIN],
  );
  return new Map(rows.map(({ referred_id, referrer_id }) => [referred_id, referrer_id]));
}

/** Bound just now: nothing has come of it yet. */
type NewReferral = Pick<
  ReferralRow,
  | 'id'
  | 'program_id'
  | 'referral_program_id'
  | 'referrer_id'
  | 'referred_id'
  | 'code'
  | 'bound_at'
  | 'bound_event_id'
  | 'expires_at'
  | 'created_at'
>;

export async function insertReferral(tx: Pick<Tx, 'query'>, organizationId: string, row: NewReferral): Promise<ReferralRow> {
  const [stored] = await tx.query<ReferralRow>(
    `INSERT INTO referrals AS r (organization_id, id, program_id, referral_program_id, referrer_id, referred_id, code, status, bound_at, bound_event_id,
       expires_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'PENDING', $8, $9, $10, $11, $11) RETURNING ${COLUMNS}`,
    [
      organizationId,
      row.id,
      row.program_id,
      row.referral_program_id,
      row.referrer_id,
      row.referred_id,
      row.code,
      row.bound_at,
      row.bound_event_id,
      row.expires_at,
      row.created_at,
    ],
  );
  return present(stored, 'an inserted row is returned');
}
