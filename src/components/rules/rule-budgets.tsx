/** Shows each budget of a rule with its current consumption, and resets it. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/ui/toast';
import type { Budget } from '@/contract/budget';
import type { Rule } from '@/contract/rule';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { groupDigits, Money } from '@/components/ui/money';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { BudgetMeter } from './budget-meter';

export function RuleBudgets({ rule }: { rule: Rule }) {
  const [resetting, setResetting] = useState<Budget | null>(null);
  const { change } = useMay();
  if (rule.budgets.length === 0) {
    return (
      <div className="panel">
        <EmptyState title="No budget: the rule gives every time it matches." />
      </div>
    );
  }
  return (
    <>
      <ul className="panel divide-line max-w-3xl divide-y">
        {rule.budgets.map((budget) => (
          <li key={`${budget.asset_id}/${budget.scope}`} className="flex flex-col gap-2 p-4">
            <BudgetLine budget={budget} onReset={change ? () => setResetting(budget) : undefined} />
          </li>
        ))}
      </ul>
      {resetting && <ResetDialog rule={rule} budget={resetting} onClose={() => setResetting(null)} />}
    </>
  );
}

function BudgetLine({ budget, onReset }: { budget: Budget; onReset?: () => void }) {
  const symbol = useAssetIndex().symbolOf(budget.asset_id);
  if (budget.consumed === undefined) {
    return <p>{budget.sentence}</p>;
  }
  return (
    <>
      <p>{budget.sentence}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>
          <Money amount={budget.consumed} className="font-medium" />
          <span className="text-ink-soft"> of </span>
          <Money amount={budget.limit} symbol={symbol} />
          <span className="text-ink-soft"> given {budget.schedule_type === null ? 'so far' : 'in this period'}</span>
        </p>
        {onReset && (
          <Button size="small" disabled={!/[1-9]/.test(budget.consumed)} aria-haspopup="dialog" onClick={onReset}>
            Reset
          </Button>
        )}
      </div>
      <BudgetMeter budget={budget} label={`Budget in ${symbol ?? 'the asset'}`} />
      {budget.next_reset_at && (
        <p className="text-ink-faint text-xs">
          Resets <RelativeTime at={budget.next_reset_at} />
        </p>
      )}
    </>
  );
}

function ResetDialog({ rule, budget, onClose }: { rule: Rule; budget: Budget; onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const symbol = useAssetIndex().symbolOf(budget.asset_id) ?? '';
  const reset = useMutation(
    trpc.rules.resetBudget.mutationOptions({
      onSuccess: () => {
        toast.success('Budget reset');
        return queries.invalidateQueries(trpc.rules.pathFilter());
      },
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Reset the budget of “${rule.name}”?`}
      consequence={`The rule can give ${groupDigits(budget.limit)} ${symbol} again at once, in addition to what it has given. The schedule does not change.`}
      confirmLabel="Reset budget"
      onConfirm={() => reset.mutateAsync({ id: rule.id, asset_id: budget.asset_id })}
    />
  );
}
