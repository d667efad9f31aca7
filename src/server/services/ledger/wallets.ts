/**
 * Funds or burns a program's wallet, each one journal entry in one transaction, replayed for the same idempotency key, and lists what the program can
 * still issue.
 */
import type { ListWalletBalances, WalletMove, WalletMoveResult } from '@/contract/balance';
import { only, present } from '@/domain/assert';
import { accountKey } from '@/domain/ledger/accounts';
import { advance } from '@/domain/ledger/advance';
import { burnWallet, fundWallet } from '@/domain/ledger/wallet';
import { formatAmount, parseAmount } from '@/domain/money';
import { commitDecision } from '@/server/db/commit';
import type { KeysetPage } from '@/server/db/keyset';
import { loadAccountsForUpdate } from '@/server/db/repositories/ledger/accounts';
import { listWalletRows, type WalletBalanceRow } from '@/server/db/repositories/ledger/balance-list';
import { loadProgramAsset } from '@/server/db/repositories/ledger/operation-context';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { idsAt } from '@/server/platform/ids';
import { idempotent, type OperationOutcome } from '@/server/services/idempotent';
import { naming } from '@/server/services/naming';
import { getProgram } from '@/server/services/programs/programs';

interface WalletTarget {
  readonly programId: string;
  readonly assetId: string;
}

export function moveWallet(
  ctx: Ctx,
  direction: 'FUND' | 'BURN',
  target: WalletTarget,
  body: WalletMove,
): Promise<OperationOutcome<WalletMoveResult>> {
  const { idempotency_key: _, ...fields } = body;
  const operation = `programs.assets.${direction.toLowerCase()}:${target.assetId}`;
  const request = { operation, scopeId: target.programId, key: ctx.idempotencyKey, fields, status: 200 };
  return naming({ program_id: 'id' }, () => idempotent(ctx, request, (tx) => move(tx, ctx, direction, target, body)));
}

async function move(tx: Tx, ctx: Ctx, direction: 'FUND' | 'BURN', target: WalletTarget, body: WalletMove): Promise<WalletMoveResult> {
  const asset = await loadProgramAsset(tx, ctx.organization.id, target.programId, target.assetId);
  const accounts = await loadAccountsForUpdate(tx, ctx.organization.id, [
    { type: 'PROGRAM_WALLET', id: target.programId, ...target, opens: true },
  ]);
  const key = accountKey(target.programId, target.programId, asset.id);
  const wallet = present(accounts.get(key), 'the wallet was loaded, opened where it was missing');
  const now = ctx.clock.now();
  const context = { organizationId: ctx.organization.id, programId: target.programId, asset, now, newId: idsAt(now) };
  const command = { amount: parseAmount(body.amount, asset.scale), description: body.description };
  const decision = direction === 'FUND' ? fundWallet(context, command) : burnWallet(context, wallet, command);
  await commitDecision(tx, { organizationId: ctx.organization.id, now, requestId: ctx.requestId }, decision);
  const amount = `${formatAmount(command.amount, asset.scale)} ${asset.symbol}`;
  return {
    asset_id: asset.id,
    available: formatAmount(advance(wallet, decision, now).balance.available, asset.scale),
    journal_entry_id: only(decision.entries).id,
    message: direction === 'FUND' ? `Funded the wallet with ${amount}.` : `Burned ${amount} from the wallet.`,
  };
}

/** @throws DomainError not_found. */
export async function listWalletBalances(ctx: Ctx, query: ListWalletBalances): Promise<KeysetPage<WalletBalanceRow>> {
  await getProgram(ctx, query.id);
  return listWalletRows(ctx.organization.id, query);
}
