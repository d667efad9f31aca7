/** Shows budgets with what each has given and when it begins anew, and resets one. */
'use client';
import { useState } from 'react';
import type { Budget } from '@/contract/budget';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { groupDigits, Money } from '@/components/ui/money';
import { RelativeTime } from '@/components/ui/relative-time';
import { BudgetMeter } from './budget-meter';

interface BudgetLinesProps {
  budgets: readonly Budget[];
  /** What gives, as a sentence names it: `the rule`. */
  giver: string;
  /** Its name. */
  name: string;
  onReset: (assetId: string) => Promise<unknown>;
}

export function BudgetLines({ budgets, giver, name, onReset }: BudgetLinesProps) {
  const [resetting, setResetting] = useState<Budget | null>(null);
  const { symbolOf } = useAssetIndex();
  const { change } = useMay();
  return (
    <>
      <ul className="panel divide-line max-w-3xl divide-y">
        {budgets.map((budget) => (
          <li key={`${budget.asset_id}/${budget.scope}`} className="flex flex-col gap-2 p-4">
            <BudgetLine budget={budget} onReset={change ? () => setResetting(budget) : undefined} />
          </li>
        ))}
      </ul>
      {resetting && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setResetting(null)}
          title={`Reset the budget of “${name}”?`}
          consequence={`${giver.charAt(0).toUpperCase()}${giver.slice(1)} can give ${groupDigits(resetting.limit)} ${symbolOf(resetting.asset_id) ?? ''} again at once, in addition to what it has given. The schedule does not change.`}
          confirmLabel="Reset budget"
          onConfirm={() => onReset(resetting.asset_id)}
        />
      )}
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
