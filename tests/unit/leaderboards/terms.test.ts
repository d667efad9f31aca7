/** What a leaderboard says in words, which prizes it may have, and what may become of it. */
import { expect, test } from 'vitest';
import { applyLeaderboardChange } from '@/domain/leaderboards/change';
import { assertPrizesSound, lastKeptRank } from '@/domain/leaderboards/leaderboard';
import { leaderboardSentence } from '@/domain/leaderboards/leaderboard-sentence';

const prize = (from_rank: number, to_rank: number, name = 'Gold') => ({ from_rank, to_rank, name });
const told = {
  measure: { type: 'EARNED', asset_id: 'a' } as const,
  asset: 'PTS',
  challenge: null,
  group: null,
  minScore: null,
  period: 'QUARTER' as const,
  startsAt: null,
  endsAt: null,
  prizes: [prize(1, 1), prize(2, 3, 'Silver'), prize(4, 10, 'Bronze')],
};

test('a leaderboard is told in plain sentences', () => {
  expect(leaderboardSentence(told)).toBe(
    'Ranks participants by the PTS that rules give them in each quarter. Rank 1 wins “Gold”, ranks 2 and 3 win “Silver” and ranks 4 to 10 win “Bronze”.',
  );
  const challenge = { measure: { type: 'CHALLENGE' as const, challenge_id: 'c' }, challenge: 'Coffee card', prizes: [] };
  expect(leaderboardSentence({ ...told, ...challenge })).toBe(
    'Ranks participants by how often they complete “Coffee card” in each quarter.',
  );
  const window = { period: 'NONE' as const, startsAt: new Date('2027-01-01T00:00:00Z'), endsAt: new Date('2027-02-01T00:00:00Z') };
  expect(
    leaderboardSentence({ ...told, ...window, measure: { type: 'COUNTER', key: 'steps' }, group: 'Runners', minScore: '10', prizes: [] }),
  ).toMatch(/^Ranks members of “Runners” by how much the counter “steps” rises from .*2027.* until .*2027.*, from 10 on\.$/);
});

test.each([
  ['ranks that end before they begin', [prize(3, 2)], 'prizes[0].to_rank'],
  ['a rank with two prizes', [prize(1, 3), prize(3, 5, 'Silver')], 'prizes[1].from_rank'],
])('%s are refused', (_, prizes, param) => {
  expect(() => assertPrizesSound(prizes)).toThrow(expect.objectContaining({ code: 'validation_error', param }));
});

test('a thousand ranks are kept, or as many as have prizes', () => {
  expect([[], [prize(1, 10)], [prize(1, 10), prize(11, 5_000)]].map(lastKeptRank)).toEqual([1_000, 1_000, 5_000]);
});

const now = new Date('2027-03-01T00:00:00Z');
const board = {
  name: 'Top',
  description: null,
  campaign_id: null,
  status: 'ACTIVE' as const,
  period: 'NONE' as const,
  starts_at: new Date('2027-01-01T00:00:00Z'),
  ends_at: new Date('2027-04-01T00:00:00Z'),
  prizes: [],
  updated_at: new Date('2027-01-01T00:00:00Z'),
  deleted_at: null,
};

test('a change that says what is there already changes nothing', () => {
  expect(applyLeaderboardChange(board, { name: 'Top', ends_at: new Date('2027-04-01T00:00:00Z'), prizes: [] }, now)).toBe(board);
});

test.each([
  [
    'the end of one with a period',
    { ...board, period: 'WEEK' as const },
    { ends_at: new Date('2027-05-01T00:00:00Z') },
    'invalid_parameter',
  ],
  ['an end in the past', board, { ends_at: new Date('2027-02-01T00:00:00Z') }, 'invalid_parameter'],
  ['the prizes of one that is frozen', { ...board, status: 'FROZEN' as const }, { prizes: [prize(1, 1)] }, 'invalid_status'],
  ['the name of one that is archived', { ...board, status: 'ARCHIVED' as const, deleted_at: now }, { name: 'Other' }, 'invalid_status'],
])('%s cannot change', (_, from, change, code) => {
  expect(() => applyLeaderboardChange(from, change, now)).toThrow(expect.objectContaining({ code }));
});

test('archiving says when, and can be repeated', () => {
  const archived = applyLeaderboardChange({ ...board, status: 'ACTIVE' as 'ACTIVE' | 'ARCHIVED' }, { status: 'ARCHIVED' }, now);
  expect(archived).toMatchObject({ status: 'ARCHIVED', deleted_at: now });
  expect(applyLeaderboardChange(archived, { status: 'ARCHIVED' }, new Date())).toBe(archived);
});
