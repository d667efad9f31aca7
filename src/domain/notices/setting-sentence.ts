/** Puts a setting of notices into plain sentences: whom it tells of what, and when. The same setting always has the same sentence. */
import { audienceWords } from '@/domain/automations/automation-sentence';
import { durationText, formatDuration } from '@/domain/duration';
import { capitalized, quoted } from '@/domain/rules/sentence/phrases';
import type { NoticeTerms } from './kinds';
import { daysWords } from './notice-sentence';
import type { QuietHours } from './quiet-hours';

const MINUTE = 60_000;

interface SpokenSetting {
  readonly terms: NoticeTerms;
  readonly audience: string | null;
  readonly quiet_hours: QuietHours | null;
}

/** @param asset symbol of the asset that the terms name; null: they name none, or it is not known. */
export function settingSentence({ terms, audience, quiet_hours }: SpokenSetting, asset: string | null): string {
  const quiet = quiet_hours === null ? '' : ` From ${quiet_hours.from} to ${quiet_hours.to} on the participant’s clock, it waits.`;
  return `${capitalized(whatWords(terms, asset))} is told to ${audienceWords(audience)}.${quiet}`;
}

function whatWords(terms: NoticeTerms, asset: string | null): string {
  switch (terms.kind) {
    case 'VALUE_EXPIRES': {
      const value = terms.asset_id === null ? 'value' : (asset ?? 'value of one asset');
      const least = terms.min_amount === null ? '' : `at least ${terms.min_amount} of `;
      return `that ${least}${value} expires within ${daysWords(terms.days_before)}`;
    }
    case 'TIER_AT_RISK':
      return `that a level${tierWords(terms.tier)} ends within ${daysWords(terms.days_before)} unless it is earned again`;
    case 'TIER_NEARLY_REACHED':
      return `that ${terms.percent} % of the way to the next level${tierWords(terms.tier)} is made`;
    case 'CHALLENGE_ENDS': {
      const challenge = terms.challenge === null ? 'a challenge' : `the challenge ${quoted(terms.challenge)}`;
      return `that ${challenge} that has been begun ends within ${daysWords(terms.days_before)}`;
    }
    case 'RESERVATION_EXPIRES':
      return `that a reservation ends within ${durationText(formatDuration(terms.minutes_before * MINUTE))}`;
    case 'REWARD_UNUSED':
      return `that a reward has not been used for ${daysWords(terms.days_after)}`;
    case 'INACTIVE':
      return `that nothing has happened for ${daysWords(terms.days)}`;
  }
}

const tierWords = (tier: string | null): string => (tier === null ? '' : ` of the tier ${quoted(tier)}`);
