/** Stores every version of programs' rule configurations as it was; a version and its content are written by one statement. */
import { only } from '@/domain/assert';
import type { ConfiguredRule, ConfiguredSet } from '@/domain/rules/configuration';
import { equals, keysetPage, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { statement, type Tx } from '@/server/db/transaction';

export interface ExampleOverride {
  readonly reason: string;
  /** Each with the names of the examples that fail. */
  readonly rules: readonly { readonly id: string; readonly name: string; readonly examples: readonly string[] }[];
}

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
  /** Why rules may be ACTIVE although examples of them fail. */
  readonly exampleOverride?: ExampleOverride;
}

const KEEP = `INSERT INTO rule_configuration_versions (organization_id, program_id, version, content, restored_version, example_override, api_key_id, user_id, on_behalf_of, created_at)`;

const valuesOf = ({ organizationId, programId, now, apiKeyId, userId, onBehalfOf, ...change }: ConfigurationChange): unknown[] => [
  organizationId,
  programId,
  now,
  change.restoredVersion ?? null,
  change.exampleOverride === undefined ? null : JSON.stringify(change.exampleOverride),
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
     SELECT $1, id, rule_configuration_version, rule_configuration_content($1, id), $4, $5, $6, $7, $8, $3 FROM bumped
     RETURNING version`,
      valuesOf(change),
    ),
  );
  return row.version;
}

/** Stores the first version of a newly created program. */
export async function keepFirstConfigurationVersion(tx: Tx, change: ConfigurationChange): Promise<void> {
  await tx.query(`${KEEP} VALUES ($1, $2, 1, '[]', $4, $5, $6, $7, $8, $3)`, valuesOf(change));
}

export interface ConfigurationVersionRow {
  program_id: string;
  version: number;
  rule_set_count: number;
  rule_count: number;
  restored_version: number | null;
  example_override_reason: string | null;
  api_key_id: string | null;
  user_id: string | null;
  on_behalf_of: string | null;
  created_at: Date;
}

/** A rule as it was stored, with its own version. */
export type VersionedRule = ConfiguredRule & { readonly version: number };
export type VersionedSet = Omit<ConfiguredSet, 'rules'> & { readonly rules: readonly VersionedRule[] };

/** A set as it was stored: before rules had examples, without them. */
type KeptSet = Omit<VersionedSet, 'rules'> & {
  readonly rules: readonly (Omit<VersionedRule, 'examples'> & Partial<Pick<VersionedRule, 'examples'>>)[];
};

/** SQL: the rules of a stored configuration as rows of `place`, `rule` and its `rule_set`, numbered from 1 in the order in which they run. */
export const rulesOf = (content: string): string => `(
  SELECT row_number() OVER (ORDER BY s.place, r.place) AS place, r.rule, s.rule_set
  FROM json_array_elements(${content}) WITH ORDINALITY AS s (rule_set, place)
  CROSS JOIN LATERAL json_array_elements(s.rule_set -> 'rules') WITH ORDINALITY AS r (rule, place))`;

const COLUMNS = `v.program_id, v.version, v.rule_set_count, v.rule_count, v.restored_version, v.example_override ->> 'reason' AS example_override_reason, v.api_key_id, v.user_id, v.on_behalf_of, v.created_at`;

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
  const [row] = await statement<ConfigurationVersionRow & { content: readonly KeptSet[] }>(
    `SELECT ${COLUMNS}, v.content FROM rule_configuration_versions v WHERE v.organization_id = $1 AND v.program_id = $2 AND v.version = $3`,
    [organizationId, programId, version],
  );
  return row
    ? { ...row, content: row.content.map((set) => ({ ...set, rules: set.rules.map((rule) => ({ examples: [], ...rule })) })) }
    : null;
}
