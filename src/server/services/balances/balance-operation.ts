/** What adjust, hold, release, forfeit and void-hold have in common: what they need loaded, what they decide, what they answer. */
import type { Decision } from '@/domain/decision';
import type { AccountState, Holder } from '@/domain/ledger/accounts';
import type { OperationContext } from '@/domain/ledger/operation';
import type { FoundHolder, HolderName } from '@/server/db/repositories/holders';

export interface BalanceOperation<Result> {
  /** As the records of idempotency keys know it. */
  readonly name: string;
  readonly holder: HolderName;
  readonly programId: string;
  readonly assetId: string;
  /** What makes two requests the same one. */
  readonly fields: Record<string, unknown>;
  /** Whether it may draw on the wallet of a PREFUNDED asset or return value to it. */
  readonly drawsOnWallet: boolean;
  /** Whether a participant belongs to the program once it is done. */
  readonly enrols: boolean;
  /** @throws DomainError when the request contradicts itself. */
  assertSound(): void;
  /** @throws DomainError when the holder's status is against it. */
  assertAllowed(holder: FoundHolder): void;
  /** @throws DomainError what the ledger refuses. */
  decide(opened: OpenedAccount): Decision;
  /** What goes over the wire. @param after the account once the decision is committed. */
  present(opened: OpenedAccount, decision: Decision, after: AccountState): Result;
}

/** A holder's account as it is when an operation is decided: under lock, with what fell due done. */
export interface OpenedAccount {
  readonly holder: Holder;
  readonly context: OperationContext;
  readonly account: AccountState;
  /** Of a PREFUNDED asset, when the operation draws on it; else null. */
  readonly wallet: AccountState | null;
}
