/**
 * Seals journal entries in segments. An entry's hash is over everything stored for it and its position in the ledger; a seal is a hash over
 * the Merkle root of its segment's entry hashes and over the seal before it. So changing, removing, adding or reordering entries changes the
 * seal over them and every later one.
 *
 * `entry_hash` is the SHA-256, in lower-case hex, of a zero byte and the UTF-8 bytes of this JSON text (RFC 8785: no white space, minimal
 * escapes), with null for what is absent:
 *
 *     ["journal-entry:v1", position,
 *      id, organization_id, program_id, type, description, reference_id, event_id, rule_id, rule_version, created_at,
 *      [each posting by line: [line, organization_id, program_id, asset_id, account_type, account_id, bucket,
 *          hold_reference, amount, created_at, [each lot posting by part: [part, organization_id, lot_id, amount]]]],
 *      [each lot that the entry created, by id: [id, organization_id, program_id, asset_id, account_type, account_id,
 *          amount, provisional, parent_id, created_at, matures_at, expires_at]]]
 *
 * Amounts are plain decimals without trailing zeros ("-12.5"), timestamps RFC 3339 in UTC with milliseconds ("2026-03-01T12:00:00.000Z"),
 * ids lower-case UUIDs, positions and lines numbers. The first entry of an organization has position 1.
 *
 * `root` is the Merkle root of the entry hashes of a segment, which are consecutive (`merkle.ts`). `seal_hash` is the SHA-256 of these 93
 * bytes: a byte 2, the organization's id (16 bytes), the position of the segment's first entry (8, the highest first), the number of its
 * entries (4, the highest first), `root` (32), and `previous_hash`, the `seal_hash` of the segment before or zeros (32).
 */
import { createHash } from 'node:crypto';
import { amountOf, formatDecimal } from '@/domain/money';
import type { AccountType, Bucket } from './accounts';
import { leafHash, merkleRoot } from './merkle';

/** What stands for the hash before the first, of entries and of seals. */
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

/** The text that is hashed. */
export function canonicalEntry(entry: EntryRecord, position: number): string {
  return JSON.stringify([
    'journal-entry:v1',
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
export const entryHash = (entry: EntryRecord, position: number): string => leafHash(canonicalEntry(entry, position));

/** What a seal says of its segment; all hashes in lower-case hex. */
export interface SealFacts {
  readonly organization_id: string;
  readonly first_position: number;
  /** How many entries the segment has. */
  readonly entries: number;
  readonly root: string;
  /** `seal_hash` of the segment before. */
  readonly previous_hash: string;
}

/** @returns lower-case hex. */
export function sealHash({ organization_id, first_position, entries, root, previous_hash }: SealFacts): string {
  const fixed = Buffer.alloc(29);
  fixed.writeUInt8(2, 0);
  fixed.write(organization_id.replaceAll('-', ''), 1, 'hex');
  fixed.writeBigInt64BE(BigInt(first_position), 17);
  fixed.writeInt32BE(entries, 25);
  return createHash('sha256').update(fixed).update(Buffer.from(root, 'hex')).update(Buffer.from(previous_hash, 'hex')).digest('hex');
}

/** The last seal of a chain, which the next one goes on from. */
export interface ChainHead {
  /** Position of the last sealed entry; 0 before the first. */
  readonly position: number;
  readonly seal_hash: string;
}

export const EMPTY_CHAIN: ChainHead = { position: 0, seal_hash: CHAIN_START };

/** A segment that is about to be sealed. */
export interface NewSeal extends SealFacts {
  readonly seal_hash: string;
  readonly entry_ids: readonly string[];
  readonly entry_hashes: readonly string[];
}

/** The most entries in a segment: a proof is then eight hashes long at most, and an entry is found among few. */
export const SEGMENT = 256;

/** Seals entries of one organization in order, going on from `head`. */
export function sealAll(organizationId: string, entries: readonly EntryRecord[], head: ChainHead): NewSeal[] {
  const seals: NewSeal[] = [];
  for (let [at, previous] = [0, head.seal_hash]; at < entries.length; at += SEGMENT) {
    const segment = entries.slice(at, at + SEGMENT);
    const first_position = head.position + at + 1;
    const entry_hashes = segment.map((entry, i) => entryHash(entry, first_position + i));
    const root = merkleRoot(entry_hashes);
    const facts = { organization_id: organizationId, first_position, entries: segment.length, root, previous_hash: previous };
    previous = sealHash(facts);
    seals.push({ ...facts, seal_hash: previous, entry_ids: segment.map(({ id }) => id), entry_hashes });
  }
  return seals;
}
