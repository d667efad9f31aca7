/** Makes manual transfers, each one journal entry in one transaction, replayed for the same idempotency key, and reads them. */
import type { CreateTransfer, ListActivityTransfers, ListTransfers } from '@/contract/transfer';
import { invariant, only } from '@/domain/assert';
import { combine } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { accountKey, type AccountState, type Holder } from '@/domain/ledger/accounts';
import { catchUp } from '@/domain/ledger/catch-up';
import { transfer } from '@/domain/ledger/transfer';
import { parseAmount } from '@/domain/money';
import { commitDecision } from '@/server/db/commit';
import type { KeysetPage } from '@/server/db/keyset';
import { loadAccountsForUpdate, openAccounts, type AccountRef } from '@/server/db/repositories/ledger/accounts';
import { loadProgramAsset } from '@/server/db/repositories/ledger/operation-context';
import { findTransfer, listTransferRows, type TransferRow } from '@/server/db/repositories/ledger/transfers';
import { autocommit, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { idsAt } from '@/server/platform/ids';
import { idempotent, type OperationOutcome } from '@/server/services/idempotent';
import { naming } from '@/server/services/naming';
import { findParties } from './parties';

/**
 * @param present returns the answer in its wire form.
 * @returns status 201 for a new transfer, 200 for a replayed one.
 * @throws DomainError missing_idempotency_key, not_found (program, source), recipient_not_found, participant_inactive,
 * group_archived, refusals of the program, the asset and the ledger, and idempotency conflicts.
 */
export async function createTransfer<T>(ctx: Ctx, body: CreateTransfer, present: (row: TransferRow) => T): Promise<OperationOutcome<T>> {
  const key = ctx.idempotencyKey ?? body.idempotency_key ?? null;
  if (key === null)
    throw new DomainError(
      'missing_idempotency_key',
      'A transfer needs an `idempotency_key`, so that a repeated request moves value only once.',
      { param: 'idempotency_key' },
    );
  const { source, recipients } = await findParties(ctx, autocommit, body);
  const fields = {
    asset_id: body.asset_id,
    source: source.id,
    recipients: recipients.map(({ holder, amount }) => [holder.id, amount]),
    description: body.description,
    preserve_expiry: body.preserve_expiry,
  };
  const request = { operation: 'transfers.create', scopeId: body.program_id, key, fields, status: 201 };
  const outcome = await naming({ amount: 'recipients' }, () =>
    idempotent(ctx, request, async (tx) => present(await create(tx, ctx, body))),
  );
  return outcome.replayed ? { ...outcome, status: 200 } : outcome;
}

async function create(tx: Tx, ctx: Ctx, body: CreateTransfer): Promise<TransferRow> {
  const [organizationId, programId, now] = [ctx.organization.id, body.program_id, ctx.clock.now()];
  const asset = await loadProgramAsset(tx, organizationId, programId, body.asset_id);
  const { source, recipients, assertMayTakePart } = await findParties(ctx, tx, body);
  assertMayTakePart();
  const refs = [source, ...recipients.map(({ holder }) => holder)].map((holder): AccountRef => ({
    ...holder,
    programId,
    assetId: asset.id,
  }));
  await openAccounts(tx, organizationId, refs);
  const accounts = await loadAccountsForUpdate(tx, organizationId, refs);
  const context = { organizationId, programId, asset, now, newId: idsAt(now) };
  const due = catchUp(accounts, new Map([[asset.id, asset]]), context);
  const accountOf = ({ id }: Holder): AccountState => {
    const account = accounts.get(accountKey(id, programId, asset.id));
    invariant(account, 'the accounts of all parties were loaded');
    return account;
  };
  const decision = transfer(
    context,
    accountOf(source),
    recipients.map(({ holder, amount }, index) => ({
      holder,
      account: accountOf(holder),
      amount: parseAmount(amount, asset.scale, `recipients[${index}].amount`),
    })),
    { holder: source, description: body.description ?? null, referenceId: null, cause: null, preserveExpiry: body.preserve_expiry },
  );
  await commitDecision(tx, { organizationId, now, requestId: ctx.requestId }, combine([due, decision]));
  const row = await findTransfer(tx, organizationId, only(decision.transfers).id);
  invariant(row, 'the transfer was written in this transaction');
  return row;
}

/** @throws DomainError not_found. */
export async function getTransfer(ctx: Ctx, id: string): Promise<TransferRow> {
  const row = await findTransfer(autocommit, ctx.organization.id, id);
  if (!row) throw new DomainError('not_found', 'There is no such transfer in your organization.', { param: 'id' });
  return row;
}

/** With both a participant and a group, lists the transfers between them. */
export function listTransfers(ctx: Ctx, { participant_id, group_id, ...query }: ListTransfers): Promise<KeysetPage<TransferRow>> {
  const participant: Holder[] = participant_id === undefined ? [] : [{ type: 'PARTICIPANT', id: participant_id }];
  const group: Holder[] = group_id === undefined ? [] : [{ type: 'GROUP', id: group_id }];
  return listTransferRows(ctx.organization.id, [...participant, ...group], query);
}

/** The transfers that one participant or group sent or received. */
export const listHolderTransfers = (ctx: Ctx, holder: Holder, query: Omit<ListActivityTransfers, 'id'>): Promise<KeysetPage<TransferRow>> =>
  listTransferRows(ctx.organization.id, [holder], query);
