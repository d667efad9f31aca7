/** Opens a holder's account for what moves value of it: locked, with what has fallen due on it decided but not committed yet. */
import { present } from '@/domain/assert';
import type { Decision } from '@/domain/decision';
import { accountKey, type AccountState, type AssetTerms, type Holder } from '@/domain/ledger/accounts';
import { catchUp } from '@/domain/ledger/catch-up';
import type { LedgerContext } from '@/domain/ledger/command';
import type { Ctx } from '@/server/platform/context';
import type { CommitScope } from '@/server/db/commit';
import { loadAccountsForUpdate } from '@/server/db/repositories/ledger/accounts';
import { loadProgramAsset } from '@/server/db/repositories/ledger/operation-context';
import type { Tx } from '@/server/db/transaction';
import { idsAt } from '@/server/platform/ids';

export interface HolderAccount {
  readonly context: LedgerContext;
  /** With `due` applied. */
  readonly account: AccountState;
  /** What had fallen due on the account; to be committed before any other decision on it. */
  readonly due: Decision;
  readonly scope: CommitScope;
}

/** @throws DomainError not_found (program), asset_not_found, asset_not_linked, program_suspended, program_archived. */
export async function openHolderAccount(
  tx: Tx,
  ctx: Ctx,
  holder: Holder,
  target: { program_id: string; asset_id: string },
): Promise<HolderAccount> {
  const asset = await loadProgramAsset(tx, ctx.organization.id, target.program_id, target.asset_id);
  const scope = { organizationId: ctx.organization.id, now: ctx.clock.now(), requestId: ctx.requestId };
  return openAccount(tx, scope, holder, target.program_id, asset);
}

/** The same for an asset already loaded, without checking what the program allows. */
export async function openAccount(
  tx: Tx,
  scope: CommitScope,
  holder: Holder,
  programId: string,
  asset: AssetTerms,
): Promise<HolderAccount> {
  const { organizationId, now } = scope;
  const accounts = await loadAccountsForUpdate(tx, organizationId, [{ ...holder, programId, assetId: asset.id, opens: true }]);
  const context = { organizationId, programId, asset, now, newId: idsAt(now) };
  const due = catchUp(accounts, new Map([[asset.id, asset]]), context);
  const account = present(accounts.get(accountKey(holder.id, programId, asset.id)), 'the account was loaded, opened where it was missing');
  return { context, account, due, scope };
}
