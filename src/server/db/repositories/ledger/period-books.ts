/** Reads the journal of a period, and stores the figures that the period was closed with. */
import { only } from '@/domain/assert';
import { withFields } from '@/domain/fields';
import type { AccountType } from '@/domain/ledger/accounts';
import type { EntryType } from '@/domain/ledger/entry';
import { FLOWS, type Flow } from '@/domain/ledger/flows';
import type { PeriodBalance, PeriodBooks, PeriodJournal } from '@/domain/ledger/period';
import { amountOf } from '@/domain/money';
import { computed, type ComputedRows, type Listing, type ListingRequest } from '@/server/db/listing';
import { statement, type Tx } from '@/server/db/transaction';
import type { LedgerPeriodRow } from './ledger-periods';

interface PlaceRow {
  program_id: string;
  asset_id: string;
}

const placeOf = ({ program_id, asset_id }: PlaceRow) => ({ programId: program_id, assetId: asset_id });

/** Reads the entries and postings themselves, not any totals. */
export async function readJournal({ organization_id, period_from, period_to }: LedgerPeriodRow): Promise<PeriodJournal> {
  const entries = `FROM journal_entries e CROSS JOIN LATERAL`;
  const within = `WHERE e.organization_id = $1 AND e.id >= first_id_at(coalesce($2::timestamptz, '-infinity')) AND e.id < first_id_at($3::timestamptz)`;
  const values = [organization_id, period_from, period_to];
  const [changes, movements, counted] = await Promise.all([
    statement<PlaceRow & { type: EntryType; more: string; less: string }>(
      `SELECT e.program_id, c.asset_id, e.type, sum(greatest(c.net, 0))::text AS more, sum(least(c.net, 0))::text AS less
       ${entries} holder_changes(e) c ${within} AND c.net <> 0 GROUP BY 1, 2, 3`,
      values,
    ),
    statement<PlaceRow & { account_type: AccountType; balance: string }>(
      `SELECT e.program_id, p.asset_id, p.account_type, sum(p.amount)::text AS balance
       ${entries} postings_of(e) p ${within} GROUP BY 1, 2, 3`,
      values,
    ),
    statement<{ count: number }>(`SELECT count(*) AS count FROM journal_entries e ${within}`, values),
  ]);
  return {
    changes: changes.map((row) => ({ ...placeOf(row), type: row.type, more: amountOf(row.more), less: amountOf(row.less) })),
    movements: movements.map(balanceOf),
    entryCount: only(counted).count,
  };
}

const balanceOf = (row: PlaceRow & { account_type: AccountType; balance: string }): PeriodBalance => ({
  ...placeOf(row),
  accountType: row.account_type,
  balance: amountOf(row.balance),
});

export type FiguresRow = PlaceRow & { scale: number; opening: string; closing: string } & Record<Flow, string>;
export type BalancesRow = PlaceRow & { account_type: AccountType; balance: string; scale: number };

/** @param programId null: all programs. @param assetId null: all assets. */
export interface BooksScope {
  readonly periodId: string;
  readonly programId: string | null;
  readonly assetId: string | null;
}

const scoped = (columns: string, table: string): string =>
  `SELECT f.program_id, f.asset_id, a.scale, ${columns} FROM ${table} f JOIN assets a ON a.organization_id = f.organization_id AND a.id = f.asset_id WHERE f.organization_id = $1 AND f.period_id = $2`;
const FIGURES = ['opening', ...FLOWS, 'closing'] as const;
const FIGURE_COLUMNS = FIGURES.map((name) => `f.${name}::text`).join(', ');
const BALANCE_COLUMNS = 'f.account_type, f.balance::text';

const PLACE = [
  { sql: 'r.asset_id', type: 'uuid' },
  { sql: 'r.program_id', type: 'uuid' },
] as const;
const BY_ACCOUNT_TYPE = { sql: 'r.account_type', type: 'text' } as const;
const inScope = 'AND ($3::uuid IS NULL OR f.program_id = $3) AND ($4::uuid IS NULL OR f.asset_id = $4)';

