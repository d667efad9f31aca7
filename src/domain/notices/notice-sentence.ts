/** Puts a notice into one plain sentence, made of what it says: the same notice always has the same sentence. */
import { faceValueText } from '@/domain/fulfillment/currency';
import { listed, quoted } from '@/domain/rules/sentence/phrases';
import { CRITERION_WORDS } from '@/domain/tiers/tier-sentence';
import type { MissingCriterion, NoticeData } from './data';

export function noticeSentence(data: NoticeData): string {
  switch (data.kind) {
    case 'VALUE_EXPIRES': {
      const amounts = data.values.map(({ amount, asset }) => `${amount} ${asset}`);
      return `${listed(amounts)} will expire, the first on ${data.first_on}.`;
    }
    case 'TIER_AT_RISK': {
      const kept = data.kept_until === null ? '' : `, and would be kept until ${data.kept_until.slice(0, 10)} at most`;
      return `The level ${quoted(data.level_name)} of ${quoted(data.tier_name)} ends on ${data.ends_on}${kept}.${missingWords(data)}`;
    }
    case 'TIER_NEARLY_REACHED':
      return `${data.percent} % of the way to the level ${quoted(data.level_name)} of ${quoted(data.tier_name)} is made.${missingWords(data)}`;
    case 'CHALLENGE_ENDS':
      return `The challenge ${quoted(data.challenge_name)} ends after ${data.last_day}, with ${data.progress} of ${data.target}. ${data.missing_sentence}`;
    case 'RESERVATION_EXPIRES': {
      const what = data.reward === null ? (data.amount === null ? null : `${data.amount} ${data.asset}`) : quoted(data.reward);
      return `A reservation${what === null ? '' : ` of ${what}`} ends at ${data.expires_at}.`;
    }
    case 'REWARD_UNUSED':
      return unusedWords(data);
    case 'INACTIVE':
      return `Nothing has happened since ${data.last_active_on}, for ${daysWords(data.days)}.`;
  }
}

function unusedWords(data: NoticeData<'REWARD_UNUSED'>): string {
  const { reward, face_value_minor, currency } = data;
  if (face_value_minor === null || currency === null)
    return `The reward ${quoted(reward)} for ${data.amount} ${data.asset}, reserved on ${data.reserved_on}, has not been used.`;
  return `The gift card ${quoted(reward)} of ${faceValueText(face_value_minor, currency)}, delivered on ${data.delivered_on}, has not been opened.`;
}

export const daysWords = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

function missingWords({ missing, needs }: { readonly missing: readonly MissingCriterion[]; readonly needs: 'ALL' | 'ANY' | null }): string {
  if (missing.length === 0 || needs === null) return '';
  const words = missing.map(({ counter, operator, threshold, value, missing: more }) =>
    more === null
      ? `the counter ${quoted(counter)} ${CRITERION_WORDS[operator]} ${threshold}, and not ${value}`
      : `${more} more of the counter ${quoted(counter)}`,
  );
  return ` It takes ${listed(words, needs === 'ALL' ? 'and' : 'or')}.`;
}
