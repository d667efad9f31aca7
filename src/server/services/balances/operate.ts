/** Performs hold, release, forfeit and void-hold: one journal entry in one transaction, replayed for the same idempotency key. */
import type { BALANCE_OPERATIONS, BalanceOperationResult } from '@/contract/balance';
import type { Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import type { AccountState, AssetTerms, Bucket } from '@/domain/ledger/accounts';
import type { LotFilter } from '@/domain/ledger/lots';
import type { Command } from '@/domain/ledger/operation';
import { formatAmount, sumAmounts, type Amount } from '@/domain/money';
import type { Ctx } from '@/server/context';
import type { FoundHolder, HolderName } from '@/server/db/repositories/holders';
import type { Outcome } from '@/server/services/idempotent';
import { presentBuckets } from './adjust-balance';
import type { OpenedAccount } from './balance-operation';
import { performOperation } from './perform-operation';

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
  /** The buckets that value may leave, the default first. */
  readonly buckets: readonly Bucket[];
  readonly verb: string;
  assertAllowed(holder: FoundHolder): void;
  decide(opened: OpenedAccount, command: Command, filter: LotFilter): Decision;
}

export function operate(ctx: Ctx, holder: HolderName, body: OperationBody, operation: Operation): Promise<Outcome<BalanceOperationResult>> {
  const { idempotency_key: _, ...sent } = body;
  return performOperation(ctx, {
    name: operation.name.toLowerCase(),
    holder,
    programId: body.program_id,
    assetId: body.asset_id,
    fields: { ...sent, bucket: body.bucket ?? operation.buckets[0] },
    drawsOnWallet: operation.name === 'VOID_HOLD',
    enrolls: false,
    assertSound: () => assertBucket(body.bucket, operation.buckets),
    assertAllowed: operation.assertAllowed,
    decide: (opened) => {
      const command = { holder: opened.holder, description: body.description, referenceId: body.reference_id ?? null, cause: null };
      return operation.decide(opened, command, filterOf(body, opened.context.asset));
    },
    present: (opened, decision, after) => present(operation, body, opened, decision, after),
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
  { context: { asset }, account }: OpenedAccount,
  decision: Decision,
  after: AccountState,
): BalanceOperationResult {
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
    balance: presentBuckets(after, asset),
    journal_entry_id: entry.id,
    lots_processed: lots.map(({ id, amount }) => ({ id, amount: formatAmount(amount, asset.scale) })),
    reference_id: body.reference_id ?? null,
    message: `${verb} ${formatAmount(total, asset.scale)} ${asset.symbol}.`,
  };
}
