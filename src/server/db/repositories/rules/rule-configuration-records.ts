/** Reads a program's rule configuration as rows: sets in order, each with its live rules in order, all of the same version. */
import { present } from '@/domain/assert';
import type { CampaignTerms } from '@/domain/campaigns/terms';
import type { Joined } from '@/server/db/joined';
import type { Tx } from '@/server/db/transaction';
import type { RuleSetRow } from './rule-sets';
import { RULE_COLUMNS, type RuleRow } from './rules';

type RuleSetWithRules = RuleSetRow & { readonly rules: readonly RuleRow[] };

export interface ConfigurationRows {
  readonly programId: string;
  readonly version: number;
  readonly sets: readonly RuleSetWithRules[];
}

interface SetColumns {
  set_id: string;
  set_client_ref: string;
  set_key: string;
  set_name: string;
  set_campaign: CampaignTerms | null;
  set_position: number;
  set_created_at: Date;
  set_updated_at: Date;
}

/** A program with a set and its rule, with a set that has no rules, or without any. */
type ProgramRow = Pick<RuleRow, 'rule_configuration_version'> & Joined<SetColumns> & Joined<Omit<RuleRow, 'rule_configuration_version'>>;

/** A single statement, so that no change comes between sets, rules and version; null when the organization has no such program. */
export async function readConfigurationRows(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  programId: string,
): Promise<ConfigurationRows | null> {
  const rows = await tx.query<ProgramRow>(
    `SELECT s.id AS set_id, s.client_ref AS set_client_ref, s.key AS set_key, s.name AS set_name, s.campaign AS set_campaign,
            s.position AS set_position, s.created_at AS set_created_at, s.updated_at AS set_updated_at, ${RULE_COLUMNS}
     FROM programs p
     LEFT JOIN rule_sets s ON s.organization_id = p.organization_id AND s.program_id = p.id AND s.deleted_at IS NULL
     LEFT JOIN rules r ON r.organization_id = s.organization_id AND r.rule_set_id = s.id AND r.status <> 'ARCHIVED'
     WHERE p.organization_id = $1 AND p.id = $2
     ORDER BY s.position, r.position`,
    [organizationId, programId],
  );
  const [first] = rows;
  if (!first) return null;
  const version = first.rule_configuration_version;
  const bySet = Map.groupBy(rows.filter(hasSet), (row) => row.set_id);
  return {
    programId,
    version,
    sets: [...bySet].map(([, joined]) => ({
      ...setOf(programId, present(joined[0], 'a group has the row that it was made for')),
      rules: joined.filter(hasRule),
    })),
  };
}

const setOf = (program_id: string, row: ProgramRow & SetColumns): RuleSetRow => ({
  id: row.set_id,
  program_id,
  client_ref: row.set_client_ref,
  key: row.set_key,
  name: row.set_name,
  campaign: row.set_campaign,
  position: row.set_position,
  rule_configuration_version: row.rule_configuration_version,
  created_at: row.set_created_at,
  updated_at: row.set_updated_at,
});

const hasSet = (row: ProgramRow): row is ProgramRow & SetColumns => row.set_id !== null;

const hasRule = <Row extends ProgramRow>(row: Row): row is Row & RuleRow => row.id !== null;
