/**
 * The form fields of a tier's lifecycle: how long levels last, when they are evaluated again, and what happens to
 * those not earned again.
 */
'use client';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { NEW_LIFECYCLE, type LifecycleDraft } from './tier-draft';

const RETENTIONS = [
  { value: 'PERIOD_BASED', label: 'For a time' },
  { value: 'ACTIVITY_REFRESH', label: 'For a time after activity' },
  { value: 'NONE', label: 'As long as the period' },
] as const;
const PERIODS = [
  { value: 'NONE', label: 'Each has its own' },
  { value: 'CALENDAR_YEAR', label: 'Calendar years' },
  { value: 'FIXED_YEAR', label: 'Years from a day' },
] as const;
const DOWNGRADES = [
  { value: 'DROP_TO_QUALIFYING', label: 'Drops to what qualifies' },
  { value: 'DROP_ONE', label: 'Drops by one' },
  { value: 'HOLD', label: 'Is kept' },
] as const;
const ROLLOVERS = [
  { value: 'NONE', label: 'Nothing' },
  { value: 'EXCESS', label: 'The amount above the threshold' },
] as const;

interface LifecycleFieldsProps {
  lifecycle: LifecycleDraft | null;
  errors: Readonly<Record<string, string>>;
  onChange: (lifecycle: LifecycleDraft | null) => void;
}

export function LifecycleFields({ lifecycle, errors, onChange }: LifecycleFieldsProps) {
  return (
    <>
      <Switch
        label="Levels end"
        hint="Otherwise a level lasts until someone changes it."
        checked={lifecycle !== null}
        onChange={(ends) => onChange(ends ? NEW_LIFECYCLE : null)}
      />
      {lifecycle && <Fields lifecycle={lifecycle} errors={errors} onEdit={(changes) => onChange({ ...lifecycle, ...changes })} />}
    </>
  );
}

interface FieldsProps {
  lifecycle: LifecycleDraft;
  errors: LifecycleFieldsProps['errors'];
  onEdit: (changes: Partial<LifecycleDraft>) => void;
}

function Fields({ lifecycle, errors, onEdit }: FieldsProps) {
  const text = (
    label: string,
    key: 'duration' | 'start_month' | 'start_day' | 'extend_months' | 'grace_days' | 'min_level' | 'qualifying',
    path: string,
    hint?: string,
  ) => (
    <Field label={label} hint={hint} error={errors[`lifecycle.${path}`]}>
      <Input value={lifecycle[key]} onChange={(event) => onEdit({ [key]: event.target.value })} />
    </Field>
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Field label="A level lasts" required error={errors['lifecycle.retention']}>
        <Select options={RETENTIONS} value={lifecycle.retention} onChange={(retention) => onEdit({ retention })} />
      </Field>
      {lifecycle.retention !== 'NONE' && text('How long', 'duration', 'retention.duration', 'Such as 365d.')}
      <Field label="Qualification period" required error={errors['lifecycle.qualification_period']}>
        <Select options={PERIODS} value={lifecycle.period} onChange={(period) => onEdit({ period })} />
      </Field>
      {lifecycle.period === 'FIXED_YEAR' && (
        <>
          {text('First month', 'start_month', 'qualification_period.start_month', '1 to 12.')}
          {text('First day', 'start_day', 'qualification_period.start_day', '1 to 31.')}
        </>
      )}
      {text('Outlasts its end by months', 'extend_months', 'status_validity.extend_months')}
      <Field label="If not earned again, a level" required error={errors['lifecycle.downgrade_policy']}>
        <Select options={DOWNGRADES} value={lifecycle.downgrade} onChange={(downgrade) => onEdit({ downgrade })} />
      </Field>
      {text('Days of grace', 'grace_days', 'downgrade_policy.grace_days')}
      {text('Never below the level', 'min_level', 'downgrade_policy.min_level', 'Its key.')}
      {text('Counters that reset', 'qualifying', 'counters.qualifying', 'Separated by commas.')}
      <Field label="Of them is carried over" required error={errors['lifecycle.counters.rollover']}>
        <Select options={ROLLOVERS} value={lifecycle.rollover} onChange={(rollover) => onEdit({ rollover })} />
      </Field>
    </div>
  );
}
