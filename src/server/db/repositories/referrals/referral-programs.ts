/** Reads and writes referral programs. */
import type { CampaignTerms } from '@/domain/campaigns/terms';
import { DomainError } from '@/domain/errors';
import type { ReferralProgramStatus } from '@/domain/referrals/statuses';
import { contains, equals, keysetPage, statusFilter, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { statement, violatedConstraint, type Tx } from '@/server/db/transaction';

export interface ReferralProgramRow {
  id: string;
  program_id: string;
  campaign_id: string | null;
  key: string;
  name: string;
  status: ReferralProgramStatus;
  active_from: Date | null;
  active_to: Date | null;
  code_prefix: string;
  event_types: string[];
  condition: string | null;
  within_days: number | null;
  max_per_referrer: number | null;
  steps: number[];
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

const COLUMNS = `p.id, p.program_id, p.campaign_id, p.key, p.name, p.status, p.active_from, p.active_to, p.code_prefix, p.event_types, p.condition,
  p.within_days, p.max_per_referrer, p.steps, p.created_at, p.updated_at, p.deleted_at`;

interface ReferralProgramsQuery extends PageRequest<'created_at' | 'name'> {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  program_id?: string | undefined;
  campaign_id?: string | undefined;
  status?: ReferralProgramStatus | undefined;
  include_archived: boolean;
}

const EXACT_FILTERS = ['program_id', 'campaign_id'] as const;

const PROGRAMS: KeysetList<ReferralProgramsQuery['sort_by']> = {
  name: 'referral-programs',
  select: { columns: COLUMNS, from: 'referral_programs p' },
  sorts: { created_at: [{ sql: 'p.created_at', type: 'timestamptz' }], name: [{ sql: 'p.name', type: 'text' }] },
  id: { sql: 'p.id', type: 'uuid' },
};

export const listReferralProgramRows = (organizationId: string, query: ReferralProgramsQuery): Promise<KeysetPage<ReferralProgramRow>> =>
  keysetPage<ReferralProgramRow, ReferralProgramsQuery['sort_by']>(PROGRAMS, {
    organizationId,
    query: { ...query },
    where: [
      equals('p.organization_id', organizationId),
      ...within('p.created_at', query.from, query.to),
      ...EXACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(`p.${name}`, query[name])])),
      ...(query.search === undefined ? [] : [contains(['p.name', 'p.key'], query.search)]),
      ...statusFilter('p.status', query.status, query.include_archived),
    ],
  });

/** A program's referral programs that are not archived, by key. */
export const loadProgramReferralPrograms = (
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  programId: string,
): Promise<ReferralProgramRow[]> =>
  tx.query<ReferralProgramRow>(
    `SELECT ${COLUMNS} FROM referral_programs p WHERE p.organization_id = $1 AND p.program_id = $2 AND p.status <> 'ARCHIVED' ORDER BY p.key`,
    [organizationId, programId],
  );

export async function findReferralProgram(organizationId: string, id: string): Promise<ReferralProgramRow | null> {
  const [row] = await statement<ReferralProgramRow>(
    `SELECT ${COLUMNS} FROM referral_programs p WHERE p.organization_id = $1 AND p.id = $2`,
    [organizationId, id],
  );
  return row ?? null;
}

/** Locked until the transaction ends. */
export async function findReferralProgramForUpdate(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  id: string,
): Promise<ReferralProgramRow | null> {
  const [row] = await tx.query<ReferralProgramRow>(
    `SELECT ${COLUMNS} FROM referral_programs p WHERE p.organization_id = $1 AND p.id = $2 FOR NO KEY UPDATE`,
    [organizationId, id],
  );
  return row ?? null;
}

/** What limits when the friends of a referral program can be brought, besides its own terms. */
interface ReferralCampaign {
  id: string;
  name: string;
  terms: CampaignTerms;
  created_at: Date;
}

export async function findReferralCampaign(tx: Pick<Tx, 'query'>, organizationId: string, id: string): Promise<ReferralCampaign | null> {
  const [row] = await tx.query<{ id: string; name: string; terms: CampaignTerms; created_at: Date }>(
    'SELECT s.id, s.name, s.campaign AS terms, s.created_at FROM rule_sets s WHERE s.organization_id = $1 AND s.id = $2 AND s.campaign IS NOT NULL',
    [organizationId, id],
  );
  return row ?? null;
}

const values = (organizationId: string, row: ReferralProgramRow): unknown[] => [
  organizationId,
  row.id,
  row.name,
  row.status,
  row.active_from,
  row.active_to,
  row.code_prefix,
  row.event_types,
  row.condition,
  row.within_days,
  row.max_per_referrer,
  row.steps,
  row.updated_at,
  row.deleted_at,
];

/** @throws DomainError key_exists. */
export async function insertReferralProgram(tx: Pick<Tx, 'query'>, organizationId: string, row: ReferralProgramRow): Promise<void> {
  try {
    await tx.query(
      `INSERT INTO referral_programs (organization_id, id, name, status, active_from, active_to, code_prefix, event_types, condition, within_days,
         max_per_referrer, steps, updated_at, deleted_at, program_id, campaign_id, key, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
      [...values(organizationId, row), row.program_id, row.campaign_id, row.key, row.created_at],
    );
  } catch (error) {
    if (violatedConstraint(error) !== 'referral_programs_key') throw error;
    throw new DomainError('key_exists', `The program already has a referral program with the key ${row.key}; choose another.`, {
      param: 'key',
    });
  }
}

/** Writes what may change of a referral program that the transaction has locked. */
export async function updateReferralProgramRow(tx: Pick<Tx, 'query'>, organizationId: string, row: ReferralProgramRow): Promise<void> {
  await tx.query(
    `UPDATE referral_programs SET name = $3, status = $4, active_from = $5, active_to = $6, code_prefix = $7, event_types = $8, condition = $9,
       within_days = $10, max_per_referrer = $11, steps = $12, updated_at = $13, deleted_at = $14
     WHERE organization_id = $1 AND id = $2`,
    values(organizationId, row),
  );
}
