/**
 * Lists the journal entries that touch one holder. Postings are indexed by balance, so each of the holder's balances contributes its
 * next ones, and a page costs the same however many there are.
 */
import { mergedPage, type Bind, type BoundStatement, type KeysetPage, within } from '../keyset';
import { statement } from '../transaction';
import {
  ENTRY_COLUMNS,
  EXACT_FILTERS,
  touches,
  type EntryFilters,
  type JournalEntriesQuery,
  type JournalEntryRow,
} from './journal-entries';

export interface AccountEntriesRequest {
  readonly organizationId: string;
  readonly accountId: string;
  readonly filters: EntryFilters;
  /** The creation time and id of the entry before the first; null: from the start. */
  readonly after: readonly string[] | null;
  readonly limit: number;
  /** How many entries are filtered; null: all. */
  readonly walked: number | null;
}

interface Placed {
  /** The creation time, to the digit. */
  readonly at: string;
}

/** Entries that match a filter of theirs are looked for among the next few, and only if those are too few among more, or all. */
const WALKS = [2_000, 20_000, null];
const FILTERS_OF_ENTRIES = ['type', 'reference_id', 'event_id', 'rule_id', 'asset_id'] as const;

/** @throws DomainError invalid_cursor when the cursor was not issued for this account and these filters. */
export function accountEntryRows(
  organizationId: string,
  accountId: string,
  query: JournalEntriesQuery,
): Promise<KeysetPage<JournalEntryRow>> {
  const isFiltered = FILTERS_OF_ENTRIES.some((name) => query[name] !== undefined);
  return mergedPage<JournalEntryRow & Placed>(
    { name: 'account-entries', keys: 2, organizationId, query: { ...query, account: accountId } },
    async (after, limit) => {
      let rows: (JournalEntryRow & Placed)[] = [];
      for (const walked of isFiltered ? WALKS : [limit]) {
        const { text, values } = accountEntries({ organizationId, accountId, filters: query, after, limit, walked });
        rows = await statement<JournalEntryRow & Placed>(text, values);
        if (rows.length === limit) break;
      }
      return rows;
    },
    ({ at, id }) => [at, id],
  );
}

/** A page of the list. Its rows also say `at`, their place in it. */
export function accountEntries({ organizationId, accountId, filters, after, limit, walked }: AccountEntriesRequest): BoundStatement {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const direction = filters.sort_dir;
  const order = (rows: string) => `ORDER BY ${rows}.created_at ${direction}, ${rows}.entry_id ${direction}`;
  const [organization, most] = [bind(organizationId), bind(walked)];
  const ofBalance = ['p.account_id = b.account_id', 'p.program_id = b.program_id', 'p.asset_id = b.asset_id'];
  for (const condition of within('p.created_at', filters.from, filters.to)) ofBalance.push(condition(bind));
  if (after) {
    const place = `(${bind(after[0])}::timestamptz, ${bind(after[1])}::uuid)`;
    ofBalance.push(`(p.created_at, p.entry_id) ${direction === 'asc' ? '>' : '<'} ${place}`);
  }
  const ofEntry = [`e.organization_id = ${organization}`];
  for (const name of EXACT_FILTERS) if (filters[name] !== undefined) ofEntry.push(`e.${name} = ${bind(filters[name])}`);
  if (filters.asset_id !== undefined) ofEntry.push(touches(filters.asset_id)(bind));
  const ofProgram = filters.program_id === undefined ? '' : `AND b.program_id = ${bind(filters.program_id)}`;
  const text = `
    SELECT ${ENTRY_COLUMNS}, touched.created_at::text AS at
    FROM (SELECT DISTINCT m.created_at, m.entry_id
          FROM balances b CROSS JOIN LATERAL (
            SELECT DISTINCT p.created_at, p.entry_id FROM postings p WHERE ${ofBalance.join(' AND ')} ${order('p')} LIMIT ${most}) m
          WHERE b.organization_id = ${organization} AND b.account_id = ${bind(accountId)} ${ofProgram}
          ${order('m')} LIMIT ${most}) touched
    CROSS JOIN LATERAL (SELECT * FROM journal_entries WHERE id = touched.entry_id LIMIT 1) e
    LEFT JOIN LATERAL seal_of_entry(e.organization_id, e.id) s ON true
    WHERE ${ofEntry.join(' AND ')} ${order('touched')} LIMIT ${bind(limit)}`;
  return { text, values };
}
