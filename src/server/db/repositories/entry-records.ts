/**
 * Reads journal entries in the form that is sealed and exported: every stored column of an entry, its postings, its lot postings and the
 * lots it created. Rows are read as sets and put together here, which costs Postgres a fraction of what nested JSON would.
 */
import type { EntryRecord, LotPostingRecord, LotRecord, PostingRecord, SealedEntry } from '@/domain/ledger/seal';
import { autocommit, type Tx } from '../transaction';

type Reader = Pick<Tx, 'query'>;

/** Found by entry alone: a row that names another organization than its entry must be seen, and breaks the seal. */
const ENTRIES = `
  SELECT id, organization_id, program_id, type, description, reference_id, event_id, rule_id, rule_version, created_at
  FROM journal_entries WHERE id = ANY ($1::uuid[])`;
const POSTINGS = `
  SELECT entry_id, line, organization_id, program_id, asset_id, account_type, account_id, bucket, hold_reference, trim_scale(amount)::text AS amount, created_at
  FROM postings WHERE entry_id = ANY ($1::uuid[]) ORDER BY entry_id, line`;
const LOT_POSTINGS = `
  SELECT entry_id, line, part, organization_id, lot_id, trim_scale(amount)::text AS amount
  FROM lot_postings WHERE entry_id = ANY ($1::uuid[]) ORDER BY entry_id, line, part`;
const LOTS = `
  SELECT entry_id, id, organization_id, program_id, asset_id, account_type, account_id, trim_scale(amount)::text AS amount, provisional, parent_id,
    created_at, matures_at, expires_at
  FROM lots WHERE entry_id = ANY ($1::uuid[]) ORDER BY id`;

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
async function entriesById(reader: Reader, rows: readonly OfEntry[]): Promise<ReadonlyMap<string, EntryRecord>> {
  const ids = [rows.map(({ entry_id }) => entry_id)];
  const [entries, postings, lotPostings, lots] = await Promise.all([
    reader.query<EntryRow>(ENTRIES, ids),
    reader.query<PostingRow>(POSTINGS, ids),
    reader.query<LotPostingRow>(LOT_POSTINGS, ids),
    reader.query<LotRow>(LOTS, ids),
  ]);
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
  const entries = await entriesById(tx, rows);
  return rows.map(({ sequence, entry_id }) => ({ ...entries.get(entry_id)!, sequence }));
}

/** An entry that was taken away behind the ledger's back holds up no other. `LIMIT 1` has each looked up by key, however few there are. */
const QUEUED = `
  SELECT q.sequence, q.entry_id
  FROM entry_seal_queue q CROSS JOIN LATERAL (SELECT 1 FROM journal_entries e WHERE e.id = q.entry_id LIMIT 1) AS stored
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

/** Seals with their entries, in chain order. */
export async function sealedEntries(organizationId: string, { after, through, limit }: ChainPage): Promise<SealedRow[]> {
  const seals = await autocommit.query<Omit<SealedRow, 'entry'>>(
    `SELECT position, encode(entry_hash, 'hex') AS entry_hash, encode(previous_hash, 'hex') AS previous_hash, entry_id
     FROM entry_seals WHERE organization_id = $1 AND position > $2 AND position <= $3 ORDER BY position LIMIT $4`,
    [organizationId, after, through, limit],
  );
  const entries = await entriesById(autocommit, seals);
  return seals.map(({ entry_id, ...seal }) => {
    const entry = entries.get(entry_id);
    return { ...seal, entry_id, entry: entry?.organization_id === organizationId ? { ...seal, ...entry } : null };
  });
}
