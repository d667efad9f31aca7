/** Stores every version of programs' rule configurations as it was; a version and its content are written by one statement. */
import { only } from '@/domain/assert';
import type { ConfiguredRule, ConfiguredSet } from '@/domain/rules/configuration';
import { equals, keysetPage, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { statement, type Tx } from '@/server/db/transaction';

/** Who changes the rules of which program, and when. */
export interface ConfigurationChange {
  readonly organizationId: string;
  readonly programId: string;
  readonly now: Date;
  readonly apiKeyId: string | null;
  readonly userId: string | null;
  readonly onBehalfOf: string | null;
  /** The version whose content is restored. */
  readonly restoredVersion?: number;
}

const KEEP = `INSERT INTO rule_configuration_versions (organization_id, program_id, version, content, restored_version, api_key_id, user_id, on_behalf_of, created_at)`;

const valuesOf = ({ organizationId, programId, now, apiKeyId, userId, onBehalfOf, restoredVersion }: ConfigurationChange): unknown[] => [
  organizationId,
  programId,
  now,
  restoredVersion ?? null,
  apiKeyId,
  userId,
  onBehalfOf,
];

/**
 * Increments the program's configuration version, stores the rules as they now are, and returns the new version. Call it after
 * everything else that the change writes; it locks the program until the transaction ends.
 */
export async function bumpConfigurationVersion(tx: Tx, change: ConfigurationChange): Promise<number> {
  const row = only(
    await tx.query<{ version: number }>(
      `WITH bumped AS (
       UPDATE programs SET rule_configuration_version = rule_configuration_version + 1, updated_at = $3
       WHERE organization_id = $1 AND id = $2 RETURNING id, rule_configuration_version
     )
     ${KEEP}
     SELECT $1, id, rule_configuration_version, rule_configuration_content($1, id), $4, $5, $6, $7, $3 FROM bumped
     RETURNING version`,
      valuesOf(change),
    ),
  );
  return row.version;
}

/** Stores the first version of a newly created program. */
export async function keepFirstConfigurationVersion(tx: Tx, change: ConfigurationChange): Promise<void> {
  await tx.query(`${KEEP} VALUES ($1, $2, 1, '[]', $4, $5, $6, $7, $3)`, valuesOf(change));
}

export interface ConfigurationVersionRow {
  program_id: string;
  version: number;
  rule_set_count: number;
  rule_count: number;
  restored_version: number | null;
  api_key_id: string | null;
  user_id: string | null;
  on_behalf_of: string | null;
  created_at: Date;
}

/** A rule as it was stored, with its own version. */
type VersionedRule = ConfiguredRule & { readonly version: number };
export type VersionedSet = Omit<ConfiguredSet, 'rules'> & { readonly rules: readonly VersionedRule[] };

/** SQL: the rules of a stored configuration as rows of `place` and `rule`, numbered from 1 in the order in which they run. */
export const rulesOf = (content: string): string => `(
  SELECT row_number() OVER (ORDER BY s.place, r.place) AS place, r.rule
  FROM json_array_elements(${content}) WITH ORDINALITY AS s (rule_set, place)
  CROSS JOIN LATERAL json_array_elements(s.rule_set -> 'rules') WITH ORDINALITY AS r (rule, place))`;

const COLUMNS =
  'v.program_id, v.version, v.rule_set_count, v.rule_count, v.restored_version, v.api_key_id, v.user_id, v.on_behalf_of, v.created_at';

interface ConfigurationVersionsQuery extends PageRequest<'rule_configuration_version'> {
  id: string;
}

const VERSIONS: KeysetList<'rule_configuration_version'> = {
  name: 'rule-configuration-versions',
  select: { columns: COLUMNS, from: 'rule_configuration_versions v' },
  sorts: { rule_configuration_version: [] },
  id: { sql: 'v.version', type: 'integer' },
};

export function listConfigurationVersionRows(
  organizationId: string,
  query: ConfigurationVersionsQuery,
): Promise<KeysetPage<ConfigurationVersionRow>> {
  return keysetPage<ConfigurationVersionRow, 'rule_configuration_version'>(VERSIONS, {
    organizationId,
    query: { ...query },
    where: [equals('v.organization_id', organizationId), equals('v.program_id', query.id)],
  });
}

export async function findConfigurationVersion(
  organizationId: string,
  programId: string,
  version: number,
): Promise<(ConfigurationVersionRow & { content: readonly VersionedSet[] }) | null> {
  const [row] = await statement<ConfigurationVersionRow & { content: readonly VersionedSet[] }>(
    `SELECT ${COLUMNS}, v.content FROM rule_configuration_versions v WHERE v.organization_id = $1 AND v.program_id = $2 AND v.version = $3`,
    [organizationId, programId, version],
  );
  return row ?? null;
}
