/** Puts tiers and their levels into plain sentences: what qualifies, what it brings, how long it lasts. The same tier always has the same. */
import { monthName } from '@/domain/calendar-names';
import { durationText } from '@/domain/duration';
import { listed, quoted } from '@/domain/rules/sentence/phrases';
import type { CriterionOperator, LifecycleSource, TierLevelSource } from './tier';

type SpokenLevel = Pick<TierLevelSource, 'key' | 'display_name' | 'benefits' | 'qualification'>;

export interface SpokenTier {
  /** By rank, lowest first. */
  readonly levels: readonly SpokenLevel[];
  readonly lifecycle: LifecycleSource | null;
}

/** As conditions of rules say it. */
export const CRITERION_WORDS = {
  GTE: 'at least',
  GT: 'over',
  LTE: 'at most',
  LT: 'under',
  EQ: 'exactly',
} as const satisfies Readonly<Record<CriterionOperator, string>>;

const levelName = ({ key, display_name }: Pick<SpokenLevel, 'key' | 'display_name'>): string => quoted(display_name ?? key);

/** `Reached when the counter “points” is at least 500. It brings “Free shipping”.` */
export function levelSentence({ qualification, benefits }: SpokenLevel): string {
  return `${qualificationWords(qualification)}${benefits.length === 0 ? '' : ` It brings ${listed(benefits.map(quoted))}.`}`;
}

function qualificationWords(qualification: SpokenLevel['qualification']): string {
  if (qualification === null) return 'Reached only by hand and by rules.';
  const criteria = qualification.criteria.map(
    ({ counter, operator, threshold }) => `the counter ${quoted(counter)} is ${CRITERION_WORDS[operator]} ${threshold}`,
  );
  return `Reached when ${listed(criteria, qualification.mode === 'ALL' ? 'and' : 'or')}.`;
}

/** What qualifies for each level, lowest first. */
export const levelsSentence = (levels: readonly SpokenLevel[]): string =>
  levels.map((level) => `${levelName(level)}: ${levelSentence(level)}`).join(' ');

/** Its levels, then its lifecycle. */
export function tierSentence({ levels, lifecycle }: SpokenTier): string {
  const names = levels.map(levelName);
  const ladder = names.length === 1 ? `Has the level ${listed(names)}.` : `Has the levels ${listed(names)}, lowest first.`;
  return `${ladder} ${lifecycleSentence(lifecycle, levels)}`;
}

/** `A level lasts 365 days. If it is not earned again by then, it drops to the level that the counters qualify for.` */
export function lifecycleSentence(lifecycle: LifecycleSource | null, levels: readonly SpokenLevel[]): string {
  const lasts = lifecycle === null ? null : lastsWords(lifecycle);
  if (lifecycle === null || lasts === null)
    return `A level lasts until somebody changes it.${lifecycle === null ? '' : resetWords(lifecycle)}`;
  const { extend_months: months } = lifecycle.status_validity;
  const extended = months === 0 ? '' : `, and then ${months} ${months === 1 ? 'month' : 'months'} more`;
  return `A level lasts ${lasts}${extended}. ${dropSentence(lifecycle.downgrade_policy, levels)}${resetWords(lifecycle)}`;
}

/** Null: forever. */
function lastsWords({ retention, qualification_period: period }: LifecycleSource): string | null {
  const year = yearWords(period);
  if (retention === null) return year === null ? null : `to the end of the ${year}`;
  const length = durationText(retention.duration);
  if (retention.mode === 'ACTIVITY_REFRESH') return `until no counter of the tier has changed for ${length}`;
  return year === null ? length : `${length}, and at least to the end of the ${year}`;
}

/** `calendar year`, `year that begins on March 1`; null when everybody has periods of their own. */
function yearWords({ type, start_month, start_day }: LifecycleSource['qualification_period']): string | null {
  if (type === 'NONE') return null;
  return type === 'CALENDAR_YEAR' ? 'calendar year' : `year that begins on ${monthName(start_month ?? 1)} ${start_day ?? 1}`;
}

function dropSentence({ mode, grace_days, min_level }: LifecycleSource['downgrade_policy'], levels: readonly SpokenLevel[]): string {
  const grace =
    grace_days === null || grace_days === 0 ? '' : `is kept for ${grace_days} more ${grace_days === 1 ? 'day' : 'days'} and then `;
  if (mode === 'HOLD' && grace_days === null) return 'If it is not earned again by then, it is kept.';
  const floor = levels.find(({ key }) => key === min_level);
  const never = min_level === null ? '' : `, but never below ${floor === undefined ? quoted(min_level) : levelName(floor)}`;
  const drops = mode === 'DROP_ONE' ? 'drops by one level' : 'drops to the level that the counters qualify for';
  return `If it is not earned again by then, it ${grace}${drops}${never}.`;
}

function resetWords({ retention, qualification_period, counters: { qualifying, rollover } }: LifecycleSource): string {
  const year = yearWords(qualification_period);
  if (qualifying.length === 0 || (year === null && retention === null)) return '';
  const many = qualifying.length > 1;
  const which = `the ${many ? 'counters' : 'counter'} ${listed(qualifying.map(quoted))} ${many ? 'begin' : 'begins'} again`;
  const how = rollover === 'EXCESS' ? ' at what exceeds the threshold of the level' : ' at 0';
  return ` When ${year === null ? 'the level' : `the ${year}`} ends, ${which}${how}.`;
}
