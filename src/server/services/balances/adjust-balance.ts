/** Credits or debits a balance manually: one journal entry in one transaction, replayed for the same idempotency key. */
import type { BalanceAdjustment, BalanceAdjustmentResult, BucketBalance } from '@/contract/balance';
import type { Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import type { AccountState, AssetTerms, Bucket } from '@/domain/ledger/accounts';
import { creditBucket, creditOrSettle } from '@/domain/ledger/credit-or-settle';
import { debit } from '@/domain/ledger/debit';
import { namesTerms } from '@/domain/ledger/terms';
import { formatAmount, parseAmount, ZERO } from '@/domain/money';
import type { Ctx } from '@/server/platform/context';
import type { HolderName } from '@/server/db/repositories/people/holders';
import type { Outcome } from '@/server/services/idempotent';
import type { BalanceOperation, OpenedAccount } from './balance-operation';
import { assertActive } from './holders';
import { performOperation } from './perform-operation';

/** @throws DomainError not_found, participant_inactive, refusals of the program, the asset and the ledger, and idempotency conflicts. */
export const adjustBalance = (ctx: Ctx, holder: HolderName, body: BalanceAdjustment): Promise<Outcome<BalanceAdjustmentResult>> =>
  performOperation(ctx, adjustment(holder, body));

export function adjustment(holder: HolderName, body: BalanceAdjustment): BalanceOperation<BalanceAdjustmentResult> {
  const bucket = body.type === 'CREDIT' ? creditBucket(body) : (body.bucket ?? 'AVAILABLE');
  const { idempotency_key: _, ...sent } = body;
  return {
    name: 'adjust',
    holder,
    programId: body.program_id,
    assetId: body.asset_id,
    fields: { ...sent, bucket, ...(body.type === 'DEBIT' ? { shortfall_policy: body.shortfall_policy ?? 'REJECT' } : {}) },
    lotIds: [],
    drawsOnWallet: true,
    enrolls: body.type === 'CREDIT',
    assertSound: () => assertSupported(body, bucket),
    assertAllowed: assertActive,
    decide: (opened) => decide(opened, body, bucket),
    present: (opened, decision, after) => present(body, bucket, opened, decision, after),
  };
}

function assertSupported(body: BalanceAdjustment, bucket: Bucket): void {
  if (body.type === 'CREDIT' && body.shortfall_policy !== undefined) {
    throw new DomainError('invalid_shortfall_policy', '`shortfall_policy` applies only to debits; leave it out.', {
      param: 'shortfall_policy',
    });
  }
  if (body.type === 'DEBIT' && namesTerms(body)) {
    throw new DomainError('invalid_request', 'A debit creates no lot; leave expiry and maturity out.', { param: 'type' });
  }
  if (body.shortfall_policy === 'ALLOW_NEGATIVE' && bucket !== 'AVAILABLE') {
    throw new DomainError('invalid_operation', 'Only the AVAILABLE bucket may go below zero.', { param: 'bucket' });
  }
}

function decide({ holder, context, account, wallet }: OpenedAccount, body: BalanceAdjustment, bucket: Bucket): Decision {
  const command = {
    holder,
    description: body.description,
    referenceId: body.reference_id ?? null,
    cause: null,
    bucket,
    amount: parseAmount(body.amount, context.asset.scale),
  };
  return body.type === 'CREDIT'
    ? creditOrSettle(context, account, wallet, { ...command, terms: body })
    : debit(context, account, { ...command, shortfallPolicy: body.shortfall_policy ?? 'REJECT' });
}

/** The three buckets at the asset's scale. */
export function presentBuckets({ balance }: AccountState, { scale }: AssetTerms): BucketBalance {
  return {
    available: formatAmount(balance.available, scale),
    held: formatAmount(balance.held, scale),
    deferred: formatAmount(balance.deferred, scale),
  };
}

function present(
  body: BalanceAdjustment,
  bucket: Bucket,
  { context: { asset }, account }: OpenedAccount,
  decision: Decision,
  after: AccountState,
): BalanceAdjustmentResult {
  const [entry] = decision.entries;
  const isMoved = (posting: { account: { id: string; bucket: Bucket | null } }): boolean =>
    posting.account.id === account.id && posting.account.bucket === bucket;
  const moved =
    entry?.postings
      .filter(isMoved)
      .reduce((total, posting) => total.plus(posting.amount), ZERO)
      .abs() ?? ZERO;
  const text = `${formatAmount(moved, asset.scale)} ${asset.symbol}`;
  const done = entry?.type === 'SETTLE' ? 'Settled' : body.type === 'CREDIT' ? 'Credited' : 'Debited';
  return {
    type: body.type,
    amount: formatAmount(moved, asset.scale),
    asset_id: asset.id,
    program_id: body.program_id,
    bucket,
    balance: presentBuckets(after, asset),
    journal_entry_id: entry?.id ?? null,
    reference_id: body.reference_id ?? null,
    message: entry ? `${done} ${text}.` : 'There was nothing to take.',
  };
}
