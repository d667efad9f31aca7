/** Shows how much of a budget is used, as a bar with the same in words. */
import type { Budget } from '@/contract/budget';
import { cn } from '@/components/ui/cn';
import { NEARLY_USED, percentUsed, USED_UP } from '@/domain/rules/budget-use';

/** The PROGRAM budget with the least left; undefined if there is none. */
export const tightestBudget = (budgets: readonly Budget[]): Budget | undefined =>
  budgets.filter(({ scope }) => scope === 'PROGRAM').toSorted((a, b) => percentUsed(b) - percentUsed(a))[0];

export function BudgetMeter({ budget, label, className }: { budget: Budget; label: string; className?: string }) {
  const percent = percentUsed(budget);
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={USED_UP}
      aria-valuenow={percent}
      aria-valuetext={`${percent} % used`}
      className={cn('bg-sunken h-1.5 overflow-hidden rounded-full', className)}
    >
      <div
        className={cn('h-full', percent >= USED_UP ? 'bg-danger' : percent >= NEARLY_USED ? 'bg-warning' : 'bg-accent')}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}

/** The meter of the budget with the least left, if there is one. */
export function TightestBudget({ budgets }: { budgets: readonly Budget[] }) {
  const budget = tightestBudget(budgets);
  return budget && <BudgetMeter budget={budget} label="Tightest budget" className="w-12" />;
}
