/** Offers schedules by how often they come, and keeps days and times when one changes that. */
import {
  EVERY_MONTH,
  EVERY_WEEKDAY,
  MONDAY_TO_FRIDAY,
  type DayOfMonth,
  type ScheduleChoice,
  type TimesOfDay,
} from '@/domain/schedules/schedule-choice';

const FREQUENCIES = [
  { value: 'MINUTES', label: 'Every few minutes' },
  { value: 'HOURS', label: 'Every few hours' },
  { value: 'DAY', label: 'Every day' },
  { value: 'WORKDAYS', label: 'Monday to Friday' },
  { value: 'WEEK', label: 'Every week' },
  { value: 'MONTH', label: 'Every month' },
  { value: 'QUARTER', label: 'Every quarter' },
  { value: 'YEAR', label: 'Every year' },
] as const;

type ChosenFrequency = (typeof FREQUENCIES)[number]['value'];
/** NEVER: no schedule at all. CRON: as it is written. */
export type Frequency = ChosenFrequency | 'NEVER' | 'CRON';

/** @param never what having no schedule is called, where that is allowed. */
export const frequencyOptions = (never?: string): readonly { readonly value: Frequency; readonly label: string }[] => [
  ...(never === undefined ? [] : [{ value: 'NEVER' as const, label: never }]),
  ...FREQUENCIES,
  { value: 'CRON', label: 'By a cron expression' },
];

/** The narrowest frequency that says a choice. */
export function frequencyOf(choice: ScheduleChoice): ChosenFrequency {
  const order = ['DAY', 'WORKDAYS', 'WEEK', 'MONTH', 'QUARTER', 'YEAR', 'HOURS'] as const;
  return order.find((frequency) => says(frequency, choice)) ?? 'MINUTES';
}

/** Whether a choice can be shown as one of a frequency. A week can have every day, and a year every month. */
export function says(frequency: Frequency, choice: ScheduleChoice): boolean {
  switch (frequency) {
    case 'DAY':
      return choice.every === 'WEEK' && choice.weekdays.length === EVERY_WEEKDAY.length;
    case 'WORKDAYS':
      return choice.every === 'WEEK' && choice.weekdays.join() === MONDAY_TO_FRIDAY.join();
    case 'MONTH':
      return choice.every === 'MONTH' && choice.months.length === EVERY_MONTH.length;
    case 'QUARTER':
      return choice.every === 'MONTH' && choice.months.join() === quarterly(choice.months[0] ?? 0).join();
    case 'YEAR':
      return choice.every === 'MONTH';
    case 'MINUTES':
    case 'HOURS':
    case 'WEEK':
      return choice.every === frequency;
    case 'NEVER':
    case 'CRON':
      return false;
  }
}

/** The months of a quarterly schedule. @param first the month of the first quarter: 1, 2 or 3. */
export const quarterly = (first: number): readonly number[] => [first, first + 3, first + 6, first + 9];

const NINE: TimesOfDay = { hours: [9], minute: 0 };
const ON_THE_FIRST: DayOfMonth = { on: 'DATES', dates: [1] };

/** The choice that another frequency begins with. @param before what was chosen until now. */
export function choiceBy(frequency: ChosenFrequency, before: ScheduleChoice | null): ScheduleChoice {
  const times = before && 'times' in before ? before.times : NINE;
  const day = before?.every === 'MONTH' ? before.day : ON_THE_FIRST;
  switch (frequency) {
    case 'MINUTES':
      return { every: 'MINUTES', step: 15 };
    case 'HOURS':
      return { every: 'HOURS', step: 1, minute: times.minute };
    case 'DAY':
      return { every: 'WEEK', weekdays: EVERY_WEEKDAY, times };
    case 'WORKDAYS':
      return { every: 'WEEK', weekdays: MONDAY_TO_FRIDAY, times };
    case 'WEEK':
      return { every: 'WEEK', weekdays: [1], times };
    case 'MONTH':
      return { every: 'MONTH', months: EVERY_MONTH, day, times };
    case 'QUARTER':
      return { every: 'MONTH', months: quarterly(1), day, times };
    case 'YEAR':
      return { every: 'MONTH', months: [1], day, times };
  }
}
