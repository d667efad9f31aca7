/** The state of participants, groups and programs on the wire: tags, attributes, counters and tiers, and the history of each. */
import { z } from 'zod';
import { parseDuration } from '@/domain/duration';
import { isCounterText, MAX_WINDOW_MS } from '@/domain/participants/counters';
import { STATE_MAX } from '@/domain/participants/limits';
import { STATE_TYPES } from '@/domain/choices';
import { STATE_OPERATIONS, STATE_SOURCES } from '@/domain/participants/state';
import { createdWindow, listQuery, pageOf, sortedBy } from './page';
import { AttributeKey, Attributes, STATE_BATCH_MAX, stateRecord, Tag, TierMembershipResource } from './participant';
import { DecimalString, DurationString, ParticipantRef, refinement, Text, Timestamp, Uuid } from './primitives';

export const StateHistoryEntry = z
  .strictObject({
    id: Uuid,
    program_id: Uuid.nullable().describe('The program of a tier; null for state without a program.'),
    state_type: z.enum(STATE_TYPES),
    operation: z
      .enum(STATE_OPERATIONS)
      .describe(
        'Kind of change: ADD and REMOVE for a tag, SET and DELETE for anything else, AUTO_RESET for a counter that time alone changed: it was reset, or an amount left its window.',
      ),
    key: z.string().describe('The tag itself, or the key of the attribute, counter or tier.'),
    old_value: z.unknown().describe('Value before the change; null when there was none. The value of a tag is the tag itself.'),
    new_value: z.unknown().describe('Value after the change; null when there is none any more.'),
    source: z
      .enum(STATE_SOURCES)
      .describe('What made the change; the id fields say which one. AUTOMATION: a rule that ran on an event created by an automation.'),
    event_id: Uuid.nullable(),
    rule_id: Uuid.nullable(),
    automation_id: Uuid.nullable().describe('The automation that created the event; only with the source AUTOMATION.'),
    api_key_id: Uuid.nullable(),
    user_id: Uuid.nullable(),
    on_behalf_of: z.string().nullable().describe('What a trusted key sent as `X-On-Behalf-Of`.'),
    created_at: Timestamp,
    updated_at: Timestamp.describe('Always `created_at`: history never changes.'),
  })
  .meta({ id: 'StateHistoryEntry' });
export type StateHistoryEntry = z.infer<typeof StateHistoryEntry>;

export const ListStateHistory = listQuery({
  id: ParticipantRef,
  ...createdWindow,
  ...sortedBy(['created_at']),
  state_type: z.enum(STATE_TYPES).optional(),
  key: Text.min(1).max(255).optional().describe('Only changes of exactly this tag or key.'),
});
export type ListStateHistory = z.infer<typeof ListStateHistory>;

export const StateHistoryPage = pageOf(StateHistoryEntry);

/** The query of each list of state. */
export const StateListQuery = listQuery({ id: ParticipantRef });
export type StateListQuery = z.infer<typeof StateListQuery>;

export const StateTag = z.strictObject({ tag: z.string() }).meta({ id: 'StateTag' });
export const StateTagPage = pageOf(StateTag);

export const StateAttribute = z
  .strictObject({ key: z.string(), value: z.unknown().describe('Value of the attribute: any JSON value.') })
  .meta({ id: 'StateAttribute' });
export const StateAttributePage = pageOf(StateAttribute);

export const StateCounter = z
  .strictObject({
    key: z.string(),
    value: DecimalString.describe(
      'Exact value of the counter as of now; 0 once the time of `reset_after` has passed, and with a `window` the sum of what was added within it.',
    ),
    reset_after: DurationString.nullable().describe('Length of the window after which the counter resets; null when it never resets.'),
    window: DurationString.nullable().describe('How far back the counter counts; null when it has no sliding window.'),
    resets_at: Timestamp.nullable().describe(
      'When time alone changes the value next: the current window ends, or the oldest amount leaves the `window`. Null when nothing is due.',
    ),
  })
  .meta({ id: 'StateCounter' });
export type StateCounter = z.infer<typeof StateCounter>;
export const StateCounterPage = pageOf(StateCounter);

export const StateKeyPath = z.strictObject({ id: ParticipantRef, key: AttributeKey });

const Tags = z.array(Tag).max(STATE_BATCH_MAX).optional();

export const ChangeTags = z
  .strictObject({
    add: Tags.describe(
      `Tags to add, in upper or lower case: at most ${STATE_BATCH_MAX} per request, and at most ${STATE_MAX} tags in total.`,
    ),
    remove: Tags.describe('Tags to remove; tags that do not exist are ignored.'),
  })
  .superRefine(({ add = [], remove = [] }, context) => refuseOverlap(context, { add, remove }));
