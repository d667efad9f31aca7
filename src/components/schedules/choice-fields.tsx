/** The fields of a chosen schedule: its step, or its days and times. */
'use client';
import { EVERY_MONTH, EVERY_WEEKDAY, HOUR_STEPS, MINUTE_STEPS, type ScheduleChoice } from '@/domain/schedules/schedule-choice';
import { monthName, weekdayName } from '@/domain/calendar-names';
import { shortMonthWords } from '@/domain/schedules/schedule-words';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { DayOfMonthFields } from './day-of-month';
import { quarterly, type Frequency } from './frequency';
import { TimesField } from './times-field';
import { Toggles } from './toggles';

const stepOptions = (steps: readonly number[], unit: string) =>
  steps.map((step) => ({ value: String(step), label: step === 1 ? `Every ${unit}` : `Every ${step} ${unit}s` }));
const MINUTE_OPTIONS = stepOptions(MINUTE_STEPS, 'minute');
const HOUR_OPTIONS = stepOptions(HOUR_STEPS, 'hour');
const PAST_OPTIONS = Array.from({ length: 60 }, (_, minute) => ({ value: String(minute), label: `:${String(minute).padStart(2, '0')}` }));
const WEEKDAYS = EVERY_WEEKDAY.map((day) => ({ value: day, text: weekdayName(day).slice(0, 3), name: weekdayName(day) }));
const MONTHS = EVERY_MONTH.map((month) => ({ value: month, text: monthName(month).slice(0, 3), name: monthName(month) }));
const QUARTERS = [1, 2, 3].map((first) => ({
  value: String(first),
  label: quarterly(first)
    .map((month) => monthName(month).slice(0, 3))
    .join(', '),
}));

interface ChoiceFieldsProps {
  frequency: Frequency;
  choice: ScheduleChoice;
  onChange: (choice: ScheduleChoice) => void;
}

export function ChoiceFields({ frequency, choice, onChange }: ChoiceFieldsProps) {
  if (choice.every === 'MINUTES') {
    return (
      <Field label="How often" required>
        <Select
          options={MINUTE_OPTIONS}
          value={String(choice.step)}
          onChange={(step) => onChange({ every: 'MINUTES', step: Number(step) })}
        />
      </Field>
    );
  }
  if (choice.every === 'HOURS') {
    return (
      <>
        <Field label="How often" required>
          <Select options={HOUR_OPTIONS} value={String(choice.step)} onChange={(step) => onChange({ ...choice, step: Number(step) })} />
        </Field>
        <Field label="Minutes past the hour" required>
          <Select
            options={PAST_OPTIONS}
            value={String(choice.minute)}
            onChange={(minute) => onChange({ ...choice, minute: Number(minute) })}
          />
        </Field>
      </>
    );
  }
  if (choice.every === 'MONTH') return <MonthFields frequency={frequency} choice={choice} onChange={onChange} />;
  return (
    <>
      {frequency === 'WEEK' && (
        <Toggles
          label="Days of the week"
          className="col-span-full"
          options={WEEKDAYS}
          values={choice.weekdays}
          onChange={(weekdays) => onChange({ ...choice, weekdays })}
        />
      )}
      <TimesField times={choice.times} onChange={(times) => onChange({ ...choice, times })} />
    </>
  );
}

function MonthFields({
  frequency,
  choice,
  onChange,
}: Omit<ChoiceFieldsProps, 'choice'> & { choice: Extract<ScheduleChoice, { every: 'MONTH' }> }) {
  const lacking = shortMonthWords(choice);
  return (
    <>
      {frequency === 'QUARTER' && (
        <Field label="In" required>
          <Select
            options={QUARTERS}
            value={String(choice.months[0])}
            onChange={(first) => onChange({ ...choice, months: quarterly(Number(first)) })}
          />
        </Field>
      )}
      {frequency === 'YEAR' && (
        <Toggles
          label="Months"
          className="col-span-full"
          options={MONTHS}
          values={choice.months}
          onChange={(months) => onChange({ ...choice, months })}
        />
      )}
      <DayOfMonthFields day={choice.day} onChange={(day) => onChange({ ...choice, day })} />
      {lacking && <p className="text-warning col-span-full text-xs">{lacking}</p>}
      <TimesField times={choice.times} onChange={(times) => onChange({ ...choice, times })} />
    </>
  );
}
