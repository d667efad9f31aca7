/** Challenges on the wire: goals over events, streaks and badges. */
import { z } from 'zod';
import {
  BADGE_ICONS,
  CHALLENGE_PERIODS,
  CHALLENGE_STATUSES,
  MAX_DISTINCT,
  MAX_EVENT_TYPES,
  MAX_PARTS,
  MAX_ROUNDS,
  MAX_STEPS,
  MAX_STREAK,
  STREAK_UNITS,
} from '@/domain/challenges/goal';
import { archivedToo, createdWindow, listQuery, pageOf, searchText, sortedBy } from './page';
import { AmountString, Description, Name, nameOf, Text, Timestamp, Uuid } from './primitives';

const Key = Text.regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, {
  error: 'Must have 1 to 63 lower-case letters, digits, `-` or `_`, and begin with a letter or digit.',
}).meta({ examples: ['coffee-card'] });

const Expression = Text.min(1).max(4_000);

const Match = z
  .strictObject({
    event_types: z.array(nameOf(255)).min(1).max(MAX_EVENT_TYPES).describe('Types of the events that count, as `event.type` has them.'),
    condition: Expression.nullable().default(null).describe('CEL that has to be true for the event, too; null: all of them count.'),
  })
  .meta({ id: 'ChallengeMatch' });

const Target = z.int().min(1).max(1_000_000_000);
const Step = z.strictObject({ key: Key, name: Name, match: Match, target: Target.default(1).describe('How many events the step wants.') });

const ChallengeGoal = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('COUNT'), target: Target.describe('How many events are wanted.'), match: Match }),
    z.strictObject({
      type: z.literal('SUM'),
      target: AmountString,
      match: Match,
      value: Expression.describe('CEL number that each event adds; one that is not above 0 counts nothing.').meta({
        examples: ['event.amount'],
      }),
    }),
    z.strictObject({
      type: z.literal('DISTINCT'),
      target: z.int().min(1).max(MAX_DISTINCT),
      match: Match,
      value: Expression.describe('CEL whose different values are counted.').meta({ examples: ['event.store'] }),
    }),
    z.strictObject({
      type: z.literal('STEPS'),
      steps: z.array(Step).min(1).max(MAX_STEPS).describe('All of them are wanted, in any order.'),
    }),
    z.strictObject({
      type: z.literal('STREAK'),
      target: z.int().min(1).max(MAX_STREAK).describe('How many days or weeks in a row are wanted.'),
      unit: z.enum(STREAK_UNITS).describe('Days and weeks, which begin on Monday, are those of the participant.'),
      match: Match,
      min_per_unit: z.int().min(1).max(1_000).default(1).describe('How many events a day or week needs.'),
      grace: z.int().min(0).max(MAX_STREAK).default(0).describe('How many days or weeks can be missed between the first and the last.'),
    }),
  ])
  .meta({ id: 'ChallengeGoal' });

const TakeBack = z
  .strictObject({
    match: Match,
    reference: Expression.describe('CEL over the `event` that takes back: which earlier events it is about.'),
    original_reference: Expression.describe('CEL over the `event` that counted, with the same value.'),
    amount: Expression.nullable().default(null).describe('CEL number: the part of a SUM that is taken back; null: all of it.'),
  })
  .meta({ id: 'ChallengeTakeBack' });

const Badge = z
  .strictObject({ name: Name, description: Description.nullable().default(null), icon: z.enum(BADGE_ICONS) })
  .meta({ id: 'ChallengeBadge' });

const Repeat = z
  .strictObject({
    max: z
      .int()
      .min(1)
      .max(MAX_ROUNDS)
      .nullable()
      .describe(`How often it can be completed in a period; null: as often as it goes, up to ${MAX_ROUNDS} times.`),
  })
  .meta({ id: 'ChallengeRepeat' });

const Parts = z.array(z.int().min(1).max(99)).max(MAX_PARTS);
const Status = z.enum(CHALLENGE_STATUSES);
const Period = z.enum(CHALLENGE_PERIODS);

export const Challenge = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    campaign_id: Uuid.nullable().describe('The campaign during which alone events count; null: none.'),
    key: z.string().describe('Key by which rules name it: `event.challenge == "coffee-card"`.'),
    name: z.string(),
    description: z.string().nullable(),
    status: Status.describe('Events count while it is ACTIVE. While it is PAUSED, they can only take back.'),
    starts_at: Timestamp.nullable().describe('From when on events count, by `event_timestamp`.'),
    ends_at: Timestamp.nullable().describe('Until when, exclusive. An event of before that arrives later counts all the same.'),
    period: Period.describe("Progress begins anew in each, on the program's calendar; NONE: never."),
    audience: z.string().nullable().describe('CEL that has to be true for an event to count; null: everybody takes part.'),
    goal: ChallengeGoal,
    repeat: Repeat.nullable().describe('Null: it is completed once in a period.'),
    parts: z.array(z.int()).describe('Percent of the goal that are announced on the way.'),
    take_back: TakeBack.nullable(),
    badge: Badge.nullable().describe('Badge that participants have who have completed it.'),
    sentence: z.string().describe('The challenge as one plain sentence.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('When it was archived; null unless it is archived.'),
  })
  .meta({ id: 'Challenge' });
export type Challenge = z.infer<typeof Challenge>;
export const ChallengePage = pageOf(Challenge);

const fields = {
  campaign_id: Uuid.nullable().optional(),
  description: Description.nullable().optional(),
  starts_at: Timestamp.nullable().optional(),
  ends_at: Timestamp.nullable().optional(),
  period: Period.optional().describe('NONE when absent.'),
  audience: Expression.nullable().optional(),
  repeat: Repeat.nullable().optional(),
  parts: Parts.optional().describe('Percent of the goal that are announced on the way, each once in a round. 100 always is.'),
  take_back: TakeBack.nullable().optional(),
  badge: Badge.nullable().optional(),
};

export const CreateChallenge = z
  .strictObject({
    program_id: Uuid,
    key: Key.describe('Unique in the program, archived challenges included.'),
    name: Name,
    status: z.enum(['DRAFT', 'ACTIVE']).default('DRAFT'),
    goal: ChallengeGoal,
    ...fields,
  })
  .meta({ id: 'ChallengeCreation' });
export type CreateChallenge = z.infer<typeof CreateChallenge>;

export const ChallengePath = z.strictObject({ id: Uuid.describe('Id of the challenge.') });

export const UpdateChallenge = ChallengePath.extend({
  name: Name.optional(),
  status: Status.exclude(['DRAFT'])
    .optional()
    .describe('Allowed changes: DRAFT to ACTIVE, ACTIVE to PAUSED and back, and any to ARCHIVED, which is final.'),
  goal: ChallengeGoal.optional(),
  ...fields,
  period: Period.optional(),
});
export type UpdateChallenge = z.infer<typeof UpdateChallenge>;

export const CloneChallenge = ChallengePath.extend({
  key: Key.describe('Key of the new challenge.'),
  name: Name.optional().describe('That of the original when absent.'),
  starts_at: Timestamp.nullable().optional(),
  ends_at: Timestamp.nullable().optional(),
});
export type CloneChallenge = z.infer<typeof CloneChallenge>;

export const ListChallenges = listQuery({
  program_id: Uuid.optional(),
  campaign_id: Uuid.optional(),
  status: Status.optional(),
  ...createdWindow,
  ...sortedBy(['created_at', 'name']),
  ...searchText,
  ...archivedToo,
});
export type ListChallenges = z.infer<typeof ListChallenges>;
