/** Verifies entries and seals from their own content alone, so that the service and an offline check of an export run the same checks. */
import { amountOf, formatDecimal, sumAmounts, ZERO, type Amount } from '@/domain/money';
import { isSignedBy, type SignedCheckpoint } from './checkpoint';
import { merkleRoot } from './merkle';
import { entryHash, sealHash, type ChainHead, type EntryRecord, type SealFacts } from './seal';
import { violation, type Violation } from './violation';

/** The format identifier on the first line of an export. */
export const LEDGER_EXPORT_FORMAT = 'ledger-export:v1';

/** Faults within an entry: too few postings, postings that do not sum to zero, lot lines that do not sum to their posting. */
export function entryViolations(entry: EntryRecord): Violation[] {
  const violations: Violation[] = [];
  const about = { entry_id: entry.id };
  if (entry.postings.length < 2) {
    const actual = String(entry.postings.length);
    violations.push(violation('ENTRY_POSTINGS', 'The entry has fewer than two postings.', { ...about, expected: 'at least 2', actual }));
  }
  const sums = new Map<string, Amount>();
  for (const posting of entry.postings) {
    const amount = amountOf(posting.amount);
    sums.set(posting.asset_id, (sums.get(posting.asset_id) ?? ZERO).plus(amount));
    if (posting.lot_postings.length === 0) continue;
    const lots = sumAmounts(posting.lot_postings.map((part) => amountOf(part.amount)));
    if (!lots.equals(amount)) {
      const [expected, actual] = [formatDecimal(amount), formatDecimal(lots)];
      violations.push(violation('ENTRY_LOTS', `Posting ${posting.line} is not made up by its lots.`, { ...about, expected, actual }));
    }
  }
  for (const [asset, sum] of sums) {
    if (!sum.isZero()) {
      violations.push(
        violation('ENTRY_BALANCE', `The postings in asset ${asset} do not sum to zero.`, {
          ...about,
          expected: '0',
          actual: formatDecimal(sum),
        }),
      );
    }
  }
  return violations;
}

/** The fault of an entry that is not what was sealed as `sealed` at this position; none when it is. */
export function hashViolations(entry: EntryRecord, position: number, sealed: string): Violation[] {
  const actual = entryHash(entry, position);
  if (actual === sealed) return [];
  const about = { entry_id: entry.id, position, expected: sealed, actual };
  return [violation('ENTRY_HASH', 'The entry is not what was sealed: it or its postings were changed.', about)];
}

/** The fault of what stands at `position` where `next` was to come; none when they are the same. */
export function positionViolations(position: number, next: number, about: { readonly entry_id?: string } = {}): Violation[] {
  if (position === next) return [];
  const message = position > next ? `Entries are missing before position ${position}.` : `Position ${position} comes out of order.`;
  return [violation('CHAIN_POSITION', message, { ...about, position, expected: String(next), actual: String(position) })];
}

/** A seal as it was written, with its hash. */
export type WrittenSeal = SealFacts & { readonly seal_hash: string };

/**
 * Faults of a seal: a gap before it, a broken link to the one before, or a hash that is not that of its entries.
 * @param entryHashes of its entries, in order.
 */
export function sealViolations(seal: WrittenSeal, entryHashes: readonly string[], head: ChainHead): Violation[] {
  const { first_position: position, root, previous_hash, seal_hash } = seal;
  const violations = positionViolations(position, head.position + 1);
  if (previous_hash !== head.seal_hash) {
    const message = `The seal at position ${position} does not go on from the one before it.`;
    violations.push(violation('CHAIN_LINK', message, { position, expected: head.seal_hash, actual: previous_hash }));
  }
  const [built, hashed] = [entryHashes.length > 0 ? merkleRoot(entryHashes) : null, sealHash(seal)];
  if (entryHashes.length !== seal.entries || built !== root) {
    const message = `The seal at position ${position} is not over the entries that follow from there.`;
    violations.push(violation('SEAL_HASH', message, { position, expected: root, actual: built }));
  } else if (hashed !== seal_hash) {
    const message = `The seal at position ${position} has another hash than follows from it.`;
    violations.push(violation('SEAL_HASH', message, { position, expected: seal_hash, actual: hashed }));
  }
  return violations;
}

/**
 * Faults of a checkpoint.
 * @param publicKey the key it names, in PEM; undefined when there is no such key.
 * @param chainHash the hash of the seal that ends at its position; null when none does.
 */
export function checkpointViolations(checkpoint: SignedCheckpoint, publicKey: string | undefined, chainHash: string | null): Violation[] {
  const { position } = checkpoint;
  const fault = (message: string, values: { expected: string | null; actual: string | null }) => [
    violation('CHECKPOINT', message, { position, ...values }),
  ];
  if (publicKey === undefined)
    return fault(`The checkpoint names the unknown key ${checkpoint.key_id}.`, { expected: null, actual: checkpoint.key_id });
  if (!isSignedBy(checkpoint, publicKey))
    return fault('The signature of the checkpoint does not hold.', { expected: null, actual: checkpoint.signature });
  if (chainHash !== checkpoint.seal_hash) {
    return fault('The chain is not the one that the checkpoint was signed over.', { expected: checkpoint.seal_hash, actual: chainHash });
  }
  return [];
}
