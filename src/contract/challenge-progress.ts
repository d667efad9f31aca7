/** How far participants are in challenges, on the wire: their progress, what they have reached, and what it follows from. */
import { z } from 'zod';
import { BADGE_ICONS, STREAK_UNITS } from '@/domain/challenges/goal';
import { ChallengePath } from './challenge';
import { createdWindow, filterQuery, listQuery, pageOf, sortedBy } from './page';
import { ParticipantPath } from './participant';
import { Day, DecimalString, Timestamp, Uuid } from './primitives';

const period = z
  .string()
  .describe('`2027-03-01` for a day or the Monday of a week, `2027-03`, `2027-Q1` or `2027`; `ALL` where progress never begins anew.');
const part = z.int().describe('Percent of the goal; 100 is all of it.');

export const ChallengeCompletion = z
  .strictObject({
    id: Uuid.describe('The same however often it is revoked and reached again.'),
    challenge_id: Uuid,
    participant_id: Uuid,
    period,
    round: z.int().describe('Which time in the period.'),
    part,
    status: z.enum(['COMPLETED', 'REVOKED']).describe('REVOKED: an event took back what had counted.'),
    attempt: z.int().describe('How often it has been reached.'),
    event_id: Uuid.describe('The event that reached it last.'),
    completed_at: Timestamp,
    revoked_at: Timestamp.nullable(),
  })
  .meta({ id: 'ChallengeCompletion' });
export type ChallengeCompletion = z.infer<typeof ChallengeCompletion>;
export const ChallengeCompletionPage = pageOf(ChallengeCompletion);
export const ChallengeCompletionExport = ChallengeCompletion;

const completionFilters = {
  challenge_id: Uuid.optional(),
  participant_id: Uuid.optional(),
  part: z.int().min(1).max(100).optional(),
  status: z.enum(['COMPLETED', 'REVOKED']).optional(),
  ...createdWindow,
  ...sortedBy(['created_at']),
};
export const ListChallengeCompletions = listQuery(completionFilters);
export type ListChallengeCompletions = z.infer<typeof ListChallengeCompletions>;
export const ExportChallengeCompletions = filterQuery(completionFilters);
export type ExportChallengeCompletions = z.infer<typeof ExportChallengeCompletions>;

const missing = z
  .array(
    z.strictObject({
      step: z.string().nullable().describe('Key of the step; null for a goal without steps.'),
      name: z.string().nullable(),
      progress: DecimalString,
      target: DecimalString,
      missing: DecimalString,
    }),
  )
  .describe('What the next round still needs, step by step.');

const streak = z
  .strictObject({
    unit: z.enum(STREAK_UNITS),
    current: z.int().describe('How long the streak is that can still go on.'),
    best: z.int().describe('The longest one since the last that was completed.'),
    grace_left: z.int().describe('How many more can be missed.'),
    continues_until: Timestamp.nullable().describe('Until when the next event has to come for the streak to go on; null without one.'),
    timezone: z.string().describe('Zone of its days and weeks.'),
    days: z
      .array(z.strictObject({ day: Day.describe('The day, or the Monday of the week.'), count: z.int(), done: z.boolean() }))
      .describe('The last 56 days, or 26 weeks, up to the present one.'),
  })
  .nullable()
  .describe('Null unless the goal is a streak.');

export const ParticipantChallenge = z
  .strictObject({
    challenge_id: Uuid,
    program_id: Uuid,
    key: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    status: z.enum(['ACTIVE', 'PAUSED']),
    sentence: z.string().describe('The challenge as one plain sentence.'),
    period,
    progress: DecimalString.describe('What counts of the present round.'),
    target: DecimalString,
    percent: z.int().min(0).max(100).describe('Rounded down.'),
    rounds: z.int().describe('How often it is completed in this period.'),
    max_rounds: z.int(),
    parts_reached: z.array(z.int()).describe('Percent of the present round that are reached.'),
    missing,
    missing_sentence: z.string().describe('What is still missing, as one plain sentence.'),
    streak,
    ends_at: Timestamp.nullable().describe('When the period or the challenge ends, whichever is earlier; null: never.'),
    badge: z.strictObject({ name: z.string(), description: z.string().nullable(), icon: z.enum(BADGE_ICONS) }).nullable(),
    completions: z.array(ChallengeCompletion).describe('What is reached in any period, latest first, at most 20.'),
  })
  .meta({ id: 'ParticipantChallenge' });
