/** Applies the budgets of a rule to its credit: it is cut to what they leave, and counted against them. */
import { NOTHING, type Decision } from '@/domain/decision';
import type { AssetTerms, Holder } from '@/domain/ledger/accounts';
import { formatAmount, ZERO, type Amount } from '@/domain/money';
import { allowance } from '../budget';
import type { Effect, Stage } from './kind';
import { moved } from './movement';

interface RequestedCredit {
  readonly holder: Holder;
  readonly asset: AssetTerms;
  /** More than zero, within the scale of the asset. */
  readonly amount: Amount;
}

export function withinBudgets(
  { draft, rule }: Stage,
  { holder, asset, amount: requested }: RequestedCredit,
  credit: (amount: Amount) => Decision,
): Effect {
  const { program, now } = draft.world;
  const request = { assetId: asset.id, programId: program.id, recipientId: holder.id, amount: requested, now };
  const { amount, uses } = allowance(rule, request, (key) => draft.budgetUsage(key));
  const cut = { requested: formatAmount(requested, asset.scale), amount: formatAmount(amount, asset.scale), budget_limited: true } as const;
  if (!amount.greaterThan(ZERO))
    return { decision: NOTHING, outcome: { result: 'SKIPPED_BUDGET', target: holder, asset_id: asset.id, ...cut } };
  const { decision, outcome } = moved(holder, asset, credit(amount));
  return { decision: { ...decision, budgets: uses }, outcome: amount.equals(requested) ? outcome : { ...outcome, ...cut } };
}