export type ChangeTags = z.infer<typeof ChangeTags>;

export const ChangeAttributes = z
  .strictObject({
    set: Attributes.optional(),
    unset: z.array(AttributeKey).max(STATE_BATCH_MAX).optional().describe('Keys to remove; keys that do not exist are ignored.'),
  })
  .superRefine(({ set = {}, unset = [] }, context) => refuseOverlap(context, { set: Object.keys(set), unset }));
export type ChangeAttributes = z.infer<typeof ChangeAttributes>;

/** A number of any sign: a JSON number, or a decimal string where a JSON number would lose digits. */
export const CounterNumber = z
  .union([z.number(), z.string()])
  .refine((value) => isCounterText(String(value)) && (typeof value === 'string' || Math.abs(value) <= Number.MAX_SAFE_INTEGER), {
    message: 'Must be a decimal with at most 40 digits before the point and 18 after it; send it as a string beyond 2^53.',
    params: { reason: 'invalid_format', expected: 'number or decimal string' },
  })
  .meta({ examples: ['3.25'] });

/** The length of a sliding window. */
const WindowLength = DurationString.refine(
  (text) => (parseDuration(text) ?? 0) <= MAX_WINDOW_MS,
  refinement('Must be at most 366 days.', { reason: 'out_of_range', expected: 'at most 366d' }),
);

const lengthsIn = (record: Readonly<Record<string, string | null>>): string[] => Object.keys(record).filter((key) => record[key] !== null);

export const ChangeCounters = z
  .strictObject({
    set: stateRecord(CounterNumber).optional().describe('New values by key.'),
    increment: stateRecord(CounterNumber)
      .optional()
      .describe('Amounts to add, by key; negative numbers subtract. A counter that does not exist starts at 0.'),
    reset_after: stateRecord(DurationString.nullable())
      .optional()
      .describe(
        'Lengths of windows, by key; null removes the window. A window begins with the first change after the previous window, or when its length changes. When it ends, the counter reads 0.',
      ),
    window: stateRecord(WindowLength.nullable())
      .optional()
      .describe(
        'Lengths of sliding windows, at most 366 days, by key; null removes the window and keeps the value. The counter reads the sum of what was added within this time. A value that is set, and one that the counter had before it had a window, counts as of now; a negative increment takes from what was added last. A counter has a `reset_after` or a `window`; one replaces the other.',
      ),
  })
  .superRefine(({ set = {}, increment = {} }, context) =>
    refuseOverlap(context, { set: Object.keys(set), increment: Object.keys(increment) }),
  )
  .superRefine(({ reset_after = {}, window = {} }, context) =>
    refuseOverlap(context, { reset_after: lengthsIn(reset_after), window: lengthsIn(window) }),
  );
export type ChangeCounters = z.infer<typeof ChangeCounters>;

function refuseOverlap(context: z.core.$RefinementCtx, lists: Readonly<Record<string, readonly string[]>>): void {
  const [[, first] = ['', []], [name, second] = ['', []]] = Object.entries(lists);
  const both = second.find((key) => first.includes(key));
  if (both === undefined) return;
  context.addIssue({
    code: 'custom',
    path: [name],
    message: `\`${both}\` is named twice; name it in one of ${Object.keys(lists)
      .map((list) => `\`${list}\``)
      .join(' and ')}.`,
    params: { code: 'invalid_request', reason: 'mutually_exclusive' },
  });
}

export const ListTierMemberships = listQuery({ id: ParticipantRef, program_id: Uuid.optional() });
export type ListTierMemberships = z.infer<typeof ListTierMemberships>;

export const TierMembershipPage = pageOf(TierMembershipResource);

/** Names a tier; tier keys are unique only within a program. */
export const ReadTierMembership = StateKeyPath.extend({
  program_id: Uuid.optional().describe('Program of the tier. Required when several programs have a tier with this key.'),
});
export type ReadTierMembership = z.infer<typeof ReadTierMembership>;

export const TierMembershipPath = StateKeyPath.extend({ program_id: Uuid.describe('The program of the tier.') });

export const SetTierMembership = z.strictObject({
  level: z.string().min(1).max(64).describe('The key of a level of the tier.'),
  expires_at: Timestamp.nullable()
    .optional()
    .describe('When the level is next evaluated; null when it is never evaluated by time. When absent, the lifecycle of the tier decides.'),
});
export type SetTierMembership = z.infer<typeof SetTierMembership>;
