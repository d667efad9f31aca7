/** Picks a schedule without cron. A cron expression that no choice says is shown as it is written, and stays so until it is changed. */
'use client';
import { useState } from 'react';
import { choiceOf } from '@/domain/schedules/cron-choice';
import { cronOf, everComes } from '@/domain/schedules/schedule-choice';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { ChoiceFields } from './choice-fields';
import { choiceBy, frequencyOf, frequencyOptions, says, type Frequency } from './frequency';

interface SchedulePickerProps {
  label: string;
  /** A cron expression; empty for no schedule. */
  value: string;
  onChange: (cron: string) => void;
  /** What having no schedule is called, where that is allowed. */
  never?: string;
  error?: string;
}

export function SchedulePicker({ label, value, onChange, never, error }: SchedulePickerProps) {
  const [picked, setPicked] = useState<Frequency | null>(null);
  const choice = choiceOf(value);
  const frequency = frequencyShown(picked, value, choice, never !== undefined);
  const pick = (next: Frequency) => {
    setPicked(next);
    if (next === 'NEVER') onChange('');
    else if (next !== 'CRON' && !(choice && says(next, choice))) onChange(cronOf(choiceBy(next, choice)));
  };
  const byCron = frequency === 'CRON';
  return (
    <div role="group" aria-label={label} className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-3">
      <Field label={label} required={never === undefined} error={byCron ? undefined : error}>
        <Select options={frequencyOptions(never)} value={frequency} onChange={pick} />
      </Field>
      {byCron && (
        <Field label="Cron expression" required hint="Minute, hour, day, month, weekday." error={error}>
          <Input className="font-mono" spellCheck={false} value={value} onChange={({ target }) => onChange(target.value)} />
        </Field>
      )}
      {!byCron && choice && (
        <ChoiceFields frequency={frequency} choice={choice} onChange={(next) => everComes(next) && onChange(cronOf(next))} />
      )}
    </div>
  );
}

/** What was picked, as long as it can say the schedule; another schedule may have come from elsewhere. */
function frequencyShown(picked: Frequency | null, value: string, choice: ReturnType<typeof choiceOf>, mayBeNever: boolean): Frequency {
  if (picked === 'CRON') return 'CRON';
  if (value === '' && mayBeNever) return 'NEVER';
  if (choice === null) return 'CRON';
  return picked !== null && says(picked, choice) ? picked : frequencyOf(choice);
}
