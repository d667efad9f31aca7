/** Leaderboards on the wire: what ranks participants over which time, and what the first of them win. */
import { z } from 'zod';
import { LAST_PRIZE_RANK, LEADERBOARD_PERIODS, LEADERBOARD_STATUSES, MOST_PRIZES } from '@/domain/leaderboards/leaderboard';
import { AssetSymbol } from './asset';
import { archivedToo, createdWindow, listQuery, pageOf, searchText, sortedBy } from './page';
import { AmountString, DecimalString, Description, Name, nameOf, Text, Timestamp, Uuid } from './primitives';

const Key = Text.regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, {
  error: 'Must have 1 to 63 lower-case letters, digits, `-` or `_`, and begin with a letter or digit.',
}).meta({ examples: ['top-ten'] });

const ofCounter = z.strictObject({
  type: z.literal('COUNTER'),
  key: nameOf(255).describe(
    'By how much the counter of a participant rose, less what it fell. When a counter begins anew, nothing is lost.',
  ),
});

const Measure = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('EARNED'),
      asset_id: Uuid.describe(
        'What rules gave of the asset, less what was voided or taken back of it. Other credits, holds and transfers do not count.',
      ),
    }),
    ofCounter,
    z.strictObject({
      type: z.literal('CHALLENGE'),
      challenge_id: Uuid.describe(
        'How often a participant completed the whole challenge, less what was taken back of that before the end of the season.',
      ),
    }),
  ])
  .meta({ id: 'LeaderboardMeasure' });

/** The same for any program: with the symbol of the asset and the key of the challenge instead of their ids. */
export const PortableLeaderboardMeasure = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('EARNED'), asset: AssetSymbol.describe('Symbol of the asset.') }),
    ofCounter,
    z.strictObject({ type: z.literal('CHALLENGE'), challenge: Text.min(1).max(63).describe('Key of the challenge.') }),
  ])
  .meta({ id: 'PortableLeaderboardMeasure' });

const Rank = z.int().min(1).max(LAST_PRIZE_RANK);
const Prize = z
  .strictObject({ from_rank: Rank, to_rank: Rank, name: Name.describe('Name by which rules know the prize: `event.prize == "Gold"`.') })
  .meta({ id: 'LeaderboardPrize' });
const Prizes = z.array(Prize).max(MOST_PRIZES);

const Status = z.enum(LEADERBOARD_STATUSES);
const Period = z.enum(LEADERBOARD_PERIODS);

export const Leaderboard = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    campaign_id: Uuid.nullable().describe('The campaign that it belongs to; null: none.'),
    key: z.string().describe('Key by which rules name it: `event.leaderboard == "top-ten"`.'),
    name: z.string(),
    description: z.string().nullable(),
    status: Status.describe('FROZEN once the only season is over; with a `period`, it stays ACTIVE and its seasons are frozen.'),
    measure: Measure,
    period: Period.describe("A new season begins with each, on the program's calendar; NONE: there is one, from `starts_at` to `ends_at`."),
    starts_at: Timestamp.nullable(),
    ends_at: Timestamp.nullable().describe('Exclusive; null: each period ends by itself, or there is no end.'),
    group_id: Uuid.nullable().describe('Only members of the group are ranked; null: everybody.'),
    min_score: DecimalString.nullable().describe('Whoever has less is not ranked; null: whoever has more than 0 is.'),
    prizes: z.array(Prize),
    is_complete: z.boolean().describe('Whether everything that happened before it was made, or rebuilt, is counted.'),
    sentence: z.string().describe('The leaderboard in plain sentences.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('When it was archived; null unless it is archived.'),
  })
  .meta({ id: 'Leaderboard' });
export type Leaderboard = z.infer<typeof Leaderboard>;
export const LeaderboardPage = pageOf(Leaderboard);

export const CreateLeaderboard = z
  .strictObject({
    program_id: Uuid,
    key: Key.describe('Unique in the program, archived leaderboards included.'),
    name: Name,
    description: Description.nullable().optional(),
    campaign_id: Uuid.nullable().optional(),
    measure: Measure,
    period: Period.optional().describe('NONE when absent.'),
    starts_at: Timestamp.nullable()
      .optional()
      .describe('Only without a period. Now when absent; what happened since an earlier time counts.'),
    ends_at: Timestamp.nullable().optional().describe('Only without a period. It never ends when absent.'),
    group_id: Uuid.nullable().optional(),
    min_score: AmountString.nullable().optional(),
    prizes: Prizes.default([]),
  })
  .meta({ id: 'LeaderboardCreation' });
export type CreateLeaderboard = z.infer<typeof CreateLeaderboard>;

export const LeaderboardPath = z.strictObject({ id: Uuid.describe('Id of the leaderboard.') });

export const UpdateLeaderboard = LeaderboardPath.extend({
  name: Name.optional(),
  description: Description.nullable().optional(),
  campaign_id: Uuid.nullable().optional(),
  ends_at: Timestamp.nullable().optional(),
  prizes: Prizes.optional().describe('Of every season that is not frozen yet.'),
  status: z.literal('ARCHIVED').optional(),
});
export type UpdateLeaderboard = z.infer<typeof UpdateLeaderboard>;

export const ListLeaderboards = listQuery({
  program_id: Uuid.optional(),
  campaign_id: Uuid.optional(),
  status: Status.optional(),
  ...createdWindow,
  ...sortedBy(['created_at', 'name']),
  ...searchText,
  ...archivedToo,
});
export type ListLeaderboards = z.infer<typeof ListLeaderboards>;
