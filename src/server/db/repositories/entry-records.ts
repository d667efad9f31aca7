/**
 * Reads journal entries in the form that is sealed and exported: every stored column of an entry, its postings, its lot postings and the
 * lots it created.
 */
import type { EntryRecord, SealedEntry } from '@/domain/ledger/seal';
import { statement, type Tx } from '../transaction';

const iso = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Columns of an EntryRecord, over an entry `e`. */
const ENTRY_RECORD = `e.id, e.organization_id, e.program_id, e.type, e.description, e.reference_id, e.event_id, e.rule_id, e.rule_version,
  ${iso('e.created_at')} AS created_at,
  coalesce((
    SELECT json_agg(json_build_object('line', p.line, 'organization_id', p.organization_id, 'program_id', p.program_id, 'asset_id', p.asset_id,
      'account_type', p.account_type, 'account_id', p.account_id, 'bucket', p.bucket, 'hold_reference', p.hold_reference,
      'amount', trim_scale(p.amount)::text, 'created_at', ${iso('p.created_at')},
      'lot_postings', coalesce((
        SELECT json_agg(json_build_object('part', l.part, 'organization_id', l.organization_id, 'lot_id', l.lot_id, 'amount', trim_scale(l.amount)::text) ORDER BY l.part)
        FROM lot_postings l WHERE l.entry_id = p.entry_id AND l.line = p.line), '[]'::json)) ORDER BY p.line)
    FROM postings p WHERE p.entry_id = e.id), '[]'::json) AS postings,
  coalesce((
    SELECT json_agg(json_build_object('id', t.id, 'organization_id', t.organization_id, 'program_id', t.program_id, 'asset_id', t.asset_id,
      'account_type', t.account_type, 'account_id', t.account_id, 'amount', trim_scale(t.amount)::text, 'provisional', t.provisional,
      'parent_id', t.parent_id, 'created_at', ${iso('t.created_at')}, 'matures_at', ${iso('t.matures_at')}, 'expires_at', ${iso('t.expires_at')}) ORDER BY t.id)
    FROM lots t WHERE t.entry_id = e.id), '[]'::json) AS lots`;

export interface QueuedEntry extends EntryRecord {
  /** The entry's place in the order in which all entries were written. */
  readonly sequence: number;
}

/**
 * The committed entries that are not sealed yet, in the order in which they were written. An entry that builds on another was written
 * after that one had been committed, so this order never puts it first.
 */
export function queuedEntries(tx: Pick<Tx, 'query'>, organizationId: string, limit: number): Promise<QueuedEntry[]> {
  return tx.query<QueuedEntry>(
    `SELECT e.sequence, ${ENTRY_RECORD}
     FROM (SELECT e.* FROM entry_seal_queue q JOIN journal_entries e ON e.id = q.entry_id
           WHERE q.organization_id = $1 ORDER BY q.sequence LIMIT $2) e
     ORDER BY e.sequence`,
    [organizationId, limit],
  );
}

const SEALED = `s.position, encode(s.entry_hash, 'hex') AS entry_hash, encode(s.previous_hash, 'hex') AS previous_hash`;
const PAGE = `(SELECT * FROM entry_seals WHERE organization_id = $1 AND position > $2 AND position <= $3 ORDER BY position LIMIT $4) s`;

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
  type Row = SealedEntry & { sealed_id: string; id: string | null };
  const rows = await statement<Row>(
    `SELECT ${SEALED}, s.entry_id AS sealed_id, ${ENTRY_RECORD}
     FROM ${PAGE} LEFT JOIN journal_entries e ON e.id = s.entry_id AND e.organization_id = s.organization_id
     ORDER BY s.position`,
    [organizationId, after, through, limit],
  );
  return rows.map(({ sealed_id: entry_id, ...entry }) => {
    const { position, entry_hash, previous_hash } = entry;
    return { position, entry_hash, previous_hash, entry_id, entry: entry.id === null ? null : entry };
  });
}

export interface ExportLine {
  readonly position: number;
  /** A single JSON object. */
  readonly line: string;
}

/** Sealed entries as export lines, in chain order. */
export function sealedEntryLines(organizationId: string, { after, through, limit }: ChainPage): Promise<ExportLine[]> {
  return statement<ExportLine>(
    `SELECT r.position, row_to_json(r)::text AS line FROM (
       SELECT 'ENTRY' AS record, ${SEALED}, ${ENTRY_RECORD}
       FROM ${PAGE} JOIN journal_entries e ON e.id = s.entry_id AND e.organization_id = s.organization_id
     ) r ORDER BY r.position`,
    [organizationId, after, through, limit],
  );
}