export type ParticipantChallenge = z.infer<typeof ParticipantChallenge>;
export const ParticipantChallenges = z.strictObject({ data: z.array(ParticipantChallenge) });

export const ParticipantBadge = z
  .strictObject({
    name: z.string(),
    description: z.string().nullable(),
    icon: z.enum(BADGE_ICONS),
    challenge_id: Uuid,
    challenge: z.string().describe('Key of the challenge.'),
    times: z.int().describe('How often it was completed.'),
    completion_id: Uuid.describe('Its latest completion.'),
    event_id: Uuid.describe('The event that completed it.'),
    completed_at: Timestamp,
  })
  .meta({ id: 'ParticipantBadge' });
export type ParticipantBadge = z.infer<typeof ParticipantBadge>;
export const ParticipantBadges = z.strictObject({ data: z.array(ParticipantBadge) });
export const ReadBadges = ParticipantPath;

export const ReadParticipantChallenges = ParticipantPath.extend({ program_id: Uuid.optional() });
export type ReadParticipantChallenges = z.infer<typeof ReadParticipantChallenges>;

export const ChallengeRank = z
  .strictObject({
    participant_id: Uuid,
    external_id: z.string(),
    period,
    progress: DecimalString.describe('All that counts in the period, past rounds included.'),
    target: DecimalString,
    percent: z.int().min(0).max(100).describe('Of the present round, rounded down.'),
    rounds: z.int(),
    first_at: Timestamp.describe('Time of the first event that counts.'),
    last_at: Timestamp.describe('Time of the last one.'),
    completed_at: Timestamp.nullable().describe('When the first round of the period was completed.'),
  })
  .meta({ id: 'ChallengeRank' });
export type ChallengeRank = z.infer<typeof ChallengeRank>;
export const ChallengeRankPage = pageOf(ChallengeRank);

export const RankParticipants = listQuery({
  ...ChallengePath.shape,
  period: z.string().max(20).optional().describe('Only this period; all of them when absent.'),
  completed: z.boolean().optional().describe('Only those who have completed a round, or who have not.'),
  ...sortedBy(['progress', 'completed_at']),
});
export type RankParticipants = z.infer<typeof RankParticipants>;

export const ChallengeContribution = z
  .strictObject({
    event_id: Uuid,
    type: z.enum(['COUNTED', 'TAKEN_BACK']).describe('TAKEN_BACK: it takes back what events under the same reference counted.'),
    period: z.string().nullable(),
    event_timestamp: Timestamp,
    amount: DecimalString.nullable().describe('What it counts, or takes back; null: all of it.'),
    steps: z.array(z.string()).describe('Keys of the steps that it counts for, or the day or week of a streak.'),
    reference: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'ChallengeContribution' });
export type ChallengeContribution = z.infer<typeof ChallengeContribution>;
export const ChallengeContributionPage = pageOf(ChallengeContribution);

export const ListContributions = listQuery({ ...ChallengePath.shape, participant_id: Uuid, ...sortedBy(['created_at']) });
export type ListContributions = z.infer<typeof ListContributions>;

export const ChallengePerformance = z
  .strictObject({
    challenge_id: Uuid,
    participants: z.int().describe('Who has any progress.'),
    parts: z
      .array(z.strictObject({ part, participants: z.int().describe('Who has reached it at least once, and it stands.') }))
      .describe('In ascending order; the last is 100.'),
    completions: z.int().describe('Completions that stand, all rounds and periods together.'),
    revoked: z.int(),
    median_seconds: z.int().nullable().describe('Half of those who completed it took no longer from their first event that counts.'),
    days: z
      .array(z.strictObject({ day: Day.describe("Day of the program's calendar."), completions: z.int() }))
      .describe('The last 90 days with completions that stand.'),
  })
  .meta({ id: 'ChallengePerformance' });
export type ChallengePerformance = z.infer<typeof ChallengePerformance>;
