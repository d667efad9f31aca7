/** Lists balances: a participant's, now or as of an earlier time, and those of a program's wallet. */
import { present } from '@/domain/assert';
import { Coalescers } from '@/server/platform/coalescer';
import { equals, keysetPage, mergedPage, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { statement } from '@/server/db/transaction';

/** One balance in decimal text as the database prints it, with the scale to show it in. */
export interface ScaledBalanceRow {
  program_id: string;
  asset_id: string;
  available: string;
  held: string;
  deferred: string;
  scale: number;
}

type BalanceFilters = { program_id?: string | undefined; asset_id?: string | undefined };
type PageOf<Filters> = Pick<PageRequest<never>, 'limit' | 'cursor'> & Filters;

const ENTRIES_OF_B =
  'FROM account_entries m WHERE (m.organization_id, m.account_id, m.program_id, m.asset_id) = (b.organization_id, b.account_id, b.program_id, b.asset_id)';

/** Leaves out accounts whose row was only created to be locked: nothing ever moved in them. */
export const EVER_MOVED = `EXISTS (SELECT 1 ${ENTRIES_OF_B})`;

/** Joins to `balances b` the sums of its entries up to an instant; accounts without any drop out. @param at a placeholder. */
export const asOfJoin = (at: string): string => `CROSS JOIN LATERAL (
  SELECT coalesce(sum(m.amount) FILTER (WHERE m.bucket = 'AVAILABLE'), 0) AS available, coalesce(sum(m.amount) FILTER (WHERE m.bucket = 'HELD'), 0) AS held,
         coalesce(sum(m.amount) FILTER (WHERE m.bucket = 'DEFERRED'), 0) AS deferred
  ${ENTRIES_OF_B} AND m.entry_id < first_id_at(${at}::timestamptz + interval '1 millisecond') HAVING count(*) > 0) then_`;

const BALANCES = 'participant-balances';

const balancesAsOf = (at: Date): KeysetList<'account'> => ({
  name: BALANCES,
  select: {
    columns: 'b.program_id, b.asset_id, then_.available, then_.held, then_.deferred, a.scale',
    from: (bind) => `balances b JOIN assets a ON a.organization_id = b.organization_id AND a.id = b.asset_id ${asOfJoin(bind(at))}`,
  },
  sorts: { account: [{ sql: 'b.program_id', type: 'uuid' }] },
  id: { sql: 'b.asset_id', type: 'uuid' },
});

/** The balances of one participant or group, by program and asset. @param asOf the time to read them at; null: now. */
export function listBalanceRows(
  organizationId: string,
  accountId: string,
  query: PageOf<BalanceFilters>,
  asOf: Date | null,
): Promise<KeysetPage<ScaledBalanceRow>> {
  const { program_id, asset_id } = query;
  const bound = { ...query, account: accountId, sort_by: 'account', sort_dir: 'asc' } as const;
  if (asOf === null) {
    return mergedPage(
      { name: BALANCES, keys: 2, organizationId, query: bound },
      (after, limit) => pages.add(organizationId, { organizationId, accountId, program_id, asset_id, after, limit }),
      (row) => [row.program_id, row.asset_id],
    );
  }
  return keysetPage<ScaledBalanceRow, 'account'>(balancesAsOf(asOf), {
    organizationId,
    query: bound,
    where: [
      equals('b.organization_id', organizationId),
      equals('b.account_id', accountId),
      ...(program_id === undefined ? [] : [equals('b.program_id', program_id)]),
      ...(asset_id === undefined ? [] : [equals('b.asset_id', asset_id)]),
    ],
  });
}

/** A request for the next balances of one account, as they are now. */
interface PageAsked extends BalanceFilters {
  readonly organizationId: string;
  readonly accountId: string;
  /** The program and asset to continue after; null: from the start. */
  readonly after: readonly string[] | null;
  readonly limit: number;
}

const MAX_BATCH = 100;

/** One lane per organization. Pages requested at the same time are read by one statement. */
const pages = new Coalescers<PageAsked, ScaledBalanceRow[]>(readPages, MAX_BATCH);

const ASKED = { account_id: 'uuid', program_id: 'uuid', asset_id: 'uuid', after_program: 'uuid', after_asset: 'uuid', most: 'integer' };
const ASKED_TYPES = Object.values(ASKED);

/** @param asked a row for each page, numbered by `place`. */
const pagesOf = (asked: string): string => `
  SELECT asked.place::int, page.* FROM ${asked} AS asked (${Object.keys(ASKED).join(', ')}, place) CROSS JOIN LATERAL (
    SELECT b.program_id, b.asset_id, b.available, b.held, b.deferred, a.scale FROM balances b JOIN assets a ON a.organization_id = b.organization_id AND a.id = b.asset_id
    WHERE b.organization_id = $1 AND b.account_id = asked.account_id AND ${EVER_MOVED}
      AND (asked.program_id IS NULL OR b.program_id = asked.program_id) AND (asked.asset_id IS NULL OR b.asset_id = asked.asset_id)
      AND (asked.after_program IS NULL OR (b.program_id, b.asset_id) > (asked.after_program, asked.after_asset))
    ORDER BY b.program_id, b.asset_id LIMIT asked.most) AS page
  ORDER BY asked.place, page.program_id, page.asset_id`;

/** The plan for one page is cached; the one over arrays would be made anew for their length whenever few pages are requested. */
const ONE_PAGE = pagesOf(`(VALUES (${ASKED_TYPES.map((type, index) => `$${index + 2}::${type}`).join(', ')}, 1))`);
const SEVERAL_PAGES = pagesOf(`unnest(${ASKED_TYPES.map((type, index) => `$${index + 2}::${type}[]`).join(', ')}) WITH ORDINALITY`);

async function readPages(asked: readonly PageAsked[]): Promise<ScaledBalanceRow[][]> {
  const columns = [
    asked.map(({ accountId }) => accountId),
    asked.map(({ program_id }) => program_id ?? null),
    asked.map(({ asset_id }) => asset_id ?? null),
    asked.map(({ after }) => after?.[0] ?? null),
    asked.map(({ after }) => after?.[1] ?? null),
    asked.map(({ limit }) => limit),
  ];
  const one = asked.length === 1;
  const { organizationId } = present(asked[0], 'a batch has at least one request');
  const values = [organizationId, ...(one ? columns.flat() : columns)];
  const rows = await statement<ScaledBalanceRow & { place: number }>(one ? ONE_PAGE : SEVERAL_PAGES, values);
  const read = Map.groupBy(rows, ({ place }) => place);
  return asked.map((_, index) => read.get(index + 1) ?? []);
}

export interface WalletBalanceRow extends Omit<ScaledBalanceRow, 'program_id'> {
  issuance_policy: 'UNLIMITED' | 'PREFUNDED';
}

/** What is left of a LOT asset's provisional issues, according to its lots. */
const PROVISIONAL_LOTS = `(SELECT sum(t.remaining) FROM lots t
  WHERE t.organization_id = $1 AND t.program_id = l.program_id AND t.asset_id = l.asset_id AND t.remaining > 0 AND t.bucket = 'HELD' AND t.provisional)`;

/**
 * The same for a SIMPLE asset, whose units cannot be told apart: credits under a hold are provisional, any other movement there is a
 * reservation, and a hold that mixes both gives up reservations first. So a provisional issue has been used exactly as far as the
 * other movements' running sum ever fell below zero.
 */
const PROVISIONAL_UNITS = `(SELECT sum(moved.issued + least(moved.lowest, 0)) FROM holds h CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount) FILTER (WHERE provisional), 0) AS issued, coalesce(min(reserved), 0) AS lowest FROM (
      SELECT p.amount, e.type = 'CREDIT' AS provisional, sum(p.amount) FILTER (WHERE e.type <> 'CREDIT') OVER (ORDER BY e.sequence) AS reserved
      FROM account_entries p JOIN journal_entries e ON e.organization_id = p.organization_id AND e.id = p.entry_id
      WHERE p.organization_id = $1 AND p.account_id = h.account_id AND p.program_id = h.program_id AND p.asset_id = h.asset_id
        AND p.bucket = 'HELD' AND p.hold_reference = h.reference_id) movements) moved
  WHERE h.organization_id = $1 AND h.program_id = l.program_id AND h.asset_id = l.asset_id AND h.amount > 0 AND h.credited)`;

/** What holders have in DEFERRED: from sealed entries, and from those that await their seal. */
const DEFERRED = `(SELECT sum(amount) FROM (
    SELECT d.amount FROM account_days d WHERE d.organization_id = $1 AND d.program_id = l.program_id AND d.asset_id = l.asset_id
      AND d.account_type IN ('PARTICIPANT', 'GROUP') AND d.bucket = 'DEFERRED'
    UNION ALL
    SELECT p.amount FROM waiting_entries($1) q JOIN postings p ON p.organization_id = $1 AND p.entry_id = q.entry_id
    WHERE p.program_id = l.program_id AND p.asset_id = l.asset_id AND p.bucket = 'DEFERRED') moved)`;

/** Only PREFUNDED assets have a wallet; what was drawn from it but is not yet available is with the holders. */
const drawn = (amount: string): string => `coalesce(CASE WHEN a.issuance_policy = 'PREFUNDED' THEN ${amount} END, 0)`;

const WALLETS: KeysetList<'linked'> = {
  name: 'wallet-balances',
  select: {
    columns: `l.asset_id, a.issuance_policy, a.scale, coalesce(w.available, 0) AS available,
      ${drawn(`CASE a.inventory_mode WHEN 'LOT' THEN ${PROVISIONAL_LOTS} ELSE ${PROVISIONAL_UNITS} END`)} AS held, ${drawn(DEFERRED)} AS deferred`,
    from: `program_assets l JOIN assets a ON a.organization_id = l.organization_id AND a.id = l.asset_id
      LEFT JOIN balances w ON w.organization_id = l.organization_id AND w.account_id = l.program_id AND w.program_id = l.program_id AND w.asset_id = l.asset_id`,
  },
  sorts: { linked: [{ sql: 'l.created_at', type: 'timestamptz' }] },
  id: { sql: 'l.asset_id', type: 'uuid' },
};

/** The wallet of one program: one row per linked asset, oldest link first. */
export function listWalletRows(
  organizationId: string,
  query: PageOf<{ id: string; asset_id?: string | undefined }>,
): Promise<KeysetPage<WalletBalanceRow>> {
  return keysetPage<WalletBalanceRow, 'linked'>(WALLETS, {
    organizationId,
    query: { ...query, sort_by: 'linked', sort_dir: 'asc' },
    where: [
      equals('l.organization_id', organizationId),
      equals('l.program_id', query.id),
      ...(query.asset_id === undefined ? [] : [equals('l.asset_id', query.asset_id)]),
    ],
  });
}
