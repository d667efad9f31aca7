/** The explanation of balances as the wire shows it. */
import type { BalanceExplanation, BalancePortion, BalanceSpending } from '@/contract/explain';
import type { Spending } from '@/domain/ledger/explain';
import { formatAmount, sumAmounts, type Amount } from '@/domain/money';
import type { ExplainedBalance, ExplainedOverdraft, ExplainedPortion, Shown } from '@/server/services/balances/explain-balance';
import { presentPage } from './page';
import { presentTime } from './time';

type Causes = ExplainedBalance['causes'];

export function presentExplanation({ page, overdrafts, causes }: ExplainedBalance): BalanceExplanation {
  return {
    ...presentPage(page, (row) => presentPortion(row, causes)),
    overdrafts: overdrafts.map((overdraft) => presentOverdraft(overdraft, causes)),
  };
}

function presentPortion({ account, portion, lots, spent }: ExplainedPortion, causes: Causes): BalancePortion {
  const { held, origin } = portion;
  const show = (amount: Amount): string => formatAmount(amount, account.scale);
  return {
    program_id: account.programId,
    asset_id: account.assetId,
    origin: presentOrigin(origin, portion.lotId, causes),
    amount: show(portion.amount),
    held: { available: show(held.AVAILABLE), held: show(held.HELD), deferred: show(held.DEFERRED) },
    lots: lots.parts.map(({ lotId, bucket, amount }) => ({ id: lotId, bucket, amount: show(amount) })),
    lots_omitted: lots.omitted,
    spent_amount: show(portion.amount.minus(sumAmounts(Object.values(held)))),
    ...presentSpent(spent, account.scale, causes),
  };
}

function presentOrigin(
  { id, type, createdAt }: ExplainedPortion['portion']['origin'],
  lotId: string | null,
  causes: Causes,
): BalancePortion['origin'] {
  const cause = causes.get(id)!;
  return {
    journal_entry_id: id,
    type,
    earned_at: presentTime(createdAt),
    description: cause.description,
    reference_id: cause.reference_id,
    event_id: cause.event_id,
    idempotency_key: cause.idempotency_key,
    rule_id: cause.rule_id,
    rule_name: cause.rule_name,
    rule_version: cause.rule_version,
    lot_id: lotId,
  };
}

function presentOverdraft({ account, overdraft, spent }: ExplainedOverdraft, causes: Causes): BalanceExplanation['overdrafts'][number] {
  return {
    program_id: account.programId,
    asset_id: account.assetId,
    amount: formatAmount(sumAmounts(overdraft.map(({ amount }) => amount)), account.scale),
    ...presentSpent(spent, account.scale, causes),
  };
}

const presentSpent = ({ parts, omitted }: Shown<Spending>, scale: number, causes: Causes) => ({
  spent: parts.map((spending) => presentSpending(spending, scale, causes)),
  spent_omitted: omitted,
});

function presentSpending({ entry, amount }: Spending, scale: number, causes: Causes): BalanceSpending {
  const cause = causes.get(entry.id)!;
  return {
    journal_entry_id: entry.id,
    type: entry.type,
    amount: formatAmount(amount, scale),
    created_at: presentTime(entry.createdAt),
    description: cause.description,
    reference_id: cause.reference_id,
    event_id: cause.event_id,
  };
}
