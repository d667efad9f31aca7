/**
 * Reads journal entries in the form that is sealed and exported: every stored column of an entry, its postings, its lot postings and the
 * lots it created. What is hashed is read as sets of rows and put together here, which costs Postgres a fraction of what nested JSON does;
 * what is exported is written by Postgres, so that a file of any length passes through the process as text.
 */
import type { WrittenSeal } from '@/domain/ledger/proof';
import type { EntryRecord, LotPostingRecord, LotRecord, PostingRecord } from '@/domain/ledger/seal';
import { statement, type Tx } from '@/server/db/transaction';

type Reader = Pick<Tx, 'query'>;

const ENTRIES = `
  SELECT id, organization_id, program_id, type, description, reference_id, event_id, rule_id, rule_version, created_at
  FROM journal_entries WHERE organization_id = $1 AND id = ANY ($2::uuid[])`;
const POSTINGS = `
  SELECT entry_id, line, organization_id, program_id, asset_id, account_type, account_id, bucket, hold_reference, trim_scale(amount)::text AS amount, created_at
  FROM postings WHERE organization_id = $1 AND entry_id = ANY ($2::uuid[]) ORDER BY entry_id, line`;
const LOT_POSTINGS = `
  SELECT entry_id, line, part, organization_id, lot_id, trim_scale(amount)::text AS amount
  FROM lot_postings WHERE organization_id = $1 AND entry_id = ANY ($2::uuid[]) ORDER BY entry_id, line, part`;
const LOTS = `
  SELECT entry_id, id, organization_id, program_id, asset_id, account_type, account_id, trim_scale(amount)::text AS amount, provisional, parent_id,
    created_at, matures_at, expires_at
  FROM lots WHERE organization_id = $1 AND entry_id = ANY ($2::uuid[]) ORDER BY id`;

interface OfEntry {
  readonly entry_id: string;
}
type EntryRow = Omit<EntryRecord, 'created_at' | 'postings' | 'lots'> & { readonly created_at: Date };
type PostingRow = OfEntry & Omit<PostingRecord, 'created_at' | 'lot_postings'> & { readonly created_at: Date };
type LotPostingRow = OfEntry & LotPostingRecord & { readonly line: number };
type LotRow = OfEntry &
  Omit<LotRecord, 'created_at' | 'matures_at' | 'expires_at'> & {
    readonly created_at: Date;
    readonly matures_at: Date | null;
    readonly expires_at: Date | null;
  };

