/** Reads and writes accounts with gift-card providers; their secrets are handled only in encrypted form. */
import type { AccountStatus, ProviderName } from '@/domain/fulfillment/provider';
import { prisma } from '@/server/db/client';
import { contains, equals, keysetPage, statusFilter, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import type { Tx } from '@/server/db/transaction';

export interface FulfillmentAccountRow {
  id: string;
  provider: ProviderName;
  name: string;
  settings: unknown;
  secrets: Uint8Array | null;
  status: AccountStatus;
  verified_at: Date | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

const COLUMNS = 'id, provider, name, settings, secrets, status, verified_at, created_at, updated_at, deleted_at';

interface FulfillmentAccountsQuery extends PageRequest<'created_at' | 'name'> {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  status?: AccountStatus | undefined;
  include_archived: boolean;
  provider?: ProviderName | undefined;
}

const ACCOUNTS: KeysetList<FulfillmentAccountsQuery['sort_by']> = {
  name: 'fulfillment-accounts',
  select: { columns: COLUMNS, from: 'fulfillment_accounts' },
  sorts: { created_at: [{ sql: 'created_at', type: 'timestamptz' }], name: [{ sql: 'name', type: 'text' }] },
  id: { sql: 'id', type: 'uuid' },
};

export function listFulfillmentAccountRows(
  organizationId: string,
  query: FulfillmentAccountsQuery,
): Promise<KeysetPage<FulfillmentAccountRow>> {
  return keysetPage<FulfillmentAccountRow, FulfillmentAccountsQuery['sort_by']>(ACCOUNTS, {
    organizationId,
    query: { ...query },
    where: [
      equals('organization_id', organizationId),
      ...within('created_at', query.from, query.to),
      ...(query.search === undefined ? [] : [contains(['name'], query.search)]),
      ...(query.provider === undefined ? [] : [equals('provider', query.provider)]),
      ...statusFilter('status', query.status, query.include_archived),
    ],
  });
}

export async function findFulfillmentAccount(organizationId: string, id: string): Promise<FulfillmentAccountRow | null> {
  const found = await prisma().fulfillmentAccount.findUnique({
    where: { organization_id_id: { organization_id: organizationId, id } },
    omit: { organization_id: true },
  });
  return found as FulfillmentAccountRow | null; // the database admits no other providers and statuses
}

/** The account, locked against other changes until the transaction ends. */
export async function findFulfillmentAccountForUpdate(tx: Tx, organizationId: string, id: string): Promise<FulfillmentAccountRow | null> {
  const [row] = await tx.query<FulfillmentAccountRow>(
    `SELECT ${COLUMNS} FROM fulfillment_accounts WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [organizationId, id],
  );
  return row ?? null;
}

export async function insertFulfillmentAccount(tx: Tx, organizationId: string, row: FulfillmentAccountRow): Promise<void> {
  await tx.query(
    `INSERT INTO fulfillment_accounts (id, organization_id, provider, name, settings, secrets, status, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [row.id, organizationId, row.provider, row.name, JSON.stringify(row.settings), row.secrets, row.status, row.created_at, row.updated_at],
  );
}

/** Writes every mutable field of an account that the transaction has locked. */
export async function updateFulfillmentAccountRow(tx: Tx, organizationId: string, row: FulfillmentAccountRow): Promise<void> {
  await tx.query(
    `UPDATE fulfillment_accounts SET name = $3, settings = $4, secrets = $5, status = $6, verified_at = $7, updated_at = $8, deleted_at = $9
     WHERE organization_id = $1 AND id = $2`,
    [
      organizationId,
      row.id,
      row.name,
      JSON.stringify(row.settings),
      row.secrets,
      row.status,
      row.verified_at,
      row.updated_at,
      row.deleted_at,
    ],
  );
}
