/** Journal entries with their postings, and the sums of all postings. */
import type { AccountType, Bucket } from '@/domain/ledger/accounts';
import type { EntryType } from '@/domain/ledger/entry';
import { equals, keysetPage, within, type Condition, type KeysetList, type KeysetPage, type PageRequest } from '../keyset';
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
  created_at: Date;
}

const COLUMNS = `e.id, e.program_id, e.type, e.description, e.reference_id, e.event_id, e.rule_id, e.rule_version, e.created_at,
  (SELECT json_agg(json_build_object('asset_id', p.asset_id, 'account_type', p.account_type, 'account_id', p.account_id,
       'bucket', p.bucket, 'amount', p.amount::text, 'scale', a.scale) ORDER BY p.line)
     FROM postings p JOIN assets a ON a.id = p.asset_id WHERE p.entry_id = e.id) AS postings`;

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

const ENTRIES: KeysetList<'created_at'> = {
  name: 'journal-entries',
  select: { columns: COLUMNS, from: 'journal_entries e' },
  sorts: { created_at: [{ sql: 'e.created_at', type: 'timestamptz' }] },
  id: { sql: 'e.id', type: 'uuid' },
};

/** @param accountId only entries that touch this account; null: all. */
export function listJournalEntryRows(
  organizationId: string,
  accountId: string | null,
  query: JournalEntriesQuery,
): Promise<KeysetPage<JournalEntryRow>> {
  const { asset_id } = query;
  return keysetPage<JournalEntryRow, 'created_at'>(ENTRIES, {
    organizationId,
    query: { ...query, account: accountId },
    where: [
      equals('e.organization_id', organizationId),
      ...within('e.created_at', query.from, query.to),
      ...EXACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(`e.${name}`, query[name])])),
      ...(accountId === null ? [] : [touches('account_id', accountId)]),
      ...(asset_id === undefined ? [] : [touches('asset_id', asset_id)]),
    ],
  });
}

const touches =
  (column: 'account_id' | 'asset_id', id: string): Condition =>
  (bind) =>
    `EXISTS (SELECT 1 FROM postings t WHERE t.entry_id = e.id AND t.${column} = ${bind(id)})`;

export async function findJournalEntry(organizationId: string, id: string): Promise<JournalEntryRow | null> {
  const [row] = await statement<JournalEntryRow>(`SELECT ${COLUMNS} FROM journal_entries e WHERE e.organization_id = $1 AND e.id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}

export interface AccountTypeTotal {
  asset_id: string;
  account_type: AccountType;
  /** Decimal text as the database prints it. */
  balance: string;
  scale: number;
}

/** What all accounts of each type hold in each asset, summed from the postings themselves. */
export function sumPostings(
  organizationId: string,
  { program_id = null, asset_id = null }: { program_id?: string | null; asset_id?: string | null },
): Promise<AccountTypeTotal[]> {
  return statement<AccountTypeTotal>(
    `SELECT p.asset_id, p.account_type, sum(p.amount) AS balance, a.scale
     FROM assets a JOIN postings p ON p.asset_id = a.id
     WHERE a.organization_id = $1 AND ($2::uuid IS NULL OR p.program_id = $2) AND ($3::uuid IS NULL OR a.id = $3)
     GROUP BY p.asset_id, a.scale, p.account_type
     ORDER BY p.asset_id, p.account_type`,
    [organizationId, program_id, asset_id],
  );
}