/** @returns the entries by id, without those that are not stored. */
export async function entriesById(
  reader: Reader,
  organizationId: string,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, EntryRecord>> {
  const ids = [organizationId, entryIds];
  // One after another, since the reader may be a transaction, which has one connection.
  const entries = await reader.query<EntryRow>(ENTRIES, ids);
  const postings = await reader.query<PostingRow>(POSTINGS, ids);
  const lotPostings = await reader.query<LotPostingRow>(LOT_POSTINGS, ids);
  const lots = await reader.query<LotRow>(LOTS, ids);
  const [postingsOf, lotPostingsOf, lotsOf] = [byEntry(postings), byEntry(lotPostings), byEntry(lots)];
  return new Map(
    entries.map(({ created_at, ...entry }) => [
      entry.id,
      {
        ...entry,
        created_at: iso(created_at),
        postings: (postingsOf.get(entry.id) ?? []).map((row) => postingRecord(row, lotPostingsOf.get(entry.id) ?? [])),
        lots: (lotsOf.get(entry.id) ?? []).map(lotRecord),
      },
    ]),
  );
}

/** pg reads `infinity`, which only tampering can have written, as a number; as the epoch it breaks the seal like any other change. */
const iso = (at: Date | number): string => (typeof at === 'number' ? new Date(0) : at).toISOString();

const byEntry = <Row extends OfEntry>(rows: readonly Row[]): Map<string, Row[]> => Map.groupBy(rows, ({ entry_id }) => entry_id);

const postingRecord = ({ entry_id: _, created_at, ...posting }: PostingRow, ofEntry: readonly LotPostingRow[]): PostingRecord => ({
  ...posting,
  created_at: iso(created_at),
  lot_postings: ofEntry
    .filter(({ line }) => line === posting.line)
    .map(({ part, organization_id, lot_id, amount }) => ({ part, organization_id, lot_id, amount })),
});

const lotRecord = ({ entry_id: _, created_at, matures_at, expires_at, ...lot }: LotRow): LotRecord => ({
  ...lot,
  created_at: iso(created_at),
  matures_at: matures_at && iso(matures_at),
  expires_at: expires_at && iso(expires_at),
});

const isoText = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The columns of an EntryRecord as JSON, over an entry `e`. */
const ENTRY_RECORD = `e.id, e.organization_id, e.program_id, e.type, e.description, e.reference_id, e.event_id, e.rule_id, e.rule_version,
  ${isoText('e.created_at')} AS created_at,
  coalesce((
    SELECT json_agg(json_build_object('line', p.line, 'organization_id', p.organization_id, 'program_id', p.program_id, 'asset_id', p.asset_id,
      'account_type', p.account_type, 'account_id', p.account_id, 'bucket', p.bucket, 'hold_reference', p.hold_reference,
      'amount', trim_scale(p.amount)::text, 'created_at', ${isoText('p.created_at')},
      'lot_postings', coalesce((
        SELECT json_agg(json_build_object('part', l.part, 'organization_id', l.organization_id, 'lot_id', l.lot_id, 'amount', trim_scale(l.amount)::text) ORDER BY l.part)
        FROM lot_postings l WHERE l.organization_id = e.organization_id AND l.entry_id = e.id AND l.line = p.line), '[]'::json)) ORDER BY p.line)
    FROM postings p WHERE p.organization_id = e.organization_id AND p.entry_id = e.id), '[]'::json) AS postings,
  coalesce((
    SELECT json_agg(json_build_object('id', t.id, 'organization_id', t.organization_id, 'program_id', t.program_id, 'asset_id', t.asset_id,
      'account_type', t.account_type, 'account_id', t.account_id, 'amount', trim_scale(t.amount)::text, 'provisional', t.provisional,
      'parent_id', t.parent_id, 'created_at', ${isoText('t.created_at')}, 'matures_at', ${isoText('t.matures_at')}, 'expires_at', ${isoText('t.expires_at')}) ORDER BY t.id)
    FROM lots t WHERE t.organization_id = e.organization_id AND t.entry_id = e.id), '[]'::json) AS lots`;

interface ExportLine {
  /** Where the segment of the entry begins. */
  readonly first_position: number;
  /** A single JSON object. */
  readonly line: string;
}

/** The entries of the seals from one to another as export lines, in the order of the chain, without those that are not stored. */
export function entryLines(organizationId: string, from: WrittenSeal, to: WrittenSeal): Promise<ExportLine[]> {
  return statement<ExportLine>(
    `SELECT s.first_position, row_to_json(r)::text AS line
     FROM entry_seals s CROSS JOIN LATERAL unnest(s.entry_ids) WITH ORDINALITY AS sealed (id, n)
     CROSS JOIN LATERAL (
       SELECT 'ENTRY' AS record, s.first_position + sealed.n - 1 AS position,
         encode(substr(s.entry_hashes, 32 * sealed.n::int - 31, 32), 'hex') AS entry_hash, ${ENTRY_RECORD}
       FROM journal_entries e WHERE e.organization_id = s.organization_id AND e.id = sealed.id LIMIT 1
     ) r
     WHERE s.organization_id = $1 AND s.first_position BETWEEN $2 AND $3 ORDER BY s.first_position, sealed.n`,
    [organizationId, from.first_position, to.first_position],
  );
}
