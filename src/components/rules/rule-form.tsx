/** Writes a rule: when, then. The API checks the expressions as it would check any caller's. */
'use client';
import { Plus, Trash2 } from 'lucide-react';
import type { FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { FailureNote } from '@/components/ui/failure-note';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { Part } from '@/components/ui/detail';
import { Switch } from '@/components/ui/switch';
import type { Failure } from '@/trpc/failure';
import { ActionFields } from './action-fields';
import { BudgetsPart } from './budget-fields';
import { newAction, type ActionDraft, type RuleDraft } from './rule-draft';

export interface RuleFormProps {
  draft: RuleDraft;
  onChange: (draft: RuleDraft) => void;
  onSubmit: () => void;
  pending: boolean;
  failure: Failure | null;
  submitLabel: string;
}

export function RuleForm({ draft, onChange, onSubmit, pending, failure, submitLabel }: RuleFormProps) {
  const edit = (changes: Partial<RuleDraft>) => onChange({ ...draft, ...changes });
  const errors = failure?.fields ?? {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} className="max-w-3xl" noValidate>
      <Part title="What">
        <div className="panel flex flex-col gap-4 p-4">
          <Field label="Name" required error={errors.name}>
            <Input value={draft.name} onChange={(event) => edit({ name: event.target.value })} />
          </Field>
          <Field label="Description" error={errors.description}>
            <Input value={draft.description} onChange={(event) => edit({ description: event.target.value })} />
          </Field>
        </div>
      </Part>
      <Part title="When">
        <div className="panel p-4">
          <Field
            label="Condition"
            required
            error={errors.condition}
            hint="A CEL expression over event, participant, recipient, program, groups and now, such as event.type == “purchase” && event.amount > 10."
          >
            <Textarea
              className="min-h-28 font-mono text-xs"
              spellCheck={false}
              value={draft.condition}
              onChange={(event) => edit({ condition: event.target.value })}
            />
          </Field>
        </div>
      </Part>
      <Actions draft={draft} errors={errors} edit={edit} />
      <BudgetsPart
        budgets={draft.budgets}
        errors={errors}
        programId={draft.program_id}
        assetId={draft.actions.at(0)?.asset_id ?? ''}
        onChange={(budgets) => edit({ budgets })}
      />
      <div className="mt-4">
        <Switch
          label="Stop after this rule matches"
          hint="Later rules of the same set are skipped for that event."
          checked={draft.stop_after_match}
          onChange={(stop) => edit({ stop_after_match: stop })}
        />
      </div>
      {failure && <div className="mt-4">{<FailureNote failure={failure} />}</div>}
      <div className="mt-6 flex gap-2">
        <Button type="submit" variant="primary" pending={pending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

function Actions({
  draft,
  errors,
  edit,
}: {
  draft: RuleDraft;
  errors: Readonly<Record<string, string>>;
  edit: (changes: Partial<RuleDraft>) => void;
}) {
  const set = (index: number, changes: Partial<ActionDraft>) =>
    edit({ actions: draft.actions.map((action, at) => (at === index ? { ...action, ...changes } : action)) });
  const add = (
    <Button size="small" onClick={() => edit({ actions: [...draft.actions, newAction(draft.actions.at(-1)?.asset_id ?? '')] })}>
      <Plus aria-hidden /> Add action
    </Button>
  );
  return (
    <Part title="Then" actions={add}>
      <ul className="flex flex-col gap-3">
        {draft.actions.map((action, index) => (
          <li key={index} className="panel flex flex-col gap-4 p-4">
            <ActionFields
              action={action}
              at={`actions[${index}]`}
              errors={errors}
              programId={draft.program_id}
              onChange={(changes) => set(index, changes)}
            />
            {draft.actions.length > 1 && (
              <Button
                variant="quiet"
                size="small"
                className="self-start"
                onClick={() => edit({ actions: draft.actions.filter((_, at) => at !== index) })}
              >
                <Trash2 aria-hidden /> Remove action
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}
