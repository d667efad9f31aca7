/** A credit or debit by hand: one entry in one transaction, replayed for the same idempotency key. */
import type { BalanceAdjustment, BalanceAdjustmentResult, BucketBalance } from '@/contract/balance';
import type { Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import type { AccountState, AssetTerms, Bucket, Holder } from '@/domain/ledger/accounts';
import { advance } from '@/domain/ledger/advance';
import { creditBucket, creditOrSettle } from '@/domain/ledger/credit-or-settle';
import { debit } from '@/domain/ledger/debit';
import { namesTerms } from '@/domain/ledger/terms';
import { formatAmount, parseAmount, ZERO } from '@/domain/money';
import type { Ctx } from '@/server/context';
import { enrol } from '@/server/db/repositories/enrolment';
import type { Tx } from '@/server/db/transaction';
import { idempotent, type Outcome } from '@/server/services/idempotent';
import { openHolderAccount, type HolderAccount } from './holder-account';
import { assertHolderActive } from './holders';

/** @throws DomainError not_found, participant_inactive, what the program, the asset and the ledger refuse, and the conflicts of keys. */
export async function adjustBalance(ctx: Ctx, holder: Holder, body: BalanceAdjustment): Promise<Outcome<BalanceAdjustmentResult>> {
  const bucket = body.type === 'CREDIT' ? creditBucket(body) : (body.bucket ?? 'AVAILABLE');
  const { idempotency_key: _, ...sent } = body;
  const fields = { ...sent, bucket, ...(body.type === 'DEBIT' ? { shortfall_policy: body.shortfall_policy ?? 'REJECT' } : {}) };
  const operation = `${holder.type.toLowerCase()}s.balances.adjust:${holder.id}`;
  return idempotent(ctx, { operation, scopeId: body.program_id, key: ctx.idempotencyKey, fields, status: 200 }, (tx) =>
    adjust(tx, ctx, holder, body, bucket),
  );
}

async function adjust(tx: Tx, ctx: Ctx, holder: Holder, body: BalanceAdjustment, bucket: Bucket): Promise<BalanceAdjustmentResult> {
  assertSupported(body, bucket);
  await assertHolderActive(tx, ctx, holder);
  const opened = await openHolderAccount(tx, ctx, holder, body, true);
  const decision = decide(opened, holder, body, bucket);
  await opened.commit(decision);
  if (body.type === 'CREDIT' && holder.type === 'PARTICIPANT') {
    await enrol(tx, ctx.organization.id, opened.context.now, [{ programId: body.program_id, participantId: holder.id }]);
  }
  return present(body, bucket, opened, decision);
}

function assertSupported(body: BalanceAdjustment, bucket: Bucket): void {
  if (body.type === 'CREDIT' && body.shortfall_policy !== undefined) {
    throw new DomainError('invalid_shortfall_policy', 'A credit has no shortfall; leave `shortfall_policy` out.', {
      param: 'shortfall_policy',
    });
  }
  if (body.type === 'DEBIT' && namesTerms(body)) {
    throw new DomainError('invalid_request', 'A debit makes no lot; leave expiry and maturity out.', { param: 'type' });
  }
  if (body.shortfall_policy === 'ALLOW_NEGATIVE' && bucket !== 'AVAILABLE') {
    throw new DomainError('invalid_operation', 'Only the AVAILABLE bucket may go below zero.', { param: 'bucket' });
  }
}

function decide({ context, account, wallet }: HolderAccount, holder: Holder, body: BalanceAdjustment, bucket: Bucket): Decision {
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

/** The three buckets in the scale of the asset. */
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
  { context, account }: HolderAccount,
  decision: Decision,
): BalanceAdjustmentResult {
  const { asset, now } = context;
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
    balance: presentBuckets(advance(account, decision, now), asset),
    journal_entry_id: entry?.id ?? null,
    reference_id: body.reference_id ?? null,
    message: entry ? `${done} ${text}.` : 'There was nothing to take.',
  };
}
