/** Presents balances and lots, lots over time, and what the commands of a batch came to. */
import type { BalanceRow, LotResource, WalletBalance } from '@/contract/balance';
import type { BalanceBatchResult, OperationError } from '@/contract/balance-batch';
import type { BalanceOutlook, EarnedLots, LotSchedule } from '@/contract/lot-schedule';
import { present } from '@/domain/assert';
import { DomainError, errorFamily } from '@/domain/errors';
import type { EarnedGroup } from '@/domain/ledger/lot-schedule';
import { amountOf, formatAmount, sumAmounts, type Amount } from '@/domain/money';
import { internalError, reportableFailure } from '@/server/api/failure';
import type { OrganizationCtx } from '@/server/api/trpc';
import type { ScaledBalanceRow, WalletBalanceRow } from '@/server/db/repositories/ledger/balance-list';
import type { OutlookRow } from '@/server/db/repositories/ledger/lot-schedule';
import type { LotListRow } from '@/server/db/repositories/ledger/lots';
import { log } from '@/server/platform/log';
import type { Answered } from '@/server/services/balances/apply-batch';
import type { LotScheduleRead } from '@/server/services/balances/lots';
import { presentTime } from './time';

type Buckets = Pick<ScaledBalanceRow, 'available' | 'held' | 'deferred' | 'scale'>;

const presentBuckets = ({ available, held, deferred, scale }: Buckets) => ({
  available: formatAmount(amountOf(available), scale),
  held: formatAmount(amountOf(held), scale),
  deferred: formatAmount(amountOf(deferred), scale),
});

export function presentBalance(row: ScaledBalanceRow): BalanceRow {
  return { program_id: row.program_id, asset_id: row.asset_id, ...presentBuckets(row) };
}

export function presentWalletBalance(row: WalletBalanceRow): WalletBalance {
  return { asset_id: row.asset_id, ...presentBuckets(row), issuance_policy: row.issuance_policy };
}

export function presentLot(row: LotListRow): LotResource {
  return {
    id: row.id,
    program_id: row.program_id,
    asset_id: row.asset_id,
    amount: formatAmount(amountOf(row.amount), row.scale),
    remaining: formatAmount(amountOf(row.remaining), row.scale),
    status: row.status,
    created_at: presentTime(row.created_at),
    expires_at: presentTime(row.expires_at),
    matures_at: presentTime(row.matures_at),
    reference_id: row.reference_id,
  };
}

export function presentLotSchedule({ scale, origins, count, earned, expiry }: LotScheduleRead): LotSchedule {
  const show = (amount: Amount): string => formatAmount(amount, scale);
  return {
    lots: count,
    total: show(sumAmounts([...expiry.spans.map(({ amount }) => amount), expiry.never])),
    earned_unit: earned.unit,
    earned: earned.groups.map((group) => presentGroup(group, origins, show)),
    expiry_unit: expiry.unit,
    expiring: expiry.spans.map(({ at, lots, amount, left }) => ({ at: presentTime(at), lots, amount: show(amount), left: show(left) })),
    never: show(expiry.never),
  };
}

function presentGroup(group: EarnedGroup, origins: LotScheduleRead['origins'], show: (amount: Amount) => string): EarnedLots {
  const { AVAILABLE, HELD, DEFERRED } = group.remaining;
  const [first = ''] = group.lots;
  const origin = group.lots.length === 1 ? origins.get(first) : undefined;
  return {
    earned_from: presentTime(group.earnedFrom),
    earned_to: presentTime(group.earnedTo),
    lots: group.lots.length,
    journal_entry_id: origin?.entryId ?? null,
    event_id: origin?.eventId ?? null,
    remaining: show(sumAmounts([AVAILABLE, HELD, DEFERRED])),
    buckets: { available: show(AVAILABLE), held: show(HELD), deferred: show(DEFERRED) },
    matures_at: presentTime(group.maturesAt),
    expires_from: presentTime(group.expiresFrom),
    expires_to: presentTime(group.expiresTo),
    endless: group.endless,
  };
}

export function presentOutlook({ program_id, asset_id, scale, ...row }: OutlookRow): BalanceOutlook['data'][number] {
  const due = (at: Date | null, amount: string | null) =>
    at === null || amount === null ? null : { at: presentTime(at), amount: formatAmount(amountOf(amount), scale) };
  return { program_id, asset_id, next_expiry: due(row.expires_at, row.expiring), next_maturity: due(row.matures_at, row.maturing) };
}

interface AnsweredBatch {
  readonly atomic: boolean;
  readonly answers: readonly Answered[];
}

type Result = BalanceBatchResult['results'][number];

/** @throws DomainError batch_refused when an atomic batch has an error. */
export function presentBalanceBatch(
  { requestId }: Pick<OrganizationCtx, 'requestId'>,
  { atomic, answers }: AnsweredBatch,
): BalanceBatchResult {
  const results = answers.map((answer, index): Result => {
    if (!(answer instanceof Error)) {
      // The operations of a batch answer with what their routes do.
      const result = answer.body as Result['result'];
      return { index, status: 'DONE', http_status: answer.status, replayed: answer.replayed, result };
    }
    const failure = failureOf(answer, requestId);
    return { index, status: 'ERROR', http_status: failure.status, error: presentError(failure) };
  });
  const refused = results.filter(({ status }) => status === 'ERROR');
  if (atomic && refused.length > 0) throw batchRefused(refused, results.length);
  return { total: results.length, success_count: results.length - refused.length, error_count: refused.length, results };
}

function failureOf(error: Error, requestId: string): DomainError {
  const failure = reportableFailure(error);
  if (failure) return failure;
  log().error({ request_id: requestId, err: error }, 'an operation of a batch failed');
  return internalError();
}

const presentError = ({ code, status, message, param, fields, details }: DomainError): OperationError => ({
  type: errorFamily(status),
  code,
  message,
  ...(param === undefined ? {} : { param }),
  ...(fields === undefined ? {} : { fields }),
  ...(details === undefined ? {} : { details }),
});

function batchRefused(refused: readonly Result[], total: number): DomainError {
  const [alone] = refused.length === 1 ? refused : [];
  return new DomainError(
    'batch_refused',
    alone
      ? `Operation ${alone.index} is refused, so none of the ${total} was done: ${present(alone.error, 'what is refused has an error').message}`
      : `${refused.length} of the ${total} operations are refused, so none was done; \`details.refused\` lists each.`,
    {
      param: alone ? `operations[${alone.index}]` : 'operations',
      details: { total, refused: refused.map(({ index, http_status, error }) => ({ index, http_status, error })) },
    },
  );
}
