/** Defines what adjust, hold, release, forfeit and void-hold each supply: what to load, what to decide, what to answer. */
import type { Decision } from '@/domain/decision';
import type { AccountKey, AccountState, Holder } from '@/domain/ledger/accounts';
import type { OperationContext } from '@/domain/ledger/operation';
import type { FoundHolder, HolderName } from '@/server/db/repositories/people/holders';

export interface BalanceOperation<Result> {
  /** Name of the operation in idempotency records. */
  readonly name: string;
  readonly holder: HolderName;
  readonly programId: string;
  readonly assetId: string;
  /** The fields by which two requests count as the same. */
  readonly fields: Record<string, unknown>;
  /** The lots that it names. */
  readonly lotIds: readonly string[];
  /** Whether it may draw on a PREFUNDED asset's wallet or return value to it. */
  readonly drawsOnWallet: boolean;
  /** Whether it enrolls a participant in the program. */
  readonly enrolls: boolean;
  /** @throws DomainError when the request contradicts itself. */
  assertSound(): void;
  /** @throws DomainError when the holder's status forbids it. */
  assertAllowed(holder: FoundHolder): void;
  /** @throws DomainError what the ledger refuses. */
  decide(opened: OpenedAccount): Decision;
  /** The answer in its wire form. @param after the account with the decision applied. */
  present(opened: OpenedAccount, decision: Decision, after: AccountState): Result;
}

/** A holder's account at the moment of decision: locked, with due lots settled. */
export interface OpenedAccount {
  readonly holder: Holder;
  readonly context: OperationContext;
  readonly account: AccountState;
  /** Of a PREFUNDED asset, when the operation draws on it; else null. */
  readonly wallet: AccountState | null;
  /** The account of each lot that an operation names, by the id of the lot; a lot that does not exist has none. */
  readonly accountsOfLots: ReadonlyMap<string, AccountKey>;
}
