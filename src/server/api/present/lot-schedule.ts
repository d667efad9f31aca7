/** Presents lots over time to the dashboard's chart, amounts at their asset's scale. */
import type { BalanceOutlook, EarnedLots, LotSchedule } from '@/contract/lot-schedule';
import type { EarnedGroup } from '@/domain/ledger/lot-schedule';
import { amountOf, formatAmount, sumAmounts, type Amount } from '@/domain/money';
import type { OutlookRow } from '@/server/db/repositories/ledger/lot-schedule';
import type { LotScheduleRead } from '@/server/services/balances/lots';
import { presentTime } from './time';

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
