/** The form of a rule: when, then. The API checks the expressions, as for any caller. */
'use client';
import type { FormEvent, ReactNode } from 'react';
import { DraftNotice, type DraftNoticeProps } from '@/components/drafts/draft-notice';
import { Button } from '@/components/ui/button';
import { FailureNote } from '@/components/ui/failure-note';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Part } from '@/components/ui/detail';
import { FILLING, onceInUse, onDemand } from '@/components/ui/on-demand';
import { Switch } from '@/components/ui/switch';
import type { RequestFailure } from '@/trpc/failure';
import { lossesIn } from './action-draft';
import { ActiveWindow } from './active-window';
import { BudgetsPart } from './budgets-part';
import { ConditionField } from './blocks/condition-field';
import { RuleActions } from './rule-actions';
import { fieldsOf, type RuleFormDraft } from './rule-draft';
import { RuleFindings } from './cel/rule-findings';
import { RuleSentence } from './rule-sentence';
import { RuleWarnings } from './rule-warnings';

const TryIt = onDemand(() => import('./try-it').then((loaded) => loaded.TryIt), FILLING);
const SPACE = () => <div className="h-40" />;
const ExamplesPart = onceInUse(() => import('./examples/examples-part').then((loaded) => loaded.ExamplesPart), SPACE);
const ExampleRefusal = onDemand(() => import('./examples/example-refusal').then((loaded) => loaded.ExampleRefusal));
const TimesPart = onceInUse(
  () => import('./times-part').then((loaded) => loaded.TimesPart),
  () => <div className="h-14" />,
);
const RuleCost = onceInUse(() => import('./cost/rule-cost').then((loaded) => loaded.RuleCost), SPACE);
const BacktestChange = onDemand(() => import('@/components/backtests/backtest-change').then((loaded) => loaded.BacktestChange), FILLING);

interface RuleFormProps {
  /** The rule being edited; undefined for a new one. */
  ruleId?: string;
  draft: RuleFormDraft;
  edit: (changes: Partial<RuleFormDraft>) => void;
  /** @param overrideReason why the rule is saved although examples of it fail. */
  onSubmit: (overrideReason?: string) => void;
  /** The state of the kept draft. */
  kept: DraftNoticeProps;
  pending: boolean;
  failure: RequestFailure | null;
  submitLabel: string;
  /** Follows the button that saves. */
  beside?: ReactNode;
}

const checkedOf = (draft: RuleFormDraft) => {
  const { actions, budgets, stop_after_match, active_from, active_to } = fieldsOf(draft);
  return { actions, budgets, stop_after_match, active_from, active_to };
};

export function RuleForm({ draft, edit, onSubmit, kept, pending, failure, submitLabel, beside, ruleId }: RuleFormProps) {
  const losses = lossesIn(draft.actions);
  const errors = { ...failure?.fields, ...losses };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(losses).length === 0) onSubmit();
  };
  return (
    <RuleFindings programId={draft.program_id} ruleId={ruleId} condition={draft.condition} {...checkedOf(draft)}>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,48rem)_minmax(18rem,26rem)]">
        <form onSubmit={submit} className="min-w-0" noValidate>
          <div className="mb-6 empty:hidden">
            <DraftNotice {...kept} />
          </div>
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
              <ConditionField
                label="Condition"
                required
                at="condition"
                error={errors.condition}
                example={'event.type == "purchase" && event.amount > 10'}
                hint="A CEL expression over event, participant, recipient, program, groups and now."
                value={draft.condition}
                onChange={(condition) => edit({ condition })}
              />
              <div className="border-line mt-4 border-t pt-4">
                <TimesPart actions={draft.actions} budgets={draft.budgets} onChange={(budgets) => edit({ budgets })} />
              </div>
            </div>
          </Part>
          <RuleActions actions={draft.actions} errors={errors} programId={draft.program_id} onChange={(actions) => edit({ actions })} />
          <BudgetsPart
            budgets={draft.budgets}
            errors={errors}
            programId={draft.program_id}
            assetId={draft.actions.at(0)?.asset_id ?? ''}
            onChange={(budgets) => edit({ budgets })}
          />
          <ActiveWindow draft={draft} errors={errors} onChange={edit} />
          <div className="mt-4">
            <Switch
              label="Stop after this rule matches"
              hint="Later rules of the same set are skipped for that event."
              checked={draft.stop_after_match}
              onChange={(stop) => edit({ stop_after_match: stop })}
            />
          </div>
          <ExamplesPart draft={draft} ruleId={ruleId} errors={errors} onChange={(examples) => edit({ examples })} />
          {failure && (
            <div className="mt-4">
              {failure.code === 'rule_example_failed' ? (
                <ExampleRefusal failure={failure} onSave={onSubmit} />
              ) : (
                <FailureNote failure={failure} />
              )}
            </div>
          )}
          <div className="mt-6 flex flex-wrap gap-2">
            <Button type="submit" variant="primary" pending={pending}>
              {submitLabel}
            </Button>
            {beside}
          </div>
        </form>
        <aside aria-label="About this draft" className="flex min-w-0 flex-col gap-4 xl:sticky xl:top-4">
          <RuleSentence />
          <RuleWarnings />
          <RuleCost draft={draft} ruleId={ruleId} />
          <TryIt draft={draft} ruleId={ruleId} onExample={(example) => edit({ examples: [...draft.examples, example] })} />
          <BacktestChange draft={draft} ruleId={ruleId} />
        </aside>
      </div>
    </RuleFindings>
  );
}
