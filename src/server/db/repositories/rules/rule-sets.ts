/** Reads and writes rule sets and their order, dense from 1 within their program. Callers that change them have locked the program. */
import type { CampaignTerms } from '@/domain/campaigns/terms';
import { contains, equals, keysetPage, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { statement, type Tx } from '@/server/db/transaction';
import { announceCampaigns } from './campaign-announcements';

export interface RuleSetRow {
  id: string;
  program_id: string;
  client_ref: string;
  key: string;
  name: string;
  campaign: CampaignTerms | null;
  position: number;
  rule_configuration_version: number;
  created_at: Date;
  updated_at: Date;
}

export const RULE_SET_COLUMNS =
  's.id, s.program_id, s.client_ref, s.key, s.name, s.campaign, s.position, p.rule_configuration_version, s.created_at, s.updated_at';
export const RULE_SET_FROM = 'rule_sets s JOIN programs p ON p.organization_id = s.organization_id AND p.id = s.program_id';
const OF_PROGRAM = 's.organization_id = $1 AND s.program_id = $2 AND s.deleted_at IS NULL';

interface RuleSetsQuery extends PageRequest<'order' | 'created_at' | 'name'> {
  id: string;
  search?: string | undefined;
}

const RULE_SETS: KeysetList<RuleSetsQuery['sort_by']> = {
  name: 'rule-sets',
  select: { columns: RULE_SET_COLUMNS, from: RULE_SET_FROM },
  sorts: {
    order: [{ sql: 's.position', type: 'integer' }],
    created_at: [{ sql: 's.created_at', type: 'timestamptz' }],
    name: [{ sql: 's.name', type: 'text' }],
  },
  id: { sql: 's.id', type: 'uuid' },
};

export function listRuleSetRows(organizationId: string, query: RuleSetsQuery): Promise<KeysetPage<RuleSetRow>> {
  return keysetPage<RuleSetRow, RuleSetsQuery['sort_by']>(RULE_SETS, {
    organizationId,
    query: { ...query },
    where: [
      equals('s.organization_id', organizationId),
      equals('s.program_id', query.id),
      () => 's.deleted_at IS NULL',
      ...(query.search === undefined ? [] : [contains(['s.name', 's.key'], query.search)]),
    ],
  });
}

export async function findRuleSet(organizationId: string, programId: string, id: string): Promise<RuleSetRow | null> {
  const [row] = await statement<RuleSetRow>(`SELECT ${RULE_SET_COLUMNS} FROM ${RULE_SET_FROM} WHERE ${OF_PROGRAM} AND s.id = $3`, [
    organizationId,
    programId,
    id,
  ]);
  return row ?? null;
}

/** All sets of the program, in order. */
export function listRuleSets(tx: Tx, organizationId: string, programId: string): Promise<RuleSetRow[]> {
  return tx.query<RuleSetRow>(`SELECT ${RULE_SET_COLUMNS} FROM ${RULE_SET_FROM} WHERE ${OF_PROGRAM} ORDER BY s.position`, [
    organizationId,
    programId,
  ]);
}

/** A set to be written; `position` counts from 1. */
type RuleSetDraft = Pick<RuleSetRow, 'id' | 'client_ref' | 'key' | 'name' | 'position'> & Partial<Pick<RuleSetRow, 'campaign'>>;

interface RuleSetScope {
  readonly organizationId: string;
  readonly programId: string;
  readonly now: Date;
}

/** Writes sets that are new or that differ from what is stored, and announces campaigns that start or end by it. */
export async function saveRuleSets(tx: Tx, { organizationId, programId, now }: RuleSetScope, sets: readonly RuleSetDraft[]): Promise<void> {
  await tx.query(
    `INSERT INTO rule_sets AS s (id, organization_id, program_id, client_ref, key, name, campaign, position, created_at, updated_at)
     SELECT saved.id, $1::uuid, $2::uuid, saved.client_ref, saved.key, saved.name, saved.campaign, saved.position, $3::timestamptz, $3::timestamptz
     FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::json[], $9::int[]) AS saved (id, client_ref, key, name, campaign, position)
     ON CONFLICT (organization_id, id) DO UPDATE
       SET client_ref = EXCLUDED.client_ref, key = EXCLUDED.key, name = EXCLUDED.name, campaign = EXCLUDED.campaign, position = EXCLUDED.position, updated_at = EXCLUDED.updated_at
       WHERE (s.client_ref, s.key, s.name, s.campaign::text, s.position)
         IS DISTINCT FROM (EXCLUDED.client_ref, EXCLUDED.key, EXCLUDED.name, EXCLUDED.campaign::text, EXCLUDED.position)`,
    [
      organizationId,
      programId,
      now,
      sets.map(({ id }) => id),
      sets.map((set) => set.client_ref),
      sets.map(({ key }) => key),
      sets.map(({ name }) => name),
      sets.map(({ campaign }) => (campaign ? JSON.stringify(campaign) : null)),
      sets.map(({ position }) => position),
    ],
  );
  await announceCampaigns(
    tx,
    { organizationId, programId, now },
    sets.map(({ id, key, name, campaign = null }) => ({ id, key, name, campaign })),
  );
}

/** Removes sets from the order, which ends those that are campaigns; their rules have been archived or moved. */
export async function removeRuleSets(tx: Tx, { organizationId, programId, now }: RuleSetScope, ids: readonly string[]): Promise<void> {
  const removed = await tx.query<Pick<RuleSetRow, 'id' | 'key' | 'name'>>(
    `UPDATE rule_sets SET position = NULL, deleted_at = $3, updated_at = $3
     WHERE organization_id = $1 AND program_id = $2 AND id = ANY ($4::uuid[]) RETURNING id, key, name`,
    [organizationId, programId, now, ids],
  );
  await announceCampaigns(
    tx,
    { organizationId, programId, now },
    removed.map((set) => ({ ...set, campaign: null })),
  );
}
