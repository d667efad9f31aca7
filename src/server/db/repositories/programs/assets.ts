/** Reads and writes assets, with the ids of the programs that link them. */
import { DomainError } from '@/domain/errors';
import { prisma } from '@/server/db/client';
import { contains, equals, keysetPage, statusFilter, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { UNIQUE_VIOLATION, sqlState, type Tx } from '@/server/db/transaction';

export interface AssetRecord {
  id: string;
  name: string;
  symbol: string;
  scale: number;
  inventory_mode: 'SIMPLE' | 'LOT';
  issuance_policy: 'UNLIMITED' | 'PREFUNDED';
  /** Decimal text as the database prints it. */
  max_transaction_amount: string | null;
  status: 'ACTIVE' | 'ARCHIVED';
  program_ids: string[];
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

const COLUMNS = `a.id, a.name, a.symbol, a.scale, a.inventory_mode, a.issuance_policy, a.max_transaction_amount, a.status,
  ARRAY(SELECT pa.program_id::text FROM program_assets pa WHERE pa.organization_id = a.organization_id AND pa.asset_id = a.id ORDER BY pa.created_at, pa.program_id) AS program_ids,
  a.created_at, a.updated_at, a.deleted_at`;

interface AssetsQuery extends PageRequest<'created_at' | 'name' | 'symbol'> {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  status?: AssetRecord['status'] | undefined;
  include_archived: boolean;
  program_id?: string | undefined;
}

const ASSETS: KeysetList<AssetsQuery['sort_by']> = {
  name: 'assets',
  select: { columns: COLUMNS, from: 'assets a' },
  sorts: {
    created_at: [{ sql: 'a.created_at', type: 'timestamptz' }],
    name: [{ sql: 'a.name', type: 'text' }],
    symbol: [{ sql: 'a.symbol', type: 'text' }],
  },
  id: { sql: 'a.id', type: 'uuid' },
};

export function listAssetRows(organizationId: string, query: AssetsQuery): Promise<KeysetPage<AssetRecord>> {
  const { program_id } = query;
  return keysetPage<AssetRecord, AssetsQuery['sort_by']>(ASSETS, {
    organizationId,
    query: { ...query },
    where: [
      equals('a.organization_id', organizationId),
      ...within('a.created_at', query.from, query.to),
      ...(query.search === undefined ? [] : [contains(['a.name', 'a.symbol'], query.search)]),
      ...statusFilter('a.status', query.status, query.include_archived),
      ...(program_id === undefined
        ? []
        : [
            (bind: (value: unknown) => string) =>
              `EXISTS (SELECT 1 FROM program_assets l WHERE l.organization_id = a.organization_id AND l.asset_id = a.id AND l.program_id = ${bind(program_id)})`,
          ]),
    ],
  });
}

export async function findAsset(organizationId: string, id: string): Promise<AssetRecord | null> {
  const [row] = await findAssets(organizationId, [id]);
  return row ?? null;
}

/** Those of `ids` that exist, in no particular order. */
export async function findAssets(organizationId: string, ids: readonly string[]): Promise<AssetRecord[]> {
  const found = await prisma().asset.findMany({
    where: { organization_id: organizationId, id: { in: [...ids] } },
    include: { linking_programs: { select: { program_id: true }, orderBy: [{ created_at: 'asc' }, { program_id: 'asc' }] } },
  });
  return found.map(({ linking_programs, organization_id: _, max_transaction_amount, ...asset }) => ({
    // The database admits no other texts in the columns of kinds and statuses.
    ...(asset as Omit<AssetRecord, 'max_transaction_amount' | 'program_ids'>),
    max_transaction_amount: max_transaction_amount?.toFixed() ?? null,
    program_ids: linking_programs.map((link) => link.program_id),
  }));
}

/** The assets that a program links, archived ones included, by symbol. */
export function loadProgramAssets(tx: Pick<Tx, 'query'>, organizationId: string, programId: string): Promise<AssetRecord[]> {
  return tx.query<AssetRecord>(
    `SELECT ${COLUMNS} FROM assets a JOIN program_assets l ON l.organization_id = a.organization_id AND l.asset_id = a.id
     WHERE a.organization_id = $1 AND l.program_id = $2 ORDER BY a.symbol`,
    [organizationId, programId],
  );
}

/** Those of `symbols` that the organization has, locked against other changes until the transaction ends. */
export async function findAssetsBySymbolForUpdate(tx: Tx, organizationId: string, symbols: readonly string[]): Promise<AssetRecord[]> {
  await tx.query('SELECT 1 FROM assets WHERE organization_id = $1 AND symbol = ANY ($2) ORDER BY symbol FOR NO KEY UPDATE', [
    organizationId,
    symbols,
  ]);
  return tx.query<AssetRecord>(`SELECT ${COLUMNS} FROM assets a WHERE a.organization_id = $1 AND a.symbol = ANY ($2)`, [
    organizationId,
    symbols,
  ]);
}

/** The symbol and the number of decimal places, by asset; only of those `ids` that exist. */
export async function loadAssetNames(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly symbol: string; readonly scale: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: string; symbol: string; scale: number }>(
    'SELECT id, symbol, scale FROM assets WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
    [organizationId, ids],
  );
  return new Map(rows.map(({ id, symbol, scale }) => [id, { symbol, scale }]));
}

/** The asset, locked against other changes until the transaction ends. */
export async function findAssetForUpdate(tx: Tx, organizationId: string, id: string): Promise<AssetRecord | null> {
  await tx.query('SELECT 1 FROM assets WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE', [organizationId, id]);
  const [row] = await tx.query<AssetRecord>(`SELECT ${COLUMNS} FROM assets a WHERE a.organization_id = $1 AND a.id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}

/** @throws DomainError key_exists when the organization has an asset with this symbol. */
export async function insertAsset(tx: Tx, organizationId: string, row: AssetRecord): Promise<void> {
  await tx
    .query(
      `INSERT INTO assets (id, organization_id, name, symbol, scale, inventory_mode, issuance_policy, max_transaction_amount, status, created_at, updated_at, deleted_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        row.id,
        organizationId,
        row.name,
        row.symbol,
        row.scale,
        row.inventory_mode,
        row.issuance_policy,
        row.max_transaction_amount,
        row.status,
        row.created_at,
        row.updated_at,
        row.deleted_at,
      ],
    )
    .catch((error: unknown) => {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      throw new DomainError('key_exists', `The symbol ${row.symbol} is already in use; choose another.`, { param: 'symbol' });
    });
}

/** Writes the name, ceiling, status and timestamps of an asset that the transaction has locked. */
export async function updateAssetRow(tx: Tx, organizationId: string, row: AssetRecord): Promise<void> {
  await tx.query(
    `UPDATE assets SET name = $3, max_transaction_amount = $4, status = $5, updated_at = $6, deleted_at = $7 WHERE organization_id = $1 AND id = $2`,
    [organizationId, row.id, row.name, row.max_transaction_amount, row.status, row.updated_at, row.deleted_at],
  );
}
