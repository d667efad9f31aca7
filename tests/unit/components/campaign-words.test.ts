/** What campaigns did to a participant reads as one would say it to them. */
import { expect, test } from 'vitest';
import type { TimelineChallenge, TimelineRank, TimelineReferral } from '@/contract/timeline';
import { campaignNote, campaignSentence, type CampaignLine } from '@/components/activity/campaign-words';

const challenge = (more: Partial<TimelineChallenge>): CampaignLine => ({
  about: 'CHALLENGE',
  challenge: {
    id: 'c',
    program_id: 'p',
    name: 'Coffee card',
    badge: null,
    happening: 'COMPLETED',
    period: '',
    round: 1,
    part: 100,
    ...more,
  },
});
const referral = (more: Partial<TimelineReferral>): CampaignLine => ({
  about: 'REFERRAL',
  referral: {
    id: 'r',
    program_id: 'p',
    referral_program_id: 'f',
    name: 'Friends',
    happening: 'BOUND',
    brought: true,
    participant_id: 'b',
    count: null,
    reason: null,
    ...more,
  },
});
const rank = (more: Partial<TimelineRank>): CampaignLine => ({
  about: 'LEADERBOARD',
  rank: { id: 'l', program_id: 'p', name: 'Weeks', season: '2028-01-10', rank: 2, participants: 9, prize: null, ...more },
});

test.each<[string, CampaignLine]>([
  ['Completed the challenge Coffee card', challenge({})],
  ['Completed the challenge Coffee card, round 2 and got the badge Regular', challenge({ round: 2, badge: 'Regular' })],
  ['Reached 50 % of the challenge Coffee card', challenge({ happening: 'PART_REACHED', part: 50 })],
  ['No longer has 50 % of the challenge Coffee card', challenge({ happening: 'REVOKED', part: 50 })],
  ['No longer has completed the challenge Coffee card for the badge Regular', challenge({ happening: 'REVOKED', badge: 'Regular' })],
  ['Brought Bob', referral({})],
  ['Was brought by Bob', referral({ brought: false })],
  ['Bob, whom they brought, qualified as friend 3', referral({ happening: 'QUALIFIED', count: 3 })],
  ['Bob, whom they brought, qualified without counting', referral({ happening: 'QUALIFIED' })],
  ['Qualified as a friend of Bob', referral({ happening: 'QUALIFIED', brought: false, count: 3 })],
  ['Bob, whom they brought, did not qualify in time', referral({ happening: 'EXPIRED' })],
  ['Did not qualify in time as a friend of Bob', referral({ happening: 'EXPIRED', brought: false })],
  ['The referral of Bob was cancelled', referral({ happening: 'CANCELLED' })],
  ['The referral by Bob was cancelled', referral({ happening: 'CANCELLED', brought: false })],
  ['Ended on rank 2 of 9 in Weeks, 2028-01-10', rank({})],
  ['Won gold by rank 1 of 9 in Weeks', rank({ season: 'ALL', rank: 1, prize: 'gold' })],
])('reads "%s"', (sentence, line) => {
  expect(campaignSentence(line, () => 'Bob')).toBe(sentence);
});

test('a notice says what followed, and a cancelled referral why', () => {
  const notice = (event_id: string | null): CampaignLine => ({
    about: 'NOTICE',
    notice: {
      id: 'n',
      program_id: 'p',
      setting_id: 's',
      sentence: 'Told.',
      followed_by: { event_id, spent_entry_id: null, earned_entry_id: null },
    },
  });
  expect(campaignNote(notice('e'))).toBe('Came back within 14 days');
  expect(campaignNote(notice(null))).toBeNull();
  expect(campaignNote(referral({ happening: 'CANCELLED', reason: 'Returned' }))).toBe('Returned');
});
