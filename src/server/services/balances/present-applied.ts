/** Presents what became of a balance command, in its wire form, which is kept under the command's idempotency key. */
import type { BalanceAdjustmentResult, BalanceOperationResult, BucketBalance } from '@/contract/balance';
import { only } from '@/domain/assert';
import type { AccountState, AssetTerms } from '@/domain/ledger/accounts';
import { commandBucket, type AdjustmentCommand, type BalanceCommand, type DrawCommand } from '@/domain/ledger/balance-command';
import type { AppliedCommand } from '@/domain/ledger/command-batch';
import type { Posting } from '@/domain/ledger/entry';
import { formatAmount, sumAmounts } from '@/domain/money';

export type ResultOf<Command extends BalanceCommand> = Command extends AdjustmentCommand ? BalanceAdjustmentResult : BalanceOperationResult;

export function presentApplied(applied: AppliedCommand): BalanceAdjustmentResult | BalanceOperationResult {
  const { command } = applied;
  switch (command.operation) {
    case 'ADJUST':
    case 'SETTLE':
      return presentAdjustment(command, applied);
    case 'HOLD':
    case 'RELEASE':
    case 'FORFEIT':
    case 'VOID_HOLD':
      return presentDraw(command, applied);
  }
}

function presentAdjustment(command: AdjustmentCommand, { asset, decision, account }: AppliedCommand): BalanceAdjustmentResult {
  const type = command.operation === 'SETTLE' ? 'CREDIT' : command.type;
  const bucket = commandBucket(command);
  const [entry] = decision.entries;
  const ofBucket = entry?.postings.filter((posting) => posting.account.id === account.id && posting.account.bucket === bucket) ?? [];
  const moved = formatAmount(amountIn(ofBucket).abs(), asset.scale);
  const done = entry?.type === 'SETTLE' ? 'Settled' : type === 'CREDIT' ? 'Credited' : 'Debited';
  return {
    type,
    amount: moved,
    asset_id: asset.id,
    program_id: command.program_id,
    bucket,
    balance: presentBuckets(account, asset),
    journal_entry_id: entry?.id ?? null,
    reference_id: command.reference_id ?? null,
    message: entry ? `${done} ${moved} ${asset.symbol}.` : 'There was nothing to take.',
  };
}

const DONE = { HOLD: 'Held', RELEASE: 'Released', FORFEIT: 'Forfeited', VOID_HOLD: 'Voided' } as const;

function presentDraw(command: DrawCommand, { asset, decision, account }: AppliedCommand): BalanceOperationResult {
  const entry = only(decision.entries);
  const taken = entry.postings.filter((posting) => posting.account.id === account.id && posting.amount.isNegative());
  const lots = taken
    .flatMap((posting) => posting.lots ?? [])
    .flatMap(({ lotId, amount }) => (lotId === null ? [] : [{ id: lotId, amount: formatAmount(amount.negated(), asset.scale) }]));
  const total = formatAmount(amountIn(taken).negated(), asset.scale);
  return {
    operation: command.operation,
    amount_processed: total,
    program_id: command.program_id,
    asset_id: asset.id,
    balance: presentBuckets(account, asset),
    journal_entry_id: entry.id,
    lots_processed: lots,
    reference_id: command.reference_id ?? null,
    message: `${DONE[command.operation]} ${total} ${asset.symbol}.`,
  };
}

const amountIn = (postings: readonly Posting[]) => sumAmounts(postings.map(({ amount }) => amount));

/** The three buckets at the asset's scale. */
function presentBuckets({ balance }: AccountState, { scale }: AssetTerms): BucketBalance {
  return {
    available: formatAmount(balance.available, scale),
    held: formatAmount(balance.held, scale),
    deferred: formatAmount(balance.deferred, scale),
  };
}
