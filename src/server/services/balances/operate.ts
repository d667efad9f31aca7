/** Performs hold, release, forfeit and void-hold: one journal entry in one transaction, replayed for the same idempotency key. */
import type { BALANCE_OPERATIONS, BalanceOperationResult } from '@/contract/balance';
import type { Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import type { AccountState, Bucket } from '@/domain/ledger/accounts';
import type { LotFilter } from '@/domain/ledger/lots';
import type { Command } from '@/domain/ledger/operation';
import { formatAmount, sumAmounts, type Amount } from '@/domain/money';
import type { Ctx } from '@/server/context';
import type { FoundHolder, HolderName } from '@/server/db/repositories/holders';
import { holdersOfLots } from '@/server/db/repositories/lots';
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

/** @throws DomainError invalid_filter, and whatever `performOperation` throws. */
export async function operate(
  ctx: Ctx,
  holder: HolderName,
  body: OperationBody,
  operation: Operation,
): Promise<Outcome<BalanceOperationResult>> {
  const { idempotency_key: _, ...sent } = body;
  const holders = body.lot_ids ? await holdersOfLots(ctx.organization.id, body, body.lot_ids) : NO_LOTS;
  return performOperation(ctx, {
    name: operation.name.toLowerCase(),
    holder,
    programId: body.program_id,
    assetId: body.asset_id,
    fields: { ...sent, bucket: body.bucket ?? operation.buckets[0] },
    drawsOnWallet: operation.name === 'VOID_HOLD',
    enrolls: false,
    assertSound: () => {
      assertBucket(body.bucket, operation.buckets);
      assertEarnedWindow(body);
    },
    assertAllowed: operation.assertAllowed,
    decide: (opened) => {
      const command = { holder: opened.holder, description: body.description, referenceId: body.reference_id ?? null, cause: null };
      return operation.decide(opened, command, filterOf(body, opened, holders));
    },
    present: (opened, decision, after) => present(operation, body, opened, decision, after),
  });
}

function assertBucket(bucket: Bucket | undefined, supported: readonly Bucket[]): void {
  if (bucket === undefined || supported.includes(bucket)) return;
  throw new DomainError('invalid_operation', `This operation works on ${supported.join(' or ')}, not on ${bucket}.`, { param: 'bucket' });
}

function assertEarnedWindow({ earned_from, earned_to }: OperationBody): void {
  if (earned_from === undefined || earned_to === undefined || Date.parse(earned_from) < Date.parse(earned_to)) return;
  throw new DomainError('invalid_filter', '`earned_to` must be later than `earned_from`; otherwise no lot matches.', {
    param: 'earned_to',
  });
}

const NO_LOTS: ReadonlyMap<string, string> = new Map();

/** @param holders who has each of the lots that the body names. */
function filterOf(
  { lot_ids, earned_from, earned_to }: OperationBody,
  { holder, context: { asset } }: OpenedAccount,
  holders: ReadonlyMap<string, string>,
): LotFilter {
  if (asset.inventoryMode === 'SIMPLE' && (lot_ids ?? earned_from ?? earned_to) !== undefined) {
    throw new DomainError('invalid_filter', `${asset.symbol} is not kept in lots; leave the lot filters out.`, {
      param: lot_ids ? 'lot_ids' : 'earned_from',
    });
  }
  const unknown = (lot_ids ?? []).findIndex((id) => holders.get(id) !== holder.id);
  if (unknown !== -1) {
    throw new DomainError('invalid_filter', 'This balance has no lot with this id; take the ids from its list of lots.', {
      param: `lot_ids[${unknown}]`,
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
