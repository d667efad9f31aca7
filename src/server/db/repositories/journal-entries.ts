/** Lists and reads journal entries with their postings. */
import type { AccountType, Bucket } from '@/domain/ledger/accounts';
import type { EntryType } from '@/domain/ledger/entry';
import { equals, keysetPage, wholeList, within, type Condition, type KeysetList, type KeysetPage, type PageRequest } from '../keyset';
import { snapshotRows } from '../snapshot';
import { statement } from '../transaction';

export interface PostingRow {
  asset_id: string;
  account_type: AccountType;
  account_id: string;
  bucket: Bucket | null;
  /** Decimal text as the database prints it. */
  amount: string;
  scale: number;
}

export interface JournalEntryRow {
  id: string;
  program_id: string;
  type: EntryType;
  description: string | null;
  reference_id: string | null;
  event_id: string | null;
  rule_id: string | null;
  rule_version: number | null;
  postings: PostingRow[];
  /** Lower-case hex; null until the entry is sealed. */
  entry_hash: string | null;
  previous_hash: string | null;
  created_at: Date;
}

/** Of an entry `e` and its seal `s`. */
export const ENTRY_COLUMNS = `e.id, e.program_id, e.type, e.description, e.reference_id, e.event_id, e.rule_id, e.rule_version, e.created_at,
  encode(s.entry_hash, 'hex') AS entry_hash, encode(s.previous_hash, 'hex') AS previous_hash,
  (SELECT json_agg(json_build_object('asset_id', p.asset_id, 'account_type', p.account_type, 'account_id', p.account_id,
       'bucket', p.bucket, 'amount', p.amount::text, 'scale', a.scale) ORDER BY p.line)
     FROM postings p JOIN assets a ON a.id = p.asset_id WHERE p.entry_id = e.id) AS postings`;

const FROM = 'journal_entries e LEFT JOIN LATERAL seal_of_entry(e.organization_id, e.id) s ON true';

export interface JournalEntriesQuery extends PageRequest<'created_at'> {
  from?: string | undefined;
  to?: string | undefined;
  program_id?: string | undefined;
  asset_id?: string | undefined;
  type?: EntryType | undefined;
  reference_id?: string | undefined;
  event_id?: string | undefined;
  rule_id?: string | undefined;
}

export const EXACT_FILTERS = ['program_id', 'type', 'reference_id', 'event_id', 'rule_id'] as const;

const ENTRIES: KeysetList<'created_at'> = {
  name: 'journal-entries',
  select: { columns: ENTRY_COLUMNS, from: FROM },
  sorts: { created_at: [{ sql: 'e.created_at', type: 'timestamptz' }] },
  id: { sql: 'e.id', type: 'uuid' },
};

/**
 * The same list, walked along the postings of one asset in index order: those may be few among very many entries, or very many of which
 * a page needs only a few. An entry and its postings share one timestamp. LIMIT 1 keeps the planner from reading both sides whole to
 * join them.
 */
const entriesOfAsset = (assetId: string, direction: 'asc' | 'desc'): KeysetList<'created_at'> => ({
  ...ENTRIES,
  select: {
    columns: ENTRY_COLUMNS,
    from: (bind) => `(SELECT DISTINCT t.created_at, t.entry_id FROM postings t WHERE t.asset_id = ${bind(assetId)}
        ORDER BY t.created_at ${direction}, t.entry_id ${direction}) touched
      CROSS JOIN LATERAL (SELECT * FROM journal_entries WHERE id = touched.entry_id LIMIT 1) e
      LEFT JOIN LATERAL seal_of_entry(e.organization_id, e.id) s ON true`,
  },
  sorts: { created_at: [{ sql: 'touched.created_at', type: 'timestamptz' }] },
  id: { sql: 'touched.entry_id', type: 'uuid' },
});

export function listJournalEntryRows(organizationId: string, query: JournalEntriesQuery): Promise<KeysetPage<JournalEntryRow>> {
  const { list, where } = walk(organizationId, query);
  return keysetPage<JournalEntryRow, 'created_at'>(list, { organizationId, query: { ...query }, where });
}

export type EntryFilters = Omit<JournalEntriesQuery, 'limit' | 'cursor'>;

/** All matching entries, as of a single moment. */
export function everyJournalEntryRow(organizationId: string, query: EntryFilters): AsyncIterable<JournalEntryRow[]> {
  const { list, where } = walk(organizationId, query);
  return snapshotRows(organizationId, wholeList(list, { query, where }));
}

function walk(organizationId: string, query: EntryFilters): { list: KeysetList<'created_at'>; where: Condition[] } {
  // An asset may have more postings than there are entries of a filtered type, reference, event or rule.
  const narrower = EXACT_FILTERS.some((name) => name !== 'program_id' && query[name] !== undefined);
  const list = query.asset_id === undefined || narrower ? ENTRIES : entriesOfAsset(query.asset_id, query.sort_dir);
  return {
    list,
    where: [
      equals('e.organization_id', organizationId),
      ...within(list.sorts.created_at[0]!.sql, query.from, query.to),
      ...EXACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(`e.${name}`, query[name])])),
      ...(query.asset_id === undefined ? [] : [touches(query.asset_id)]),
    ],
  };
}

export const touches =
  (assetId: string): Condition =>
  (bind) =>
    `EXISTS (SELECT 1 FROM postings t WHERE t.entry_id = e.id AND t.asset_id = ${bind(assetId)})`;

export async function findJournalEntry(organizationId: string, id: string): Promise<JournalEntryRow | null> {
  const [row] = await statement<JournalEntryRow>(`SELECT ${ENTRY_COLUMNS} FROM ${FROM} WHERE e.organization_id = $1 AND e.id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}
