/** Shows each budget of a rule with its current consumption, and resets it. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast';
import type { Rule } from '@/contract/rule';
import { EmptyState } from '@/components/ui/empty-state';
import { useTRPC } from '@/trpc/client';
import { BudgetLines } from './budget-lines';

export function RuleBudgets({ rule }: { rule: Rule }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const reset = useMutation(
    trpc.rules.resetBudget.mutationOptions({
      onSuccess: () => {
        toast.success('Budget reset');
        return queries.invalidateQueries(trpc.rules.pathFilter());
      },
    }),
  );
  if (rule.budgets.length === 0) {
    return (
      <div className="panel">
        <EmptyState title="No budget: the rule gives every time it matches." />
      </div>
    );
  }
  return (
    <BudgetLines
      budgets={rule.budgets}
      giver="the rule"
      name={rule.name}
      onReset={(asset_id) => reset.mutateAsync({ id: rule.id, asset_id })}
    />
  );
}
