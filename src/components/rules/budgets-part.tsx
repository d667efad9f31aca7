/** The budgets in a rule's form, one after the other. */
'use client';
import { Plus, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Part } from '@/components/ui/detail';
import { onceInUse } from '@/components/ui/on-demand';
import { newBudget, type BudgetDraft } from './budget-draft';

/** Their schedules come with what computes them. */
const BudgetFields = onceInUse(
  () => import('./budget-fields').then((loaded) => loaded.BudgetFields),
  () => <div className="h-32" />,
);

interface BudgetsPartProps {
  budgets: readonly BudgetDraft[];
  errors: Readonly<Record<string, string>>;
  programId: string;
  /** The default asset of a new budget. */
  assetId: string;
  /** What it means that there is none. */
  none?: string;
  onChange: (budgets: readonly BudgetDraft[]) => void;
}

const NO_BUDGET = 'No budget: the rule gives every time it matches.';

export function BudgetsPart({ budgets, errors, programId, assetId, none = NO_BUDGET, onChange }: BudgetsPartProps) {
  const add = (
    <Button size="small" onClick={() => onChange([...budgets, newBudget(assetId)])}>
      <Plus aria-hidden /> Add budget
    </Button>
  );
  return (
    <Part title="At most" actions={add}>
      {budgets.length === 0 && <p className="text-ink-faint">{none}</p>}
      <ul className="flex flex-col gap-3">
        {budgets.map((budget, index) => (
          <li key={index} className="panel flex flex-col gap-4 p-4">
            <BudgetFields
              budget={budget}
              at={`budgets[${index}]`}
              errors={errors}
              programId={programId}
              onChange={(changes) => onChange(budgets.map((other, at) => (at === index ? { ...other, ...changes } : other)))}
            />
            <Button variant="quiet" size="small" className="self-start" onClick={() => onChange(budgets.filter((_, at) => at !== index))}>
              <Trash2 aria-hidden /> Remove budget
            </Button>
          </li>
        ))}
      </ul>
    </Part>
  );
}
