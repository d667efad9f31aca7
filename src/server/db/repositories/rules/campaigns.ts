/** Reads campaigns: the rule sets that have terms of one. */
import type { CampaignStatus } from '@/domain/campaigns/machine';
import type { CampaignTerms } from '@/domain/campaigns/terms';
import { contains, equals, keysetPage, type Bind, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { autocommit, type Tx } from '@/server/db/transaction';
import { RULE_SET_COLUMNS, RULE_SET_FROM, type RuleSetRow } from './rule-sets';

export interface CampaignRow extends RuleSetRow {
  campaign: CampaignTerms;
  rule_count: number;
}

const COLUMNS = `${RULE_SET_COLUMNS},
  (SELECT count(*)::int FROM rules r WHERE r.organization_id = s.organization_id AND r.rule_set_id = s.id AND r.status <> 'ARCHIVED') AS rule_count`;
const LIVE = 's.deleted_at IS NULL AND s.campaign IS NOT NULL';

interface CampaignsQuery extends PageRequest<'created_at' | 'starts_at' | 'name'> {
  program_id?: string | undefined;
  status?: CampaignStatus | undefined;
  search?: string | undefined;
}

const CAMPAIGNS: KeysetList<CampaignsQuery['sort_by']> = {
  name: 'campaigns',
  select: { columns: COLUMNS, from: RULE_SET_FROM },
  sorts: {
    created_at: [{ sql: 's.created_at', type: 'timestamptz' }],
    starts_at: [{ sql: `coalesce((s.campaign ->> 'starts_at')::timestamptz, s.created_at)`, type: 'timestamptz' }],
    name: [{ sql: 's.name', type: 'text' }],
  },
  id: { sql: 's.id', type: 'uuid' },
};

/** `campaignStatus` of a set, in SQL. */
const statusAt = (now: string): string => `CASE
  WHEN s.campaign ->> 'status' = 'DRAFT' THEN 'DRAFT'
  WHEN (s.campaign ->> 'ends_at')::timestamptz <= ${now} THEN 'ENDED'
  WHEN s.campaign ->> 'status' = 'PAUSED' THEN 'PAUSED'
  WHEN (s.campaign ->> 'starts_at')::timestamptz > ${now} THEN 'SCHEDULED'
  ELSE 'RUNNING' END`;

export function listCampaignRows(organizationId: string, query: CampaignsQuery, now: Date): Promise<KeysetPage<CampaignRow>> {
  const { program_id, status, search } = query;
  return keysetPage<CampaignRow, CampaignsQuery['sort_by']>(CAMPAIGNS, {
    organizationId,
    query: { ...query },
    where: [
      equals('s.organization_id', organizationId),
      () => LIVE,
      ...(program_id === undefined ? [] : [equals('s.program_id', program_id)]),
      ...(status === undefined ? [] : [(bind: Bind) => `${statusAt(`${bind(now)}::timestamptz`)} = ${bind(status)}`]),
      ...(search === undefined ? [] : [contains(['s.name', 's.key'], search)]),
    ],
  });
}

/** @param tx the transaction that changed it, if not yet committed. */
export async function findCampaign(organizationId: string, id: string, tx: Pick<Tx, 'query'> = autocommit): Promise<CampaignRow | null> {
  const [row] = await tx.query<CampaignRow>(
    `SELECT ${COLUMNS} FROM ${RULE_SET_FROM} WHERE s.organization_id = $1 AND s.id = $2 AND ${LIVE}`,
    [organizationId, id],
  );
  return row ?? null;
}

/** The ids of all rules that are or were in a set, archived ones included. */
export async function listRuleIdsOfSet(organizationId: string, id: string): Promise<string[]> {
  const rows = await autocommit.query<{ id: string }>('SELECT id FROM rules WHERE organization_id = $1 AND rule_set_id = $2', [
    organizationId,
    id,
  ]);
  return rows.map((row) => row.id);
}
