/** The fields of one budget: how much the rule may give, to whom, and how often that resets. */
'use client';
import { useState } from 'react';
import { useAssetIndex } from '@/components/assets/asset-index';
import { SchedulePicker } from '@/components/schedules/schedule-picker';
import { SchedulePreview } from '@/components/schedules/schedule-preview';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { namesIn } from '@/domain/fields';
import { limitPeriodOf, LIMIT_PERIODS } from '@/domain/rules/limit-periods';
import { LIFETIME, type BudgetDraft } from './budget-draft';

const SCOPES = [
  { value: 'PROGRAM', label: 'All recipients together' },
  { value: 'PARTICIPANT', label: 'Each recipient separately' },
] as const;
const periods = namesIn(LIMIT_PERIODS);
const SCHEDULES = [
  { value: LIFETIME, label: 'In all' },
  ...periods.map((value) => ({ value, label: LIMIT_PERIODS[value].replace(/^an? /, 'Each ') })),
  { value: 'INTERVAL', label: 'At an interval' },
  { value: 'CRON', label: 'On another schedule' },
] as const;

interface BudgetFieldsProps {
  budget: BudgetDraft;
  /** The path of the budget in the request, as the API names its fields. */
  at: string;
  errors: Readonly<Record<string, string>>;
  programId: string;
  onChange: (changes: Partial<BudgetDraft>) => void;
}

export function BudgetFields({ budget, at, errors, programId, onChange }: BudgetFieldsProps) {
  const { all } = useAssetIndex();
  const assets = all
    .filter((asset) => asset.program_ids.includes(programId) || asset.id === budget.asset_id)
    .map(({ id, name, symbol }) => ({ value: id, label: `${name} (${symbol})` }));
  // A schedule that is being typed stays one, also while it reads as a period.
  const [isTyped, setTyped] = useState(false);
  const { schedule, cron_expression } = budget;
  const period = (schedule === 'CRON' && !isTyped ? limitPeriodOf(cron_expression) : null) ?? schedule;
  const choose = (next: typeof period) => {
    setTyped(next === 'CRON');
    if (next === 'CRON' || next === 'INTERVAL' || next === LIFETIME) onChange({ schedule: next });
    else onChange({ schedule: 'CRON', cron_expression: next });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label="Limit" required error={errors[`${at}.limit`]}>
        <Input
          inputMode="decimal"
          className="tabular-nums"
          value={budget.limit}
          onChange={(event) => onChange({ limit: event.target.value })}
        />
      </Field>
      <Field label="Asset" required error={errors[`${at}.asset_id`]}>
        <Select options={assets} value={budget.asset_id} onChange={(asset_id) => onChange({ asset_id })} />
      </Field>
      <Field label="For" required error={errors[`${at}.scope`]}>
        <Select options={SCOPES} value={budget.scope} onChange={(scope) => onChange({ scope })} />
      </Field>
      <Field label="In" required error={errors[`${at}.schedule_type`] ?? (period === 'CRON' ? undefined : errors[`${at}.cron_expression`])}>
        <Select options={SCHEDULES} value={period} onChange={choose} />
      </Field>
      {period === 'INTERVAL' && (
        <Field label="Interval" required hint="Such as 30d or 1w, counted from when the rule was created." error={errors[`${at}.interval`]}>
          <Input value={budget.interval} onChange={(event) => onChange({ interval: event.target.value })} />
        </Field>
      )}
      {period === 'CRON' && (
        <div className="col-span-full flex flex-col gap-3">
          <SchedulePicker
            label="Begins anew"
            value={budget.cron_expression}
            error={errors[`${at}.cron_expression`]}
            onChange={(cron_expression) => onChange({ cron_expression })}
          />
          <SchedulePreview cron={budget.cron_expression} timezone="UTC" what="Begins anew" />
        </div>
      )}
    </div>
  );
}
