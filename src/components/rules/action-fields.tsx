/** The form fields of one rule action: its kind, its target, and what that kind needs. */
'use client';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { namesIn } from '@/domain/fields';
import { ACTION_KINDS, asKind, targetsOf, type ActionDraft, type TargetChoice } from './action-draft';
import { ACTION_PARTS } from './action-parts';
import { TargetId } from './action-target';
import type { PartProps } from './action-text';

const KINDS = namesIn(ACTION_KINDS).map((value) => ({ value, label: ACTION_KINDS[value].label }));

const TARGETS: Readonly<Record<TargetChoice, string>> = {
  ACTOR: 'Participant',
  RECIPIENT: 'Recipient',
  PARTICIPANT: 'One participant, by external id',
  PARTICIPANT_ID: 'One participant, by id',
  GROUP: 'Group',
  PROGRAM: 'Program',
};

interface ActionFieldsProps {
  action: ActionDraft;
  /** The path of the action in the request, as the API names its fields. */
  at: string;
  errors: Readonly<Record<string, string>>;
  programId: string;
  onChange: (action: ActionDraft) => void;
}

export function ActionFields({ action, at, errors, programId, onChange }: ActionFieldsProps) {
  const { parts } = ACTION_KINDS[action.type];
  const change = (changes: Partial<ActionDraft>) => onChange({ ...action, ...changes });
  const part: PartProps = { action, at, errors, programId, onChange: change };
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-6">
      <div className="sm:col-span-3">
        <Field label="Do" required error={errors[`${at}.type`]}>
          <Select options={KINDS} value={action.type} onChange={(type) => onChange(asKind(action, type))} />
        </Field>
      </div>
      <div className="sm:col-span-3">
        <Field label="Whose" required error={errors[`${at}.target`] ?? errors[`${at}.target.type`]}>
          <Select
            options={targetsOf(action.type).map((value) => ({ value, label: TARGETS[value] }))}
            value={action.target}
            onChange={(target) => change({ target, target_id: '' })}
          />
        </Field>
      </div>
      <TargetId {...part} />
      {parts.map((name) => {
        const Fields = ACTION_PARTS[name];
        return <Fields key={name} {...part} />;
      })}
    </div>
  );
}
