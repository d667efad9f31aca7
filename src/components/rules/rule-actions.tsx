/** Edits a rule's actions in order: adds, removes and moves them. */
'use client';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { Part } from '@/components/ui/detail';
import { onceInUse } from '@/components/ui/on-demand';
import { newAction, type ActionDraft } from './action-draft';
import { ActionFields } from './action-fields';

const MAX_ACTIONS = 20;

const ActionSentence = onceInUse(
  () => import('./action-sentence').then((loaded) => loaded.ActionSentence),
  () => <div className="border-line h-[2.2rem] border-t" />,
);

interface RuleActionsProps {
  actions: readonly ActionDraft[];
  errors: Readonly<Record<string, string>>;
  programId: string;
  onChange: (actions: readonly ActionDraft[]) => void;
}

export function RuleActions({ actions, errors, programId, onChange }: RuleActionsProps) {
  const said = useId();
  const move = (from: number, to: number) => {
    const moved = actions[from];
    if (moved) onChange(actions.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  const add = (
    <Button
      size="small"
      disabled={actions.length >= MAX_ACTIONS}
      onClick={() => onChange([...actions, newAction(actions.at(-1)?.asset_id ?? '')])}
    >
      <Plus aria-hidden /> Add action
    </Button>
  );
  return (
    <Part title="Then" actions={add}>
      {errors.actions && <p className="text-danger mb-2 text-xs">{errors.actions}</p>}
      <ol className="flex flex-col gap-3">
        {actions.map((action, index) => (
          <li
            key={index}
            aria-label={`Action ${index + 1}`}
            aria-describedby={`${said}-${index}`}
            className="panel flex flex-col gap-4 p-4"
          >
            <ActionFields
              action={action}
              at={`actions[${index}]`}
              errors={errors}
              programId={programId}
              onChange={(changed) => onChange(actions.with(index, changed))}
            />
            <ActionSentence id={`${said}-${index}`} action={action} />
            {actions.length > 1 && (
              <div className="-mb-2 flex items-center gap-1">
                <Button variant="quiet" size="small" onClick={() => onChange(actions.toSpliced(index, 1))}>
                  <Trash2 aria-hidden /> Remove
                </Button>
                <span className="flex-1" />
                <Button variant="quiet" size="icon" aria-label="Move up" disabled={index === 0} onClick={() => move(index, index - 1)}>
                  <ArrowUp aria-hidden />
                </Button>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label="Move down"
                  disabled={index === actions.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowDown aria-hidden />
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
    </Part>
  );
}