const booksListing = <Row extends PlaceRow>(
  [name, table, columns]: readonly [name: string, table: string, columns: string],
  order: ComputedRows['order'],
  { periodId, programId, assetId }: BooksScope,
  request: ListingRequest,
): Listing<Row> =>
  computed<Row>(
    {
      name,
      columns: 'r.*',
      from: `${scoped(columns, table)} ${inScope}`,
      values: [request.organizationId, periodId, programId, assetId],
      order,
    },
    request,
  );

/** By asset, then program. */
export const figureRows = (scope: BooksScope, request: ListingRequest): Listing<FiguresRow> =>
  booksListing<FiguresRow>(['ledger-period-figures', 'ledger_period_figures', FIGURE_COLUMNS], PLACE, scope, request);

/** By asset, then program and type of account. */
export const balanceRows = (scope: BooksScope, request: ListingRequest): Listing<BalancesRow> =>
  booksListing<BalancesRow>(
    ['ledger-period-balances', 'ledger_period_balances', BALANCE_COLUMNS],
    [...PLACE, BY_ACCOUNT_TYPE],
    scope,
    request,
  );

/** The figures that a period was closed with. */
export async function storedBooks({ organization_id, id, entry_count }: LedgerPeriodRow): Promise<PeriodBooks> {
  const [figures, balances] = await Promise.all([
    statement<FiguresRow>(scoped(FIGURE_COLUMNS, 'ledger_period_figures'), [organization_id, id]),
    statement<BalancesRow>(scoped(BALANCE_COLUMNS, 'ledger_period_balances'), [organization_id, id]),
  ]);
  return {
    figures: figures.map((row) => ({
      ...placeOf(row),
      opening: amountOf(row.opening),
      flows: withFields(FLOWS, (flow) => amountOf(row[flow])),
      closing: amountOf(row.closing),
    })),
    balances: balances.map(balanceOf),
    entryCount: entry_count ?? 0,
  };
}

/** The end of the chain of seals. */
interface ChainEnd {
  readonly position: number;
  readonly hash: string | null;
}

/** Stores the figures of a CLOSING period and closes it; does nothing when it is no longer CLOSING. */
export async function recordBooks(
  tx: Tx,
  { id, organization_id }: LedgerPeriodRow,
  books: PeriodBooks,
  chain: ChainEnd,
  now: Date,
): Promise<void> {
  const closed = await tx.query(
    `UPDATE ledger_periods SET status = 'CLOSED', entry_count = $3, chain_position = $4, seal_hash = decode($5, 'hex'), closed_at = $6, updated_at = $6
     WHERE organization_id = $1 AND id = $2 AND status = 'CLOSING' RETURNING 1`,
    [organization_id, id, books.entryCount, chain.position, chain.hash, now],
  );
  if (closed.length === 0) return;
  const { figures, balances } = books;
  const columns = FIGURES.map((_, i) => `$${i + 5}::numeric[]`).join(', ');
  await tx.query(
    `INSERT INTO ledger_period_figures (organization_id, period_id, program_id, asset_id, ${FIGURES.join(', ')})
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[], ${columns})`,
    [
      organization_id,
      id,
      figures.map(({ programId }) => programId),
      figures.map(({ assetId }) => assetId),
      figures.map(({ opening }) => opening.toFixed()),
      ...FLOWS.map((flow) => figures.map(({ flows }) => flows[flow].toFixed())),
      figures.map(({ closing }) => closing.toFixed()),
    ],
  );
  await tx.query(
    `INSERT INTO ledger_period_balances (organization_id, period_id, program_id, asset_id, account_type, balance)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::numeric[])`,
    [
      organization_id,
      id,
      balances.map(({ programId }) => programId),
      balances.map(({ assetId }) => assetId),
      balances.map(({ accountType }) => accountType),
      balances.map(({ balance }) => balance.toFixed()),
    ],
  );
}
