/** Puts what notices, challenges, referrals, leaderboards and codes did to a participant into one sentence each, and names its record. */
import type { TimelineChallenge, TimelineCode, TimelineNotice, TimelineRank, TimelineReferral } from '@/contract/timeline';
import type { Party } from '@/components/balances/holder-names';
import { seasonName } from '@/components/leaderboards/words';
import { followedWords } from '@/components/notices/followed-words';

/** What one line of a timeline is about. */
export type CampaignLine =
  | { readonly about: 'NOTICE'; readonly notice: TimelineNotice }
  | { readonly about: 'CHALLENGE'; readonly challenge: TimelineChallenge }
  | { readonly about: 'REFERRAL'; readonly referral: TimelineReferral }
  | { readonly about: 'LEADERBOARD'; readonly rank: TimelineRank }
  | { readonly about: 'CODE'; readonly code: TimelineCode };

export const CAMPAIGN_KINDS = {
  NOTICE: 'Notice',
  CHALLENGE: 'Challenge',
  REFERRAL: 'Referral',
  LEADERBOARD: 'Leaderboard',
  CODE: 'Code',
} as const satisfies Readonly<Record<CampaignLine['about'], string>>;

export function campaignSentence(line: CampaignLine, nameOf: (party: Party) => string): string {
  switch (line.about) {
    case 'NOTICE':
      return `Told: ${line.notice.sentence}`;
    case 'CHALLENGE':
      return challengeSentence(line.challenge);
    case 'REFERRAL':
      return referralSentence(line.referral, nameOf(line.referral));
    case 'LEADERBOARD':
      return rankSentence(line.rank);
    case 'CODE':
      return `${CODE_WORDS[line.code.happening]} the code ${line.code.code} of ${line.code.name}`;
  }
}

/** What followed, why, or under which terms. */
export function campaignNote(line: CampaignLine): string | null {
  if (line.about === 'NOTICE') {
    const followed = followedWords(line.notice.followed_by);
    return followed && `${followed} within 14 days`;
  }
  if (line.about === 'REFERRAL') return line.referral.reason ?? line.referral.name;
  return null;
}

export function campaignRecord(line: CampaignLine): string {
  switch (line.about) {
    case 'NOTICE':
      return `/notices/${line.notice.id}`;
    case 'CHALLENGE':
      return `/challenges/${line.challenge.id}`;
    case 'REFERRAL':
      return `/referrals/friends/${line.referral.id}`;
    case 'LEADERBOARD':
      return `/leaderboards/${line.rank.id}`;
    case 'CODE':
      return `/codes/${line.code.batch_id}`;
  }
}

const CODE_WORDS: Readonly<Record<TimelineCode['happening'], string>> = { RESERVED: 'Reserved', USED: 'Used', RETURNED: 'Gave back' };

function challengeSentence({ happening, name, badge, part, round }: TimelineChallenge): string {
  const which = round > 1 ? `${name}, round ${round}` : name;
  switch (happening) {
    case 'PART_REACHED':
      return `Reached ${part} % of the challenge ${which}`;
    case 'COMPLETED':
      return `Completed the challenge ${which}${badge ? ` and got the badge ${badge}` : ''}`;
    case 'REVOKED':
      return part < 100
        ? `No longer has ${part} % of the challenge ${which}`
        : `No longer has completed the challenge ${which}${badge ? ` for the badge ${badge}` : ''}`;
  }
}

function referralSentence({ happening, brought, count }: TimelineReferral, other: string): string {
  switch (happening) {
    case 'BOUND':
      return brought ? `Brought ${other}` : `Was brought by ${other}`;
    case 'QUALIFIED':
      if (!brought) return `Qualified as a friend of ${other}`;
      return count === null
        ? `${other}, whom they brought, qualified without counting`
        : `${other}, whom they brought, qualified as friend ${count}`;
    case 'EXPIRED':
      return brought ? `${other}, whom they brought, did not qualify in time` : `Did not qualify in time as a friend of ${other}`;
    case 'CANCELLED':
      return brought ? `The referral of ${other} was cancelled` : `The referral by ${other} was cancelled`;
  }
}

function rankSentence({ name, season, rank, participants, prize }: TimelineRank): string {
  const where = `${name}${season === 'ALL' ? '' : `, ${seasonName(season)}`}`;
  const place = `rank ${rank} of ${participants}`;
  return prize === null ? `Ended on ${place} in ${where}` : `Won ${prize} by ${place} in ${where}`;
}
