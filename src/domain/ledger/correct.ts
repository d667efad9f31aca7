/** Credits a holder what they should have received, or debits what they should not have: a CORRECTION entry, which no budget counts. */
import type { Decision } from '@/domain/decision';
import type { Amount } from '@/domain/money';
import type { AccountState } from './accounts';
import { credit } from './credit';
import { debit, type ShortfallPolicy } from './debit';
import type { LotTerms } from './lots';
import type { LedgerCommand, LedgerContext } from './command';

interface CorrectCommand extends LedgerCommand {
  /** Signed: positive credits the holder, negative debits. */
  readonly difference: Amount;
  /** Applies to a negative difference. */
  readonly shortfallPolicy: ShortfallPolicy;
  /** Of the new lot, for a LOT asset. */
  readonly terms: LotTerms;
}

/**
 * Moves AVAILABLE value. Under PARTIAL there may be nothing to take; the Decision is then empty.
 * @throws DomainError insufficient_funds (wallet, or REJECT), max_transaction_amount_exceeded, asset_archived.
 */
export function correct(context: LedgerContext, account: AccountState, wallet: AccountState | null, command: CorrectCommand): Decision {
  const { difference, shortfallPolicy, terms, ...rest } = command;
  const move = { ...rest, bucket: 'AVAILABLE', amount: difference.abs() } as const;
  const decision = difference.isPositive()
    ? credit(context, account, wallet, { ...move, terms })
    : debit(context, account, { ...move, shortfallPolicy });
  return { ...decision, entries: decision.entries.map((entry) => ({ ...entry, type: 'CORRECTION' })) };
}
