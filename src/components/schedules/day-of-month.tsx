/** The day of a month on which a schedule comes: dates, a weekday such as the second Friday, or the first or last working day. */
'use client';
import { EVERY_WEEKDAY, type DateOfMonth, type DayOfMonth, type NthOfMonth } from '@/domain/schedules/schedule-choice';
import { weekdayName } from '@/domain/calendar-names';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { Toggles } from './toggles';

const KINDS = [
  { value: 'DATES', label: 'Dates' },
  { value: 'WEEKDAY', label: 'A day of the week' },
  { value: 'WORKDAY', label: 'A working day' },
] as const;
const BEGINNINGS: Readonly<Record<DayOfMonth['on'], DayOfMonth>> = {
  DATES: { on: 'DATES', dates: [1] },
  WEEKDAY: { on: 'WEEKDAY', nth: 1, weekday: 1 },
  WORKDAY: { on: 'WORKDAY', nth: 1 },
};

const DATES: readonly { readonly value: DateOfMonth; readonly text: string; readonly name: string }[] = [
  ...Array.from({ length: 31 }, (_, at) => ({ value: at + 1, text: String(at + 1), name: String(at + 1) })),
  { value: 'LAST' as const, text: 'Last day', name: 'Last day' },
];

const NTHS: Readonly<Record<'1' | '2' | '3' | '4' | 'LAST', { nth: NthOfMonth; label: string }>> = {
  1: { nth: 1, label: 'First' },
  2: { nth: 2, label: 'Second' },
  3: { nth: 3, label: 'Third' },
  4: { nth: 4, label: 'Fourth' },
  LAST: { nth: 'LAST', label: 'Last' },
};
const optionsOf = (keys: readonly (keyof typeof NTHS)[]) => keys.map((value) => ({ value, label: NTHS[value].label }));
const WEEKDAYS = EVERY_WEEKDAY.map((day) => ({ value: String(day), label: weekdayName(day) }));

export function DayOfMonthFields({ day, onChange }: { day: DayOfMonth; onChange: (day: DayOfMonth) => void }) {
  return (
    <>
      <Field label="On" required hint={day.on === 'WORKDAY' ? 'Monday to Friday; holidays are not known.' : undefined}>
        <Select options={KINDS} value={day.on} onChange={(on) => onChange(BEGINNINGS[on])} />
      </Field>
      {day.on === 'WORKDAY' && (
        <Field label="Which" required>
          <Select
            options={optionsOf(['1', 'LAST'])}
            value={day.nth === 'LAST' ? 'LAST' : '1'}
            onChange={(key) => onChange({ on: 'WORKDAY', nth: key === 'LAST' ? 'LAST' : 1 })}
          />
        </Field>
      )}
      {day.on === 'WEEKDAY' && (
        <>
          <Field label="Which" required>
            <Select
              options={optionsOf(['1', '2', '3', '4', 'LAST'])}
              value={`${day.nth}`}
              onChange={(key) => onChange({ ...day, nth: NTHS[key].nth })}
            />
          </Field>
          <Field label="Day of the week" required>
            <Select options={WEEKDAYS} value={String(day.weekday)} onChange={(weekday) => onChange({ ...day, weekday: Number(weekday) })} />
          </Field>
        </>
      )}
      {day.on === 'DATES' && (
        <Toggles
          label="Dates"
          className="col-span-full max-w-96"
          options={DATES}
          values={day.dates}
          onChange={(dates) => onChange({ on: 'DATES', dates })}
        />
      )}
    </>
  );
}
