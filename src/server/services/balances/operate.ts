/** The shape that hold, release, forfeit and void-hold share: one entry in one transaction, replayed for the same key. */
import type { BALANCE_OPERATIONS, BalanceOperationResult } from '@/contract/balance';
import type { Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import type { AssetTerms, Bucket, Holder } from '@/domain/ledger/accounts';
import { advance } from '@/domain/ledger/advance';
import type { LotFilter } from '@/domain/ledger/lots';
import type { Command } from '@/domain/ledger/operation';
import { formatAmount, sumAmounts, type Amount } from '@/domain/money';
import type { Ctx } from '@/server/context';
import type { Tx } from '@/server/db/transaction';
import { idempotent, type Outcome } from '@/server/services/idempotent';
import { presentBuckets } from './adjust-balance';
import { openHolderAccount, type HolderAccount } from './holder-account';

export interface OperationBody {
  readonly program_id: string;
  readonly asset_id: string;
  readonly description: string;
  readonly bucket?: Bucket | undefined;
  readonly amount?: string | undefined;
  readonly lot_ids?: readonly string[] | undefined;
  readonly earned_from?: string | undefined;
  readonly earned_to?: string | undefined;
  readonly reference_id?: string | undefined;
  readonly idempotency_key?: string | undefined;
}

interface Operation {
  readonly name: (typeof BALANCE_OPERATIONS)[number];
  /** The bucket that value leaves. */
  readonly buckets: readonly Bucket[];
  readonly verb: string;
  assertAllowed(tx: Tx, ctx: Ctx, holder: Holder): Promise<void>;
  decide(opened: HolderAccount, command: Command, filter: LotFilter): Decision;
}

export async function operate(
  ctx: Ctx,
  holder: Holder,
  body: OperationBody,
  operation: Operation,
): Promise<Outcome<BalanceOperationResult>> {
  const { idempotency_key: _, ...sent } = body;
  const fields = { ...sent, bucket: body.bucket ?? operation.buckets[0] };
  const name = `${holder.type.toLowerCase()}s.balances.${operation.name.toLowerCase()}:${holder.id}`;
  return idempotent(ctx, { operation: name, scopeId: body.program_id, key: ctx.idempotencyKey, fields, status: 200 }, async (tx) => {
    assertBucket(body.bucket, operation.buckets);
    await operation.assertAllowed(tx, ctx, holder);
    const opened = await openHolderAccount(tx, ctx, holder, body, operation.name === 'VOID_HOLD');
    const command: Command = { holder, description: body.description, referenceId: body.reference_id ?? null, cause: null };
    const decision = operation.decide(opened, command, filterOf(body, opened.context.asset));
    await opened.commit(decision);
    return present(operation, body, opened, decision);
  });
}

function assertBucket(bucket: Bucket | undefined, supported: readonly Bucket[]): void {
  if (bucket === undefined || supported.includes(bucket)) return;
  throw new DomainError('invalid_operation', `This operation works on ${supported.join(' or ')}, not on ${bucket}.`, { param: 'bucket' });
}

function filterOf({ lot_ids, earned_from, earned_to }: OperationBody, asset: AssetTerms): LotFilter {
  if (asset.inventoryMode === 'SIMPLE' && (lot_ids ?? earned_from ?? earned_to) !== undefined) {
    throw new DomainError('invalid_filter', `${asset.symbol} is not kept in lots; leave the lot filters out.`, {
      param: lot_ids ? 'lot_ids' : 'earned_from',
    });
  }
  return {
    ...(lot_ids ? { lotIds: new Set(lot_ids) } : {}),
    ...(earned_from ? { earnedFrom: new Date(earned_from) } : {}),
    ...(earned_to ? { earnedTo: new Date(earned_to) } : {}),
  };
}

function present(
  { name, verb }: Operation,
  body: OperationBody,
  { context, account }: HolderAccount,
  decision: Decision,
): BalanceOperationResult {
  const { asset, now } = context;
  const entry = decision.entries[0]!;
  const taken = entry.postings.filter((posting) => posting.account.id === account.id && posting.amount.isNegative());
  const lots = taken
    .flatMap((posting) => posting.lots ?? [])
    .flatMap(({ lotId, amount }) => (lotId === null ? [] : [{ id: lotId, amount: amount.negated() }]));
  const total: Amount = sumAmounts(taken.map((posting) => posting.amount)).negated();
  return {
    operation: name,
    amount_processed: formatAmount(total, asset.scale),
    program_id: body.program_id,
    asset_id: asset.id,
    balance: presentBuckets(advance(account, decision, now), asset),
    journal_entry_id: entry.id,
    lots_processed: lots.map(({ id, amount }) => ({ id, amount: formatAmount(amount, asset.scale) })),
    reference_id: body.reference_id ?? null,
    message: `${verb} ${formatAmount(total, asset.scale)} ${asset.symbol}.`,
  };
}
