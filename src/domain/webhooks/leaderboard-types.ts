/** Says what webhooks tell of leaderboards whose ranks are final. */
import { decimal, eventType, organization_id, participant_id, program_id, text, uuid } from './event-type';
import { SAMPLE } from './sample-ids';

const season = {
  leaderboard_id: uuid('The leaderboard.'),
  organization_id,
  program_id,
  leaderboard: text('Key of the leaderboard.'),
  season: text('The period whose ranks they are; ALL for a leaderboard without a period.'),
} as const;

const sample = {
  leaderboard_id: SAMPLE.LEADERBOARD,
  organization_id: SAMPLE.ORGANIZATION,
  program_id: SAMPLE.PROGRAM,
  leaderboard: 'top-ten',
  season: '2027-Q1',
};

export const LEADERBOARD_TYPES = {
  'leaderboard.frozen': eventType({
    category: 'lifecycle',
    description: 'A season of a leaderboard ended, and its ranks are final.',
    payload: { fields: { ...season, participants: { kind: 'count', description: 'How many are ranked.' } } },
    sample: { ...sample, participants: 120 },
  }),
  'leaderboard.prize_won': eventType({
    category: 'lifecycle',
    description: 'A participant won a prize of a leaderboard, by the rank that they had when its season ended.',
    payload: {
      fields: {
        ...season,
        participant_id,
        rank: { kind: 'count', description: 'From 1; participants with equal scores have the same.' },
        prize: text('Name of the prize.'),
        score: decimal('What the participant had gained in the season.'),
        event_id: uuid('The event that says so to the rules.'),
      },
    },
    sample: { ...sample, participant_id: SAMPLE.PARTICIPANT, rank: 1, prize: 'Gold', score: '1250', event_id: SAMPLE.EVENT },
  }),
};
