/** A credit or debit by hand: one entry in one transaction, replayed for the same idempotency key. */
import type { BalanceAdjustment, BalanceAdjustmentResult } from '@/contract/balance';
import type { Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { accountKey, type AccountState, type AssetTerms, type Balance } from '@/domain/ledger/accounts';
import { credit, debit, type OperationContext } from '@/domain/ledger/operations';
import { formatAmount, parseAmount, ZERO } from '@/domain/money';
import { commitDecision } from '@/server/db/commit';
import { currentBalance, loadAccountsForUpdate, type AccountRef } from '@/server/db/repositories/accounts';
import { enrol } from '@/server/db/repositories/enrolment';
import { assertParticipantActive, findParticipant, loadProgramAsset } from '@/server/db/repositories/operation-context';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/ids';
import type { Ctx } from '@/server/context';
import { idempotent, type Outcome } from '@/server/services/idempotent';
import { participantId } from '@/server/services/participants/get-participant';

/**
 * @param participant our id, or `ext:` and the caller's: both name the same target to an idempotency key.
 * @throws DomainError not_found, participant_inactive, what the program, the asset and the ledger refuse, and the conflicts of keys.
 */
export async function adjustBalance(ctx: Ctx, participant: string, body: BalanceAdjustment): Promise<Outcome<BalanceAdjustmentResult>> {
  const holderId = await participantId(ctx, participant);
  const { idempotency_key: _, ...fields } = body.type === 'DEBIT' ? { ...body, shortfall_policy: body.shortfall_policy ?? 'REJECT' } : body;
  const operation = `participants.balances.adjust:${holderId}`;
  return idempotent(ctx, { operation, scopeId: body.program_id, key: ctx.idempotencyKey, fields, status: 200 }, (tx) =>
    adjust(tx, ctx, holderId, body),
  );
}

async function adjust(tx: Tx, ctx: Ctx, holderId: string, body: BalanceAdjustment): Promise<BalanceAdjustmentResult> {
  assertSupported(body);
  const holder = await findParticipant(tx, ctx.organization.id, { id: holderId });
  assertParticipantActive(holder);
  const asset = await loadProgramAsset(tx, ctx.organization.id, body.program_id, body.asset_id);
  const account: AccountRef = { type: 'PARTICIPANT', id: holder.id, programId: body.program_id, assetId: asset.id };
  const wallet: AccountRef = { ...account, type: 'PROGRAM_WALLET', id: body.program_id };
  const accounts = await loadAccountsForUpdate(
    tx,
    ctx.organization.id,
    asset.issuancePolicy === 'PREFUNDED' ? [account, wallet] : [account],
  );
  const state = accounts.get(accountKey(account.id, account.programId, account.assetId))!;
  const walletState = accounts.get(accountKey(wallet.id, wallet.programId, wallet.assetId)) ?? null;
  const context: OperationContext = { organizationId: ctx.organization.id, programId: body.program_id, asset, newId };
  const decision = decide(context, state, walletState, body);
  const now = ctx.clock.now();
  await commitDecision(tx, { organizationId: ctx.organization.id, now }, decision);
  if (body.type === 'CREDIT') await enrol(tx, ctx.organization.id, now, [{ programId: body.program_id, participantId: holder.id }]);
  return present(body, asset, await currentBalance(tx, ctx.organization.id, account), decision);
}

function assertSupported(body: BalanceAdjustment): void {
  if (body.type === 'CREDIT' && body.shortfall_policy !== undefined) {
    throw new DomainError('invalid_shortfall_policy', 'A credit has no shortfall; leave `shortfall_policy` out.', {
      param: 'shortfall_policy',
    });
  }
  if (body.shortfall_policy === 'ALLOW_NEGATIVE' && body.bucket !== 'AVAILABLE') {
    throw new DomainError('invalid_operation', 'Only the AVAILABLE bucket may go below zero.', { param: 'bucket' });
  }
}

function decide(context: OperationContext, account: AccountState, wallet: AccountState | null, body: BalanceAdjustment): Decision {
  const command = {
    holder: { type: 'PARTICIPANT', id: account.id } as const,
    bucket: body.bucket,
    amount: parseAmount(body.amount, context.asset.scale),
    description: body.description,
    referenceId: body.reference_id ?? null,
    cause: null,
  };
  return body.type === 'CREDIT'
    ? credit(context, wallet, command)
    : debit(context, account, { ...command, shortfallPolicy: body.shortfall_policy ?? 'REJECT' });
}

function present(body: BalanceAdjustment, asset: AssetTerms, balance: Balance, decision: Decision): BalanceAdjustmentResult {
  const [entry] = decision.entries;
  const moved = entry?.postings.find((posting) => posting.account.type === 'PARTICIPANT')?.amount.abs() ?? ZERO;
  const text = `${formatAmount(moved, asset.scale)} ${asset.symbol}`;
  return {
    type: body.type,
    amount: formatAmount(moved, asset.scale),
    asset_id: asset.id,
    program_id: body.program_id,
    bucket: body.bucket,
    balance: {
      available: formatAmount(balance.available, asset.scale),
      held: formatAmount(balance.held, asset.scale),
      deferred: formatAmount(balance.deferred, asset.scale),
    },
    journal_entry_id: entry?.id ?? null,
    reference_id: body.reference_id ?? null,
    message: !entry ? 'There was nothing to take.' : body.type === 'CREDIT' ? `Credited ${text}.` : `Debited ${text}.`,
  };
}
