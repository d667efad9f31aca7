/** Defines what hold, release, forfeit and void-hold have in common: one journal entry, from the lots that the request chooses. */
import type { BALANCE_OPERATIONS, BalanceOperationResult } from '@/contract/balance';
import type { Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { accountKey, type AccountState, type Bucket } from '@/domain/ledger/accounts';
import type { LotFilter } from '@/domain/ledger/lots';
import type { Command } from '@/domain/ledger/operation';
import { formatAmount, sumAmounts, type Amount } from '@/domain/money';
import type { FoundHolder, HolderName } from '@/server/db/repositories/people/holders';
import { presentBuckets } from './adjust-balance';
import type { BalanceOperation, OpenedAccount } from './balance-operation';

interface OperationBody {
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

/** What is special about one of them. */
interface Kind {
  readonly name: (typeof BALANCE_OPERATIONS)[number];
  /** The buckets that value may leave, the default first. */
  readonly buckets: readonly Bucket[];
  readonly verb: string;
  assertAllowed(holder: FoundHolder): void;
  decide(opened: OpenedAccount, command: Command, filter: LotFilter): Decision;
}

export function operation(holder: HolderName, body: OperationBody, kind: Kind): BalanceOperation<BalanceOperationResult> {
  const { idempotency_key: _, ...sent } = body;
  return {
    name: kind.name.toLowerCase(),
    holder,
    programId: body.program_id,
    assetId: body.asset_id,
    fields: { ...sent, bucket: body.bucket ?? kind.buckets[0] },
    lotIds: body.lot_ids ?? [],
    drawsOnWallet: kind.name === 'VOID_HOLD',
    enrolls: false,
    assertSound: () => {
      assertBucket(body.bucket, kind.buckets);
      assertEarnedWindow(body);
    },
    assertAllowed: kind.assertAllowed,
    decide: (opened) => {
      const command = { holder: opened.holder, description: body.description, referenceId: body.reference_id ?? null, cause: null };
      return kind.decide(opened, command, filterOf(body, opened));
    },
    present: (opened, decision, after) => present(kind, body, opened, decision, after),
  };
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

/** @throws DomainError invalid_filter. */
function filterOf(
  { lot_ids, earned_from, earned_to }: OperationBody,
  { holder, context: { asset, programId }, accountsOfLots }: OpenedAccount,
): LotFilter {
  if (asset.inventoryMode === 'SIMPLE' && (lot_ids ?? earned_from ?? earned_to) !== undefined) {
    throw new DomainError('invalid_filter', `${asset.symbol} is not kept in lots; leave the lot filters out.`, {
      param: lot_ids ? 'lot_ids' : 'earned_from',
    });
  }
  const own = accountKey(holder.id, programId, asset.id);
  const unknown = (lot_ids ?? []).findIndex((id) => accountsOfLots.get(id) !== own);
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
  { name, verb }: Kind,
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
