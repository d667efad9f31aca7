/** Loads the names that the rules of programs can refer to: their assets and tiers, and the existing state keys. */
import type { KnownAsset, KnownKeys } from '@/domain/rules/analyse/finding';
import type { Tx } from '@/server/db/transaction';

/** The most keys listed per kind and owner; requested keys are found beyond that limit, too. */
const MAX_LISTED = 500;

const PLACES = [
  { kind: 'tag', table: 'state_tags', column: 'tag' },
  { kind: 'attribute', table: 'state_attributes', column: 'key' },
  { kind: 'counter', table: 'state_counters', column: 'key' },
] as const;

interface KeyRow {
  /** Null for keys that belong to the organization. */
  program_id: string | null;
  scope: keyof KnownKeys;
  kind: (typeof PLACES)[number]['kind'];
  key: string;
}

/** By program. Participants and groups belong to the organization, and so do their keys; a program's keys are its own. */
export async function loadKnownKeys(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  programIds: readonly string[],
  wanted: readonly string[],
): Promise<ReadonlyMap<string, KnownKeys>> {
  const rows = await tx.query<KeyRow>(ALL_KEYS, [organizationId, programIds, wanted]);
  const byOwner = Map.groupBy(rows, ({ program_id }) => program_id);
  const keysOf = (scope: KeyRow['scope'], owner: string | null) => {
    const owned = (byOwner.get(owner) ?? []).filter((row) => row.scope === scope);
    const of = (kind: KeyRow['kind']) => new Set(owned.filter((row) => row.kind === kind).map(({ key }) => key));
    return { tag: of('tag'), attribute: of('attribute'), counter: of('counter') };
  };
  const shared = { participant: keysOf('participant', null), group: keysOf('group', null) };
  return new Map(programIds.map((id) => [id, { ...shared, program: keysOf('program', id) }]));
}

/** The distinct keys, each found by a single index lookup past the previous one. */
function sharedKeys({ kind, table, column }: (typeof PLACES)[number], scope: 'participant' | 'group'): string {
  const owned = `organization_id = $1 AND subject_type = '${scope.toUpperCase()}'`;
  return `SELECT NULL::uuid AS program_id, '${scope}' AS scope, '${kind}' AS kind, key FROM (
      WITH RECURSIVE found AS (
        (SELECT ${column} AS key FROM ${table} WHERE ${owned} ORDER BY ${column} LIMIT 1)
        UNION ALL
        SELECT (SELECT ${column} FROM ${table} WHERE ${owned} AND ${column} > found.key ORDER BY ${column} LIMIT 1) FROM found WHERE found.key IS NOT NULL
      )
      SELECT key FROM found WHERE key IS NOT NULL LIMIT ${MAX_LISTED}
    ) AS listed
    UNION
    SELECT NULL, '${scope}', '${kind}', asked.key FROM unnest($3::text[]) AS asked (key)
    WHERE EXISTS (SELECT 1 FROM ${table} WHERE ${owned} AND ${column} = asked.key)`;
}

const programKeys = ({ kind, table, column }: (typeof PLACES)[number]): string =>
  `SELECT asked.id, 'program', '${kind}', ${column} FROM unnest($2::uuid[]) AS asked (id)
    JOIN ${table} ON organization_id = $1 AND subject_type = 'PROGRAM' AND subject_id = asked.id`;

const ALL_KEYS = PLACES.flatMap((place) => [sharedKeys(place, 'participant'), sharedKeys(place, 'group'), programKeys(place)]).join(
  '\nUNION\n',
);

interface KnownNames {
  /** The assets linked to the program, by id. */
  readonly assets: ReadonlyMap<string, KnownAsset>;
  readonly tiers: ReadonlyMap<string, { readonly archived: boolean }>;
}

/** By program. */
export async function loadKnownNames(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  programIds: readonly string[],
): Promise<ReadonlyMap<string, KnownNames>> {
  const assets = await tx.query<KnownAsset & { program_id: string; id: string }>(
    `SELECT pa.program_id, a.id, a.symbol, a.scale, a.status = 'ARCHIVED' AS archived,
            a.issuance_policy = 'UNLIMITED' AND a.max_transaction_amount IS NULL AS unlimited
     FROM unnest($2::uuid[]) AS asked (id)
     JOIN program_assets pa ON pa.organization_id = $1 AND pa.program_id = asked.id
     JOIN assets a ON a.organization_id = pa.organization_id AND a.id = pa.asset_id ORDER BY a.symbol`,
    [organizationId, programIds],
  );
  const tiers = await tx.query<{ program_id: string; key: string; archived: boolean }>(
    `SELECT t.program_id, t.key, t.status = 'ARCHIVED' AS archived FROM unnest($2::uuid[]) AS asked (id)
     JOIN tiers t ON t.organization_id = $1 AND t.program_id = asked.id`,
    [organizationId, programIds],
  );
  const [assetsOf, tiersOf] = [Map.groupBy(assets, (asset) => asset.program_id), Map.groupBy(tiers, (tier) => tier.program_id)];
  return new Map(
    programIds.map((id) => [
      id,
      {
        assets: new Map((assetsOf.get(id) ?? []).map((asset) => [asset.id, asset])),
        tiers: new Map((tiersOf.get(id) ?? []).map((tier) => [tier.key, tier])),
      },
    ]),
  );
}
