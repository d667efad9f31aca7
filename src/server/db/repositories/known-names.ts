/** Loads the names that rules can refer to: a program's assets and tiers, and the existing state keys. */
import type { KnownAsset, KnownKeys } from '@/domain/rules/analyse/finding';
import type { Tx } from '../transaction';

/** The most keys listed per kind and owner; requested keys are found beyond that limit, too. */
const MAX_LISTED = 500;

const PLACES = [
  { kind: 'tag', table: 'state_tags', column: 'tag' },
  { kind: 'attribute', table: 'state_attributes', column: 'key' },
  { kind: 'counter', table: 'state_counters', column: 'key' },
] as const;

interface KeyRow {
  scope: keyof KnownKeys;
  kind: (typeof PLACES)[number]['kind'];
  key: string;
}

/** Participants and groups belong to the organization, and so do their keys; a program's keys are its own. */
export async function loadKnownKeys(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  programId: string,
  wanted: readonly string[],
): Promise<KnownKeys> {
  const rows = await tx.query<KeyRow>(ALL_KEYS, [organizationId, programId, wanted]);
  const keysOf = (scope: KeyRow['scope']) => {
    const of = (kind: KeyRow['kind']) => new Set(rows.filter((row) => row.scope === scope && row.kind === kind).map(({ key }) => key));
    return { tag: of('tag'), attribute: of('attribute'), counter: of('counter') };
  };
  return { participant: keysOf('participant'), group: keysOf('group'), program: keysOf('program') };
}

/** The distinct keys, each found by a single index lookup past the previous one. */
function sharedKeys({ kind, table, column }: (typeof PLACES)[number], scope: 'participant' | 'group'): string {
  const owned = `organization_id = $1 AND subject_type = '${scope.toUpperCase()}'`;
  return `SELECT '${scope}' AS scope, '${kind}' AS kind, key FROM (
      WITH RECURSIVE found AS (
        (SELECT ${column} AS key FROM ${table} WHERE ${owned} ORDER BY ${column} LIMIT 1)
        UNION ALL
        SELECT (SELECT ${column} FROM ${table} WHERE ${owned} AND ${column} > found.key ORDER BY ${column} LIMIT 1) FROM found WHERE found.key IS NOT NULL
      )
      SELECT key FROM found WHERE key IS NOT NULL LIMIT ${MAX_LISTED}
    ) AS listed
    UNION
    SELECT '${scope}', '${kind}', asked.key FROM unnest($3::text[]) AS asked (key)
    WHERE EXISTS (SELECT 1 FROM ${table} WHERE ${owned} AND ${column} = asked.key)`;
}

const programKeys = ({ kind, table, column }: (typeof PLACES)[number]): string =>
  `SELECT 'program', '${kind}', ${column} FROM ${table} WHERE organization_id = $1 AND subject_type = 'PROGRAM' AND subject_id = $2`;

const ALL_KEYS = PLACES.flatMap((place) => [sharedKeys(place, 'participant'), sharedKeys(place, 'group'), programKeys(place)]).join(
  '\nUNION\n',
);

export interface KnownNames {
  /** The assets linked to the program, by id. */
  readonly assets: ReadonlyMap<string, KnownAsset>;
  readonly tiers: ReadonlyMap<string, { readonly archived: boolean }>;
}

export async function loadKnownNames(tx: Pick<Tx, 'query'>, organizationId: string, programId: string): Promise<KnownNames> {
  const assets = await tx.query<KnownAsset & { id: string }>(
    `SELECT a.id, a.symbol, a.status = 'ARCHIVED' AS archived, a.issuance_policy = 'UNLIMITED' AND a.max_transaction_amount IS NULL AS unlimited
     FROM program_assets pa JOIN assets a ON a.id = pa.asset_id WHERE pa.organization_id = $1 AND pa.program_id = $2 ORDER BY a.symbol`,
    [organizationId, programId],
  );
  const tiers = await tx.query<{ key: string; archived: boolean }>(
    `SELECT key, status = 'ARCHIVED' AS archived FROM tiers WHERE organization_id = $1 AND program_id = $2`,
    [organizationId, programId],
  );
  return { assets: new Map(assets.map((asset) => [asset.id, asset])), tiers: new Map(tiers.map((tier) => [tier.key, tier])) };
}
