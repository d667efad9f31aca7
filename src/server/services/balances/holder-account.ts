/** Opens a holder's account for an operation on its balance: locked, and with due lots settled. */
import { combine, type Decision } from '@/domain/decision';
import { accountKey, type AccountState, type AssetTerms, type Holder } from '@/domain/ledger/accounts';
import { catchUp } from '@/domain/ledger/catch-up';
import type { LedgerContext } from '@/domain/ledger/command';
import type { Ctx } from '@/server/platform/context';
import { commitDecision, type CommitScope } from '@/server/db/commit';
import { loadAccountsForUpdate, type AccountRef } from '@/server/db/repositories/ledger/accounts';
import { loadProgramAsset } from '@/server/db/repositories/ledger/operation-context';
import type { Tx } from '@/server/db/transaction';
import { idsAt } from '@/server/platform/ids';

export interface HolderAccount {
  readonly context: LedgerContext;
  readonly account: AccountState;
  /** The wallet of a PREFUNDED asset, if the operation draws on it; else null. */
  readonly wallet: AccountState | null;
  /** Commits the decision, together with what had fallen due on the account before it. */
  commit(decision: Decision): Promise<void>;
}

/**
 * @param forUpdateOfWallet whether the operation may draw on the wallet or return value to it.
 * @throws DomainError not_found (program), asset_not_found, asset_not_linked, program_suspended, program_archived.
 */
export async function openHolderAccount(
  tx: Tx,
  ctx: Ctx,
  holder: Holder,
  target: { program_id: string; asset_id: string },
  forUpdateOfWallet: boolean,
): Promise<HolderAccount> {
  const asset = await loadProgramAsset(tx, ctx.organization.id, target.program_id, target.asset_id);
  return openAccount(
    tx,
    { organizationId: ctx.organization.id, now: ctx.clock.now(), requestId: ctx.requestId },
    holder,
    target.program_id,
    asset,
    forUpdateOfWallet,
  );
}

/** The same for an asset already loaded, without checking what the program allows. */
export async function openAccount(
  tx: Tx,
  scope: CommitScope,
  holder: Holder,
  programId: string,
  asset: AssetTerms,
  forUpdateOfWallet: boolean,
): Promise<HolderAccount> {
  const { organizationId, now } = scope;
  const ref: AccountRef = { ...holder, programId, assetId: asset.id, opens: true };
  const walletRef: AccountRef = { type: 'PROGRAM_WALLET', id: programId, programId, assetId: asset.id, opens: true };
  const drawsOnWallet = forUpdateOfWallet && asset.issuancePolicy === 'PREFUNDED';
  const accounts = await loadAccountsForUpdate(tx, organizationId, drawsOnWallet ? [ref, walletRef] : [ref]);
  const due = catchUp(accounts, new Map([[asset.id, asset]]), { organizationId, now, newId: idsAt(now) });
  return {
    context: { organizationId, programId, asset, now, newId: idsAt(now) },
    account: accounts.get(accountKey(holder.id, programId, asset.id))!,
    wallet: drawsOnWallet ? accounts.get(accountKey(programId, programId, asset.id))! : null,
    commit: (decision) => commitDecision(tx, scope, combine([due, decision])),
  };
}
