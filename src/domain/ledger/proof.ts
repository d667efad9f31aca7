/** Verifies sealed entries from their own content alone, so that the service and an offline check of an export run the same checks. */
import { amountOf, formatDecimal, sumAmounts, ZERO, type Amount } from '@/domain/money';
import { isSignedBy, type SignedCheckpoint } from './checkpoint';
import { CHAIN_START, entryHash, type EntryRecord, type Seal, type SealedEntry } from './seal';
import { violation, type Violation } from './violation';

/** The format identifier on the first line of an export. */
export const LEDGER_EXPORT_FORMAT = 'ledger-export:v1';

/** The last seal of a chain, which the next one continues. */
export type ChainHead = Pick<Seal, 'position' | 'entry_hash'>;

export const EMPTY_CHAIN: ChainHead = { position: 0, entry_hash: CHAIN_START };

/** Faults within an entry: too few postings, postings that do not sum to zero, lot lines that do not sum to their posting. */
export function entryFaults(entry: EntryRecord): Violation[] {
  const faults: Violation[] = [];
  const about = { entry_id: entry.id };
  if (entry.postings.length < 2) {
    const actual = String(entry.postings.length);
    faults.push(violation('ENTRY_POSTINGS', 'The entry has fewer than two postings.', { ...about, expected: 'at least 2', actual }));
  }
  const sums = new Map<string, Amount>();
  for (const posting of entry.postings) {
    const amount = amountOf(posting.amount);
    sums.set(posting.asset_id, (sums.get(posting.asset_id) ?? ZERO).plus(amount));
    if (posting.lot_postings.length === 0) continue;
    const lots = sumAmounts(posting.lot_postings.map((part) => amountOf(part.amount)));
    if (!lots.equals(amount)) {
      const [expected, actual] = [formatDecimal(amount), formatDecimal(lots)];
      faults.push(violation('ENTRY_LOTS', `Posting ${posting.line} is not made up by its lots.`, { ...about, expected, actual }));
    }
  }
  for (const [asset, sum] of sums) {
    if (!sum.isZero()) {
      faults.push(
        violation('ENTRY_BALANCE', `The postings in asset ${asset} do not sum to zero.`, {
          ...about,
          expected: '0',
          actual: formatDecimal(sum),
        }),
      );
    }
  }
  return faults;
}

/** Faults of a seal: a gap before it, a broken link to `previous`, or a hash that is not of what the entry says now. */
export function sealFaults(sealed: SealedEntry, previous: ChainHead): Violation[] {
  const { id: entry_id, position } = sealed;
  const faults = linkFaults({ ...sealed, entry_id }, previous);
  const actual = entryHash(sealed, position, sealed.previous_hash);
  if (actual !== sealed.entry_hash) {
    faults.push(
      violation('ENTRY_HASH', 'The entry is not what was sealed: it or its postings were changed.', {
        entry_id,
        position,
        expected: sealed.entry_hash,
        actual,
      }),
    );
  }
  return faults;
}

/** Faults in the link between two seals, whatever they seal. */
export function linkFaults({ position, previous_hash, entry_id }: Seal & { readonly entry_id: string }, previous: ChainHead): Violation[] {
  const faults: Violation[] = [];
  const next = previous.position + 1;
  if (position !== next) {
    const message = position > next ? `Seals are missing before position ${position}.` : `Position ${position} comes out of order.`;
    faults.push(violation('CHAIN_POSITION', message, { entry_id, position, expected: String(next), actual: String(position) }));
  }
  if (previous_hash !== previous.entry_hash) {
    const message = `The seal at position ${position} does not go on from the one before it.`;
    faults.push(violation('CHAIN_LINK', message, { entry_id, position, expected: previous.entry_hash, actual: previous_hash }));
  }
  return faults;
}

/**
 * Faults of a checkpoint.
 * @param publicKey the key it names, in PEM; undefined when there is no such key.
 * @param entryHash the hash at its position in the chain; null when the chain is shorter.
 */
export function checkpointFaults(checkpoint: SignedCheckpoint, publicKey: string | undefined, entryHash: string | null): Violation[] {
  const { position } = checkpoint;
  const fault = (message: string, values: { expected: string | null; actual: string | null }) => [
    violation('CHECKPOINT', message, { position, ...values }),
  ];
  if (publicKey === undefined)
    return fault(`The checkpoint names the unknown key ${checkpoint.key_id}.`, { expected: null, actual: checkpoint.key_id });
  if (!isSignedBy(checkpoint, publicKey))
    return fault('The signature of the checkpoint does not hold.', { expected: null, actual: checkpoint.signature });
  if (entryHash !== checkpoint.entry_hash) {
    return fault('The chain is not the one that the checkpoint was signed over.', { expected: checkpoint.entry_hash, actual: entryHash });
  }
  return [];
}
