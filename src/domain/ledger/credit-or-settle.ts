/** Carries out a credit as callers and rules write it: one that names a live hold settles it, any other gives new value. */
import type { Decision } from '@/domain/decision';
import type { Amount } from '@/domain/money';
import type { AccountState, Bucket } from './accounts';
import { credit } from './credit';
import type { LedgerCommand, LedgerContext } from './command';
import { settle } from './settle';
import { namesTerms, resolveTerms, type TermsSource } from './terms';
import { isReserved } from './references';

export interface WrittenCredit extends LedgerCommand {
  readonly bucket: Bucket;
  readonly amount: Amount;
  readonly terms: TermsSource;
}

/** The bucket that a credit goes to. One that names none waits in DEFERRED if it matures later, and is AVAILABLE otherwise. */
export function creditBucket({ bucket, matures_at, matures_in }: TermsSource & { readonly bucket?: Bucket | undefined }): Bucket {
  return bucket ?? (matures_at !== undefined || matures_in !== undefined ? 'DEFERRED' : 'AVAILABLE');
}

/** @throws DomainError what credit and settle refuse, and terms that make no sense. */
export function creditOrSettle(
  context: LedgerContext,
  account: AccountState,
  wallet: AccountState | null,
  command: WrittenCredit,
): Decision {
  const { bucket, referenceId } = command;
  const terms = resolveTerms(command.terms, context.now);
  const settles =
    bucket === 'AVAILABLE' &&
    referenceId !== null &&
    !isReserved(referenceId) &&
    account.holds.some((hold) => hold.reference === referenceId);
  if (!settles) return credit(context, account, wallet, { ...command, terms });
  return settle(context, account, wallet, { ...command, referenceId, terms: namesTerms(command.terms) ? terms : null });
}
