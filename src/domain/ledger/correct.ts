/** Gives a holder what they should have had, or takes what they should not: one entry of its own type, which no budget counts. */
import type { Decision } from '@/domain/decision';
import type { Amount } from '@/domain/money';
import type { AccountState } from './accounts';
import { credit } from './credit';
import { debit, type ShortfallPolicy } from './debit';
import type { LotTerms } from './lots';
import type { Command, OperationContext } from './operation';

export interface CorrectCommand extends Command {
  /** Signed: what should be there more than there is, or less. */
  readonly difference: Amount;
  /** For what is taken. */
  readonly shortfallPolicy: ShortfallPolicy;
  /** Of the lot that a LOT asset gets. */
  readonly terms: LotTerms;
}

/**
 * Works on AVAILABLE. Under PARTIAL there may be nothing to take: an empty Decision.
 * @throws DomainError insufficient_funds (wallet, or REJECT), max_transaction_amount_exceeded, asset_archived.
 */
export function correct(context: OperationContext, account: AccountState, wallet: AccountState | null, command: CorrectCommand): Decision {
  const { difference, shortfallPolicy, terms, ...rest } = command;
  const move = { ...rest, bucket: 'AVAILABLE', amount: difference.abs() } as const;
  const decision = difference.isPositive()
    ? credit(context, account, wallet, { ...move, terms })
    : debit(context, account, { ...move, shortfallPolicy });
  return { ...decision, entries: decision.entries.map((entry) => ({ ...entry, type: 'CORRECTION' })) };
}
