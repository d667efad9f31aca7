/**
 * Lists the journal entries that touch one holder. Every balance has its statement in the order of the journal, so each of the holder's
 * balances contributes its next ones, and a page costs the same however many there are.
 */
import { mergedPage, type Bind, type BoundStatement, type KeysetPage, withinIds } from '@/server/db/keyset';
import { statement } from '@/server/db/transaction';
import { ENTRY_COLUMNS, ofEntry, type EntryFilters, type JournalEntriesQuery, type JournalEntryRow } from './journal-entries';

export interface AccountEntriesRequest {
  readonly organizationId: string;
  readonly accountId: string;
  readonly filters: EntryFilters;
  /** The id of the entry before the first; null: from the start. */
  readonly after: string | null;
  readonly limit: number;
  /** How many entries are filtered; null: all. */
  readonly walked: number | null;
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
  return mergedPage<JournalEntryRow>(
    { name: 'account-entries', keys: 1, organizationId, query: { ...query, account: accountId } },
    async (after, limit) => {
      let rows: JournalEntryRow[] = [];
      for (const walked of isFiltered ? WALKS : [limit]) {
        const { text, values } = accountEntries({ organizationId, accountId, filters: query, after: after?.[0] ?? null, limit, walked });
        rows = await statement<JournalEntryRow>(text, values);
        if (rows.length === limit) break;
      }
      return rows;
    },
    ({ id }) => [id],
  );
}

/** A page of the list. */
export function accountEntries({ organizationId, accountId, filters, after, limit, walked }: AccountEntriesRequest): BoundStatement {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const direction = filters.sort_dir;
  const [organization, account, most] = [bind(organizationId), bind(accountId), bind(walked)];
  const ofBalance = withinIds('p.entry_id', filters.from, filters.to).map((condition) => `AND ${condition(bind)}`);
  if (after !== null) ofBalance.push(`AND p.entry_id ${direction === 'asc' ? '>' : '<'} ${bind(after)}::uuid`);
  const narrower = ofEntry(filters).map((condition) => `AND ${condition(bind)}`);
  const ofProgram = filters.program_id === undefined ? '' : `AND b.program_id = ${bind(filters.program_id)}`;
  const text = `
    SELECT ${ENTRY_COLUMNS}
    FROM (SELECT DISTINCT m.entry_id
          FROM balances b CROSS JOIN LATERAL (
            SELECT DISTINCT p.entry_id FROM account_entries p
            WHERE p.organization_id = ${organization} AND p.account_id = ${account} AND p.program_id = b.program_id AND p.asset_id = b.asset_id
              ${ofBalance.join(' ')} ORDER BY p.entry_id ${direction} LIMIT ${most}) m
          WHERE b.organization_id = ${organization} AND b.account_id = ${account} ${ofProgram}
          ORDER BY m.entry_id ${direction} LIMIT ${most}) touched
    CROSS JOIN LATERAL (SELECT * FROM journal_entries WHERE organization_id = ${organization} AND id = touched.entry_id LIMIT 1) e
    LEFT JOIN LATERAL seal_of_entry(e.organization_id, e.id) s ON true
    WHERE true ${narrower.join(' ')} ORDER BY touched.entry_id ${direction} LIMIT ${bind(limit)}`;
  return { text, values };
}
