/** Presents the explanation of balances in its wire form. */
import type { BalanceExplanation, BalancePortion, BalanceSpending, FirstCredit } from '@/contract/explain';
import { present } from '@/domain/assert';
import type { Spending } from '@/domain/ledger/explain';
import { amountOf, formatAmount, sumAmounts, type Amount } from '@/domain/money';
import { targetId } from '@/domain/webhooks/events';
import type { LotLineage } from '@/server/db/repositories/ledger/lot-lineage';
import type { ExplainedBalance, ExplainedOverdraft, ExplainedPortion, Truncated } from '@/server/services/balances/explain-balance';
import { presentPage } from './page';
import { presentTime } from './time';
import { redemptionOf } from '@/domain/ledger/references';

type Entries = ExplainedBalance['entries'];

export function presentExplanation({ page, overdrafts, entries }: ExplainedBalance): BalanceExplanation {
  return {
    ...presentPage(page, (row) => presentPortion(row, entries)),
    overdrafts: overdrafts.map((overdraft) => presentOverdraft(overdraft, entries)),
  };
}

function presentPortion({ account, portion, lots, spent, lineages }: ExplainedPortion, entries: Entries): BalancePortion {
  const { held, origin } = portion;
  const show = (amount: Amount): string => formatAmount(amount, account.scale);
  return {
    program_id: account.program_id,
    asset_id: account.asset_id,
    origin: presentOrigin(origin, portion.lotId, entries),
    amount: show(portion.amount),
    held: { available: show(held.AVAILABLE), held: show(held.HELD), deferred: show(held.DEFERRED) },
    lots: lots.parts.map(({ lotId, bucket, amount }) => ({ id: lotId, bucket, amount: show(amount) })),
    lots_omitted: lots.omitted,
    spent_amount: show(portion.amount.minus(sumAmounts(Object.values(held)))),
    first_credits: lineages.map((lineage) => presentFirstCredit(lineage, account.scale, entries)),
    ...presentSpent(spent, account.scale, entries),
  };
}

function presentFirstCredit(lineage: LotLineage, scale: number, entries: Entries): FirstCredit {
  return {
    ...presentOrigin({ id: lineage.first_entry_id }, lineage.first_lot_id, entries),
    ...targetId({ type: lineage.account_type, id: lineage.account_id }),
    amount: formatAmount(amountOf(lineage.amount), scale),
    transfers: lineage.transfers,
  };
}

function presentOrigin({ id }: { readonly id: string }, lotId: string | null, entries: Entries): BalancePortion['origin'] {
  const facts = present(entries.get(id), 'the facts of every origin shown were loaded');
  return {
    journal_entry_id: id,
    type: facts.type,
    earned_at: presentTime(facts.created_at),
    description: facts.description,
    reference_id: facts.reference_id,
    event_id: facts.event_id,
    transfer_id: facts.transfer_id,
    idempotency_key: facts.idempotency_key,
    rule_id: facts.rule_id,
    rule_name: facts.rule_name,
    rule_version: facts.rule_version,
    lot_id: lotId,
  };
}

function presentOverdraft({ account, overdraft, spent }: ExplainedOverdraft, entries: Entries): BalanceExplanation['overdrafts'][number] {
  return {
    program_id: account.program_id,
    asset_id: account.asset_id,
    amount: formatAmount(sumAmounts(overdraft.map(({ amount }) => amount)), account.scale),
    ...presentSpent(spent, account.scale, entries),
  };
}

const presentSpent = ({ parts, omitted }: Truncated<Spending>, scale: number, entries: Entries) => ({
  spent: parts.map((spending) => presentSpending(spending, scale, entries)),
  spent_omitted: omitted,
});

function presentSpending({ entry, amount }: Spending, scale: number, entries: Entries): BalanceSpending {
  const facts = present(entries.get(entry.id), 'the facts of every spending shown were loaded');
  return {
    journal_entry_id: entry.id,
    type: facts.type,
    amount: formatAmount(amount, scale),
    created_at: presentTime(facts.created_at),
    description: facts.description,
    reference_id: facts.reference_id,
    event_id: facts.event_id,
    transfer_id: facts.transfer_id,
    redemption_id: redemptionOf(facts.reference_id),
    provider_order_id: facts.provider_order_id,
  };
}
