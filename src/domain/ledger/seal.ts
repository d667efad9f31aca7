/**
 * Seals journal entries: a seal is a hash over everything stored for an entry and over the seal before
 * it, so that changing, removing, adding or reordering entries changes every later hash.
 *
 * `entry_hash` is the SHA-256, in lower-case hex, of the UTF-8 bytes of this JSON text (RFC 8785:
 * no white space, minimal escapes), with null for what is absent:
 *
 *     ["journal-entry:v1", previous_hash, position,
 *      id, organization_id, program_id, type, description, reference_id, event_id, rule_id, rule_version, created_at,
 *      [each posting by line: [line, organization_id, program_id, asset_id, account_type, account_id, bucket,
 *          hold_reference, amount, created_at, [each lot posting by part: [part, organization_id, lot_id, amount]]]],
 *      [each lot that the entry created, by id: [id, organization_id, program_id, asset_id, account_type, account_id,
 *          amount, provisional, parent_id, created_at, matures_at, expires_at]]]
 *
 * Amounts are plain decimals without trailing zeros ("-12.5"), timestamps RFC 3339 in UTC with
 * milliseconds ("2026-03-01T12:00:00.000Z"), ids lower-case UUIDs, positions and lines numbers. The
 * first entry of an organization has position 1 and, as `previous_hash`, 64 zeros.
 */
import { createHash } from 'node:crypto';
import { amountOf, formatDecimal } from '@/domain/money';
import type { AccountType, Bucket } from './accounts';

/** `previous_hash` of the first entry. */
export const CHAIN_START = '0'.repeat(64);

/** What a posting did to one lot; without `lot_id`, to the overdraft. */
export interface LotPostingRecord {
  readonly part: number;
  readonly organization_id: string;
  readonly lot_id: string | null;
  readonly amount: string;
}

export interface PostingRecord {
  readonly line: number;
  readonly organization_id: string;
  readonly program_id: string;
  readonly asset_id: string;
  readonly account_type: AccountType;
  readonly account_id: string;
  readonly bucket: Bucket | null;
  readonly hold_reference: string | null;
  /** Signed decimal text. */
  readonly amount: string;
  readonly created_at: string;
  readonly lot_postings: readonly LotPostingRecord[];
}

/** The immutable facts of a lot, fixed by the entry that created it. */
export interface LotRecord {
  readonly id: string;
  readonly organization_id: string;
  readonly program_id: string;
  readonly asset_id: string;
  readonly account_type: AccountType;
  readonly account_id: string;
  readonly amount: string;
  readonly provisional: boolean;
  readonly parent_id: string | null;
  readonly created_at: string;
  readonly matures_at: string | null;
  readonly expires_at: string | null;
}

/** Everything stored for one entry. Field names are those of the export, so that what is hashed is what is handed out. */
export interface EntryRecord {
  readonly id: string;
  readonly organization_id: string;
  readonly program_id: string;
  readonly type: string;
  readonly description: string | null;
  readonly reference_id: string | null;
  readonly event_id: string | null;
  readonly rule_id: string | null;
  readonly rule_version: number | null;
  readonly created_at: string;
  readonly postings: readonly PostingRecord[];
  readonly lots: readonly LotRecord[];
}

export interface Seal {
  readonly position: number;
  readonly entry_hash: string;
  readonly previous_hash: string;
}

export type SealedEntry = EntryRecord & Seal;

/** The text that is hashed. */
export function canonicalEntry(entry: EntryRecord, position: number, previousHash: string): string {
  return JSON.stringify([
    'journal-entry:v1',
    previousHash,
    position,
    entry.id,
    entry.organization_id,
    entry.program_id,
    entry.type,
    entry.description,
    entry.reference_id,
    entry.event_id,
    entry.rule_id,
    entry.rule_version,
    time(entry.created_at),
    entry.postings.toSorted((a, b) => a.line - b.line).map(canonicalPosting),
    entry.lots.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(canonicalLot),
  ]);
}

const canonicalPosting = (posting: PostingRecord) => [
  posting.line,
  posting.organization_id,
  posting.program_id,
  posting.asset_id,
  posting.account_type,
  posting.account_id,
  posting.bucket,
  posting.hold_reference,
  decimal(posting.amount),
  time(posting.created_at),
  posting.lot_postings
    .toSorted((a, b) => a.part - b.part)
    .map((part) => [part.part, part.organization_id, part.lot_id, decimal(part.amount)]),
];

const canonicalLot = (lot: LotRecord) => [
  lot.id,
  lot.organization_id,
  lot.program_id,
  lot.asset_id,
  lot.account_type,
  lot.account_id,
  decimal(lot.amount),
  lot.provisional,
  lot.parent_id,
  time(lot.created_at),
  lot.matures_at === null ? null : time(lot.matures_at),
  lot.expires_at === null ? null : time(lot.expires_at),
];

const decimal = (text: string): string => formatDecimal(amountOf(text));
const time = (text: string): string => new Date(text).toISOString();

/** @returns lower-case hex. */
export function entryHash(entry: EntryRecord, position: number, previousHash: string): string {
  return createHash('sha256')
    .update(canonicalEntry(entry, position, previousHash))
    .digest('hex');
}

/** Seals `entries` in order, continuing from the seal `head`. */
export function sealAll(
  entries: readonly EntryRecord[],
  head: Pick<Seal, 'position' | 'entry_hash'>,
): (Seal & { readonly entry_id: string })[] {
  let { position, entry_hash: previous } = head;
  return entries.map((entry) => {
    position += 1;
    const seal = { entry_id: entry.id, position, previous_hash: previous, entry_hash: entryHash(entry, position, previous) };
    previous = seal.entry_hash;
    return seal;
  });
}
