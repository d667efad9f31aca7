/** The calendar of a program on the wire: everything of it that has a time between two instants. */
import { z } from 'zod';
import { CALENDAR_DAYS_MAX, CALENDAR_ITEMS_MAX, CALENDAR_LISTED_MAX } from '@/domain/calendar/bounds';
import { CALENDAR_KINDS } from '@/domain/calendar/item';
import { RULE_RELATIONS } from '@/domain/rules/analyse/relation';
import { filterQuery } from './page';
import { DecimalString, refinement, Timestamp, Uuid, type RefinementParams } from './primitives';

const DAY_MS = 86_400_000;
/** Schedules are known until the year 3000, and a rare one needs room to find its next time. */
const [EARLIEST, LATEST] = [Date.UTC(1970, 0, 1), Date.UTC(2900, 0, 1)];
const isShown = (text: string): boolean => Number.isNaN(Date.parse(text)) || (Date.parse(text) >= EARLIEST && Date.parse(text) <= LATEST);
const ShownTime = Timestamp.refine(
  isShown,
  refinement('Must be from the year 1970 to the year 2900.', { reason: 'out_of_range', expected: '1970 to 2900' }),
);

export const ProgramCalendarQuery = filterQuery({
  id: Uuid.describe('Id of the program.'),
  from: ShownTime.optional().describe(
    'Start of the time shown; the start of the current month in the time zone of the program when absent.',
  ),
  to: ShownTime.optional().describe(
    `End of the time shown, at most ${CALENDAR_DAYS_MAX} days after \`from\`; the end of the month of \`from\` when absent.`,
  ),
}).superRefine(({ from, to }, context) => {
  if (from === undefined || to === undefined || Date.parse(to) - Date.parse(from) <= CALENDAR_DAYS_MAX * DAY_MS) return;
  const params: RefinementParams = { reason: 'out_of_range', expected: `at most ${CALENDAR_DAYS_MAX} days after from` };
  context.addIssue({
    code: 'custom',
    path: ['to'],
    message: `\`to\` must be at most ${CALENDAR_DAYS_MAX} days after \`from\`.`,
    params: { ...params },
  });
});
export type ProgramCalendarQuery = z.infer<typeof ProgramCalendarQuery>;

const Kind = z
  .enum(CALENDAR_KINDS)
  .describe(
    `CAMPAIGN, RULE and REWARD: the window in which one runs, is active or available. BUDGET: a period of a budget. AUTOMATION: a run still to come. Of more than ${CALENDAR_LISTED_MAX} periods or runs, one item is those of a day, with their \`count\`; if there are too many to count, one item is all of them. TIER: a qualification year. TIER_MEMBERSHIPS, EXPIRY, MATURITY, RESERVATIONS, SCHEDULED_EVENTS: what is due on a day, added up. LEDGER_PERIOD: closed books, of the whole organization. CLOCK_MOVE: the time that a move of a sandbox clock passed over.`,
  );

export const CalendarItem = z
  .strictObject({
    kind: Kind,
    id: Uuid.describe(
      'Id of the campaign, rule (also of its budgets), reward, automation, tier, asset (EXPIRY and MATURITY), ledger period or clock move; of the program for RESERVATIONS and SCHEDULED_EVENTS.',
    ),
    key: z.string().nullable().describe('Key of the tier.'),
    name: z.string(),
    status: z.string().nullable().describe('Status of the campaign, rule, reward, automation, tier, ledger period or clock move.'),
    from: Timestamp.nullable().describe('When it begins; null when it has no beginning.'),
    to: Timestamp.nullable().describe(
      'First instant after it; null when it has no end. The same as `from` for what happens at one instant.',
    ),
    asset_id: Uuid.nullable(),
    amount: DecimalString.nullable().describe('Amount that expires or matures, or the limit of the budget.'),
    count: z.int().nullable().describe('Number of tier memberships, reservations, events, runs or budget periods of the day.'),
    sentence: z.string().describe('The item as a plain sentence, in the time zone of the program.'),
  })
  .meta({ id: 'CalendarItem' });
export type CalendarItem = z.infer<typeof CalendarItem>;

export const CalendarOverlap = z
  .strictObject({
    rules: z.array(z.strictObject({ id: Uuid, name: z.string() })).describe('The two rules.'),
    from: Timestamp.nullable(),
    to: Timestamp.nullable(),
    relation: z
      .enum(RULE_RELATIONS)
      .describe('What the events of the second rule are to those of the first: the same, all of them, some of them, or perhaps some.'),
    event_types: z
      .array(z.string())
      .nullable()
      .describe('Values of `event.type` of the events that can match both; null when any can.')
      .meta({ examples: [['purchase']] }),
    sentence: z.string(),
  })
  .meta({ id: 'CalendarOverlap' });
export type CalendarOverlap = z.infer<typeof CalendarOverlap>;

export const CalendarOmission = z
  .strictObject({
    kind: z.enum([...CALENDAR_KINDS, 'OVERLAP']),
    count: z.int().min(0).describe('How many are left out.'),
    at_least: z.boolean().describe('Whether there are more than `count`, which were not counted.'),
  })
  .meta({ id: 'CalendarOmission' });
export type CalendarOmission = z.infer<typeof CalendarOmission>;

export const ProgramCalendar = z
  .strictObject({
    program_id: Uuid,
    timezone: z.string().describe('Time zone of the program, in which days begin and sentences tell times.'),
    from: Timestamp,
    to: Timestamp,
    items: z.array(CalendarItem).describe('What has a part in the time shown, by its beginning.'),
    overlaps: z
      .array(CalendarOverlap)
      .describe('Active rules whose windows overlap and that can match the same event. At least one of the two has a beginning or an end.'),
    omitted: z.array(CalendarOmission).describe(`What the response leaves out: beyond ${CALENDAR_ITEMS_MAX} of one kind.`),
  })
  .meta({ id: 'ProgramCalendar' });
export type ProgramCalendar = z.infer<typeof ProgramCalendar>;
