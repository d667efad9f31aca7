/** Settings of notices on the wire: what participants are told in time, so that they, and rules, can act. */
import { z } from 'zod';
import { MOST_NOTICE_DAYS, MOST_NOTICE_MINUTES, NOTICE_KINDS, NOTICE_SETTING_STATUSES } from '@/domain/notices/kinds';
import { isTimeOfDay } from '@/domain/notices/quiet-hours';
import { AssetSymbol } from './asset';
import { archivedToo, createdWindow, listQuery, pageOf, searchText, sortedBy } from './page';
import { AmountString, Day, Name, refinement, Text, Timestamp, Uuid } from './primitives';

const Kind = z.enum(NOTICE_KINDS);
const Status = z.enum(NOTICE_SETTING_STATUSES);

const Days = z.int().min(1).max(MOST_NOTICE_DAYS);
const OfTier = Text.min(1).max(64).nullable().default(null).describe('Key of the tier; null for every tier of the program.');

const valueExpires = {
  kind: z.literal('VALUE_EXPIRES'),
  days_before: Days.describe('Value that expires by the end of the day that is so many days ahead is told, in one notice a day.'),
  min_amount: AmountString.nullable().default(null).describe('Least amount of an asset that is worth telling; null for any.'),
};

const termsOfOtherKinds = [
  z.strictObject({ kind: z.literal('TIER_AT_RISK'), days_before: Days, tier: OfTier }),
  z.strictObject({
    kind: z.literal('TIER_NEARLY_REACHED'),
    percent: z.int().min(1).max(99).describe('Share of the way to the next level from which it is told.'),
    tier: OfTier,
  }),
  z.strictObject({
    kind: z.literal('CHALLENGE_ENDS'),
    days_before: Days.describe('How many days before the last day of a challenge, or of its period, it is told to whoever has begun it.'),
    challenge: Text.min(1).max(63).nullable().default(null).describe('Key of the challenge; null for every challenge of the program.'),
  }),
  z.strictObject({ kind: z.literal('RESERVATION_EXPIRES'), minutes_before: z.int().min(1).max(MOST_NOTICE_MINUTES) }),
  z.strictObject({
    kind: z.literal('REWARD_UNUSED'),
    days_after: Days.describe('Days after a gift card was delivered that nobody has opened, or a reward reserved that is still reserved.'),
  }),
  z.strictObject({ kind: z.literal('INACTIVE'), days: Days.describe('Days without an event from outside.') }),
] as const;

const NoticeTerms = z
  .discriminatedUnion('kind', [
    z.strictObject({ ...valueExpires, asset_id: Uuid.nullable().default(null).describe('Null for every asset of the program.') }),
    ...termsOfOtherKinds,
  ])
  .meta({ id: 'NoticeTerms' });

/** The same for any program: with the symbol of the asset instead of its id. */
export const PortableNoticeTerms = z
  .discriminatedUnion('kind', [
    z.strictObject({
      ...valueExpires,
      asset: AssetSymbol.nullable().default(null).describe('Symbol of the asset. Null for every asset of the program.'),
    }),
    ...termsOfOtherKinds,
  ])
  .meta({ id: 'PortableNoticeTerms' });
export type PortableNoticeTerms = z.infer<typeof PortableNoticeTerms>;

const TimeOfDay = z
  .string()
  .refine(isTimeOfDay, refinement('Must be a time of day such as 21:00.', { reason: 'invalid_format', expected: 'HH:MM' }))
  .meta({ examples: ['21:00'] });

export const QuietHours = z
  .strictObject({ from: TimeOfDay, to: TimeOfDay })
  .refine(({ from, to }) => from !== to, refinement('Quiet hours must end at another time than they begin.', { reason: 'invalid_value' }))
  .meta({ id: 'QuietHours' });

export const NoticeSetting = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    key: z.string().describe('Key of the setting, which rules read as `event.setting`.'),
    name: z.string(),
    kind: Kind,
    status: Status,
    terms: NoticeTerms,
    audience: z.string().nullable().describe('CEL condition on a participant when a notice is due; null for every active participant.'),
    quiet_hours: QuietHours.nullable(),
    sentence: z
      .string()
      .describe('What the setting tells whom, in plain words.')
      .meta({ examples: ['That value expires within 7 days is told to each active participant.'] }),
    checked_until: Timestamp.nullable().describe('Up to when causes have been looked for; null before the first time.'),
    due_at: Timestamp.nullable().describe('When causes are looked for next, or the next notice is sent that waits.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('When the setting was archived; null unless it is archived.'),
  })
  .meta({ id: 'NoticeSetting' });
export type NoticeSetting = z.infer<typeof NoticeSetting>;

const SettingKey = Text.regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, {
  error: 'Must have 1 to 63 lower-case letters, digits, `-` or `_`, and begin with a letter or digit.',
}).meta({ examples: ['expiring-points'] });

const Audience = Text.min(1)
  .max(4_000)
  .nullable()
  .optional()
  .describe('CEL condition on `participant`, `groups`, `program` and `now`. Everybody active in the program when absent.')
  .meta({ examples: ['"vip" in participant.tags'] });

const Quiet = QuietHours.nullable()
  .optional()
  .describe(
    'Times of day between which nothing is sent: what is due then waits until they end. They are of the time zone in the attribute `timezone` of the participant, if it is an IANA name, else of that of the program.',
  );

export const CreateNoticeSetting = z
  .strictObject({
    program_id: Uuid,
    key: SettingKey.describe('Unique in the program, archived settings included.'),
    name: Name,
    status: z.enum(['ACTIVE', 'PAUSED']).default('ACTIVE'),
    terms: NoticeTerms,
    audience: Audience,
    quiet_hours: Quiet,
  })
  .meta({ id: 'NoticeSettingCreation' });
export type CreateNoticeSetting = z.infer<typeof CreateNoticeSetting>;

export const NoticeSettingPath = z.strictObject({ id: Uuid });
export type NoticeSettingPath = z.infer<typeof NoticeSettingPath>;

export const UpdateNoticeSetting = NoticeSettingPath.extend({
  name: Name.optional(),
  status: Status.optional().describe('ACTIVE and PAUSED can replace each other; ARCHIVED is final.'),
  terms: NoticeTerms.optional().describe('Replaces all terms. Their kind cannot change.'),
  audience: Audience,
  quiet_hours: Quiet,
});
export type UpdateNoticeSetting = z.infer<typeof UpdateNoticeSetting>;

export const ListNoticeSettings = listQuery({
  program_id: Uuid.optional(),
  kind: Kind.optional(),
  status: Status.optional(),
  ...createdWindow,
  ...sortedBy(['created_at', 'name']),
  ...searchText,
  ...archivedToo,
});
export type ListNoticeSettings = z.infer<typeof ListNoticeSettings>;

export const NoticeSettingPage = pageOf(NoticeSetting);

export const NoticeSettingEffect = z
  .strictObject({
    days: z
      .array(z.strictObject({ day: Day.describe("Day of the program's calendar."), sent: z.int() }))
      .describe('How many notices were sent on each of the last 30 days of the program, oldest first.'),
    sent_count: z.int().describe('Number of notices sent in all.'),
    judged_count: z.int().describe('Number of latest notices that are older than 14 days, up to 500, by which the rest is told.'),
    followed_count: z.int().describe('Number of those that an event or a redemption of the participant followed within 14 days.'),
    spent_count: z.int().describe('Number of those after which the participant spent value within 14 days.'),
  })
  .meta({ id: 'NoticeSettingEffect' });
export type NoticeSettingEffect = z.infer<typeof NoticeSettingEffect>;
