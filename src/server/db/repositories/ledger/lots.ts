/** Lists a holder's lots, and finds accounts whose lots have fallen due. */
import { accountKey, type AccountKey, type Holder } from '@/domain/ledger/accounts';
import type { LotStatus } from '@/domain/ledger/lots';
import { LEAST_OF_ALL, OF_ALL } from '@/server/db/spread';
import { equals, keysetPage, type KeysetList, type KeysetPage } from '@/server/db/keyset';
import { NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '@/server/db/organization-clock';
import { statement, type Tx } from '@/server/db/transaction';

export interface LotListRow {
  id: string;
  program_id: string;
  asset_id: string;
  scale: number;
  amount: string;
  remaining: string;
  status: LotStatus;
  created_at: Date;
  expires_at: Date | null;
  matures_at: Date | null;
  reference_id: string | null;
}

export interface LotsQuery {
  limit: number;
  cursor?: string | undefined;
  program_id?: string | undefined;
  asset_id?: string | undefined;
  status?: LotStatus | undefined;
  expires_after?: string | undefined;
  expires_before?: string | undefined;
  reference_id?: string | undefined;
}

const LOTS: KeysetList<'expiry'> = {
  name: 'lots',
  select: {
    columns:
      'l.id, l.program_id, l.asset_id, a.scale, l.amount, l.remaining, l.status, l.created_at, l.expires_at, l.matures_at, l.reference_id',
    from: 'lots l JOIN assets a ON a.organization_id = l.organization_id AND a.id = l.asset_id',
  },
  sorts: {
    expiry: [
      { sql: `coalesce(l.expires_at, 'infinity')`, type: 'timestamptz' },
      { sql: 'l.created_at', type: 'timestamptz' },
    ],
  },
  id: { sql: 'l.id', type: 'uuid' },
};

/** In the order in which lots are consumed. */
export function listLotRows(organizationId: string, holder: Holder, query: LotsQuery): Promise<KeysetPage<LotListRow>> {
  const exact = (['program_id', 'asset_id', 'status', 'reference_id'] as const).flatMap((name) =>
    query[name] === undefined ? [] : [equals(`l.${name}`, query[name])],
  );
  return keysetPage<LotListRow, 'expiry'>(LOTS, {
    organizationId,
    query: { ...query, holder: holder.id, sort_by: 'expiry', sort_dir: 'asc' },
    where: [
      equals('l.organization_id', organizationId),
      equals('l.account_id', holder.id),
      ...exact,
      ...(query.expires_after === undefined ? [] : [(bind: (value: unknown) => string) => `l.expires_at >= ${bind(query.expires_after)}`]),
      ...(query.expires_before === undefined ? [] : [(bind: (value: unknown) => string) => `l.expires_at < ${bind(query.expires_before)}`]),
    ],
  });
}

export interface AvailabilityRow {
  gross: string;
  available: string;
  scale: number;
}

/** The sum of AVAILABLE lots and the sum of balances, over the holder's LOT accounts. */
export async function sumAvailability(
  organizationId: string,
  holder: Holder,
  filter: { program_id?: string | undefined; asset_id?: string | undefined },
): Promise<AvailabilityRow[]> {
  return statement<AvailabilityRow>(
    `SELECT sum(b.available)::text AS available, max(a.scale)::int AS scale,
            coalesce(sum((SELECT sum(l.remaining) FROM lots l
              WHERE l.organization_id = b.organization_id AND l.account_id = b.account_id AND l.program_id = b.program_id AND l.asset_id = b.asset_id AND l.remaining > 0 AND l.bucket = 'AVAILABLE')), 0)::text AS gross
     FROM balances b JOIN assets a ON a.organization_id = b.organization_id AND a.id = b.asset_id AND a.inventory_mode = 'LOT'
     WHERE b.organization_id = $1 AND b.account_id = $2 AND ($3::uuid IS NULL OR b.program_id = $3) AND ($4::uuid IS NULL OR b.asset_id = $4)
     GROUP BY b.asset_id`,
    [organizationId, holder.id, filter.program_id ?? null, filter.asset_id ?? null],
  );
}

/** The account of each of these lots, open or not, by the id of the lot. Lots of other organizations are not found. */
export async function accountsOfLots(tx: Tx, organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, AccountKey>> {
  const rows = await tx.query<{ id: string; account_id: string; program_id: string; asset_id: string }>(
    'SELECT id, account_id, program_id, asset_id FROM lots WHERE organization_id = $1 AND id = ANY($2::uuid[])',
    [organizationId, ids],
  );
  return new Map(rows.map((row) => [row.id, accountKey(row.account_id, row.program_id, row.asset_id)]));
}

export interface DueAccount {
  organization_id: string;
  program_id: string;
  asset_id: string;
  account_type: Holder['type'];
  account_id: string;
  clock_offset_ms: number;
}

const DUE_COLUMNS = 'l.organization_id, l.program_id, l.asset_id, l.account_type, l.account_id';

/** Accounts with lots that have matured or expired, at most `limit`. @param now real time, or the clock of `organizationId`. */
export function accountsWithDueLots(now: Date, organizationId: string | null, limit: number): Promise<DueAccount[]> {
  return statement<DueAccount>(
    organizationId === null ? DUE_ANYWHERE : DUE_IN_ONE,
    organizationId === null ? [now, limit] : [now, limit, organizationId],
  );
}

/** @param due the time in question on the organization's clock. */
const dueIn = (organization: string, due: string) => `(
    (SELECT ${DUE_COLUMNS} FROM lots l WHERE l.organization_id = ${organization} AND l.remaining > 0 AND l.bucket = 'DEFERRED' AND l.matures_at <= ${due}
     ORDER BY l.matures_at LIMIT $2)
    UNION
    (SELECT ${DUE_COLUMNS} FROM lots l WHERE l.organization_id = ${organization} AND l.remaining > 0 AND l.expires_at <= ${due}
     ORDER BY l.expires_at LIMIT $2)) due`;

const DUE_ANYWHERE = `
  ${OF_ALL} SELECT due.*, o.clock_offset_ms FROM organizations o CROSS JOIN LATERAL ${dueIn('o.id', ORGANIZATION_NOW)} WHERE ${NOT_BEING_ADVANCED} LIMIT $2`;
const DUE_IN_ONE = `SELECT due.*, 0 AS clock_offset_ms FROM ${dueIn('$3', '$1')} LIMIT $2`;

/** When the organization's next lot matures or expires, up to `until`; null when none does. */
export async function nextLotDue(organizationId: string, until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(
    `SELECT least(
       (SELECT min(matures_at) FROM lots WHERE organization_id = $1 AND remaining > 0 AND bucket = 'DEFERRED' AND matures_at <= $2),
       (SELECT min(expires_at) FROM lots WHERE organization_id = $1 AND remaining > 0 AND expires_at <= $2)) AS due_at`,
    [organizationId, until],
  );
  return row?.due_at ?? null;
}

/** The real time at which the next lot of any organization matures or expires, up to `until`. */
export async function nextLotDueOfAny(until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(NEXT_OF_ANY);
  return row?.due_at && row.due_at <= until ? row.due_at : null;
}

const NEXT_OF_ANY = `
  ${LEAST_OF_ALL} SELECT min(least(
    (SELECT min(matures_at) FROM lots WHERE organization_id = o.id AND remaining > 0 AND bucket = 'DEFERRED'),
    (SELECT min(expires_at) FROM lots WHERE organization_id = o.id AND remaining > 0 AND expires_at IS NOT NULL)
  ) - o.clock_offset_ms * interval '1 millisecond') AS due_at FROM organizations o`;
