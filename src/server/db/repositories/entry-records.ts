/**
 * Reads journal entries in the form that is sealed and exported: every stored column of an entry, its postings, its lot postings and the
 * lots it created. What is hashed is read as sets of rows and put together here, which costs Postgres a fraction of what nested JSON does;
 * what is exported is written by Postgres, so that a file of any length passes through the process as text.
 */
import type { EntryRecord, LotPostingRecord, LotRecord, PostingRecord, SealedEntry } from '@/domain/ledger/seal';
import { autocommit, statement, type Tx } from '../transaction';

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
async function entriesById(reader: Reader, organizationId: string, rows: readonly OfEntry[]): Promise<ReadonlyMap<string, EntryRecord>> {
  const ids = [organizationId, rows.map(({ entry_id }) => entry_id)];
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

export interface QueuedEntry extends EntryRecord {
  /** The entry's place in the order in which all entries were written. */
  readonly sequence: number;
}

/**
 * The committed entries that are not sealed yet, in the order in which they were written. An entry that builds on another was written
 * after that one had been committed, so this order never puts it first.
 */
export async function queuedEntries(tx: Reader, organizationId: string, limit: number): Promise<QueuedEntry[]> {
  const rows = await tx.query<OfEntry & { sequence: number }>(QUEUED, [organizationId, limit]);
  const entries = await entriesById(tx, organizationId, rows);
  return rows.map(({ sequence, entry_id }) => ({ ...entries.get(entry_id)!, sequence }));
}

/** An entry that was taken away behind the ledger's back holds up no other. `LIMIT 1` has each looked up by key, however few there are. */
const QUEUED = `
  SELECT q.sequence, q.entry_id
  FROM entry_seal_queue q CROSS JOIN LATERAL (SELECT 1 FROM journal_entries e WHERE e.organization_id = q.organization_id AND e.id = q.entry_id LIMIT 1) AS stored
  WHERE q.organization_id = $1 ORDER BY q.sequence LIMIT $2`;

/** A part of a chain: positions after `after`, up to and including `through`. */
export interface ChainPage {
  readonly after: number;
  readonly through: number;
  readonly limit: number;
}

/** A seal, and its entry as it is stored now; null when there is no such entry. */
export interface SealedRow {
  readonly position: number;
  readonly entry_hash: string;
  readonly previous_hash: string;
  readonly entry_id: string;
  readonly entry: SealedEntry | null;
}

const SEAL = `s.position, encode(s.entry_hash, 'hex') AS entry_hash, encode(s.previous_hash, 'hex') AS previous_hash`;
const PAGE = `(SELECT * FROM entry_seals WHERE organization_id = $1 AND position > $2 AND position <= $3 ORDER BY position LIMIT $4)`;

/** Seals with their entries, in chain order. */
export async function sealedEntries(organizationId: string, { after, through, limit }: ChainPage): Promise<SealedRow[]> {
  const seals = await autocommit.query<Omit<SealedRow, 'entry'>>(`SELECT ${SEAL}, s.entry_id FROM ${PAGE} s ORDER BY s.position`, [
    organizationId,
    after,
    through,
    limit,
  ]);
  const entries = await entriesById(autocommit, organizationId, seals);
  return seals.map(({ entry_id, ...seal }) => {
    const entry = entries.get(entry_id);
    return { ...seal, entry_id, entry: entry ? { ...seal, ...entry } : null };
  });
}

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

export interface ExportLine {
  readonly position: number;
  /** A single JSON object. */
  readonly line: string;
}

/** Sealed entries as export lines, in chain order. */
export function sealedEntryLines(organizationId: string, { after, through, limit }: ChainPage): Promise<ExportLine[]> {
  return statement<ExportLine>(
    `SELECT r.position, row_to_json(r)::text AS line FROM (
       SELECT 'ENTRY' AS record, ${SEAL}, ${ENTRY_RECORD}
       FROM ${PAGE} s JOIN journal_entries e ON e.id = s.entry_id AND e.organization_id = s.organization_id
     ) r ORDER BY r.position`,
    [organizationId, after, through, limit],
  );
}
