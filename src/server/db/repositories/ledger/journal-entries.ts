/** Lists and reads journal entries with their postings. */
import type { AccountType, Bucket } from '@/domain/ledger/accounts';
import type { EntryType } from '@/domain/ledger/entry';
import {
  equals,
  keysetPage,
  wholeList,
  withinIds,
  type Bind,
  type Condition,
  type KeysetList,
  type KeysetPage,
  type PageRequest,
} from '@/server/db/keyset';
import { snapshotRows } from '@/server/db/snapshot';
import { statement } from '@/server/db/transaction';

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

/** Of an entry `e` of the organization `$1`, and its seal `s`. */
export const ENTRY_COLUMNS = `e.id, e.program_id, e.type, e.description, e.reference_id, e.event_id, e.rule_id, e.rule_version, e.created_at,
  encode(s.entry_hash, 'hex') AS entry_hash, encode(s.previous_hash, 'hex') AS previous_hash,
  (SELECT coalesce(json_agg(json_build_object('asset_id', p.asset_id, 'account_type', p.account_type, 'account_id', p.account_id,
       'bucket', p.bucket, 'amount', p.amount::text, 'scale', a.scale) ORDER BY p.line), '[]')
     FROM postings p JOIN assets a ON a.organization_id = p.organization_id AND a.id = p.asset_id
     WHERE p.organization_id = $1 AND p.entry_id = e.id) AS postings`;

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

const EXACT_FILTERS = ['program_id', 'type', 'reference_id', 'event_id', 'rule_id'] as const;

/** In the order of their ids, which is that of their times. */
const ENTRIES: KeysetList<'created_at'> = {
  name: 'journal-entries',
  select: { columns: ENTRY_COLUMNS, from: FROM },
  sorts: { created_at: [] },
  id: { sql: 'e.id', type: 'uuid' },
};

export function listJournalEntryRows(organizationId: string, query: JournalEntriesQuery): Promise<KeysetPage<JournalEntryRow>> {
  return keysetPage<JournalEntryRow, 'created_at'>(ENTRIES, {
    organizationId,
    query: { ...query },
    where: conditions(organizationId, query),
  });
}

export type EntryFilters = Omit<JournalEntriesQuery, 'limit' | 'cursor'>;

/** All matching entries, as of a single moment. */
export function everyJournalEntryRow(organizationId: string, query: EntryFilters): AsyncIterable<JournalEntryRow[]> {
  return snapshotRows(organizationId, wholeList(ENTRIES, { query, where: conditions(organizationId, query) }));
}

const conditions = (organizationId: string, query: EntryFilters): Condition[] => [
  equals('e.organization_id', organizationId),
  ...withinIds('e.id', query.from, query.to),
  ...ofEntry(query),
];

/** Conditions on an entry `e`, but for its time. */
export const ofEntry = (query: EntryFilters): Condition[] => [
  ...EXACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(`e.${name}`, query[name])])),
  // Word for word what the index of all other types covers.
  ...(query.type === undefined || query.type === 'CREDIT' ? [] : [() => `e.type <> 'CREDIT'`]),
  ...(query.asset_id === undefined ? [] : [(bind: Bind) => `${bind(query.asset_id)} = ANY (e.assets)`]),
];

export async function findJournalEntry(organizationId: string, id: string): Promise<JournalEntryRow | null> {
  const [row] = await statement<JournalEntryRow>(`SELECT ${ENTRY_COLUMNS} FROM ${FROM} WHERE e.organization_id = $1 AND e.id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}
