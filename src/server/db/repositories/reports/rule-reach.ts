/** Counts whom and which events some rules reached in a window, from the entries that the rules made, by their index. */
import { only } from '@/domain/assert';
import { statementForValues } from '@/server/db/transaction';
import { CREDITING } from './ledger-flows';

interface RuleReach {
  /** Participants and groups. */
  holders: number;
  events: number;
}

interface ReachScope {
  readonly organizationId: string;
  readonly ruleIds: readonly string[];
  readonly from: Date;
  readonly to: Date;
}

const ENTRIES = `journal_entries e CROSS JOIN LATERAL postings_of(e) p
  WHERE e.organization_id = $1 AND e.rule_id = ANY ($2::uuid[]) AND e.id >= first_id_at($3::timestamptz) AND e.id < first_id_at($4::timestamptz)`;

const valuesOf = ({ organizationId, ruleIds, from, to }: ReachScope): unknown[] => [organizationId, ruleIds, from, to];

export async function countReach(scope: ReachScope): Promise<RuleReach> {
  return only(
    await statementForValues<RuleReach>(
      `SELECT count(DISTINCT p.account_id)::int AS holders, count(DISTINCT e.event_id)::int AS events
       FROM ${ENTRIES} AND p.account_type IN ('PARTICIPANT', 'GROUP')`,
      valuesOf(scope),
    ),
  );
}

interface TopHolderRow {
  participant_id: string;
  external_id: string;
  asset_id: string;
  credited: string;
}

/** The participants whom the rules credited most of each asset, most first. @param most for each asset. */
export function topParticipants(scope: ReachScope, most: number): Promise<TopHolderRow[]> {
  return statementForValues<TopHolderRow>(
    `SELECT t.account_id AS participant_id, h.external_id, t.asset_id, t.credited::text AS credited
     FROM (SELECT p.account_id, p.asset_id, sum(p.amount) AS credited,
                  row_number() OVER (PARTITION BY p.asset_id ORDER BY sum(p.amount) DESC, p.account_id) AS place
           FROM ${ENTRIES} AND p.account_type = 'PARTICIPANT' AND e.type IN ${CREDITING} AND p.amount > 0
           GROUP BY p.account_id, p.asset_id) t
     JOIN participants h ON h.organization_id = $1 AND h.id = t.account_id
     WHERE t.place <= $5 ORDER BY t.asset_id, t.place`,
    [...valuesOf(scope), most],
  );
}
