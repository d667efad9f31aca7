/** Puts a challenge into one plain sentence. The same terms always have the same sentence. */
import { conditionWords, termWords } from '@/domain/rules/sentence/condition-words';
import { listed, quoted } from '@/domain/rules/sentence/phrases';
import { momentWords } from '@/domain/rules/sentence/time-words';
import { MAX_ROUNDS, type ChallengeMeasure, type ChallengePeriod, type Goal, type EventMatch } from './goal';

interface ToldChallenge extends ChallengeMeasure {
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

/** `10 “purchase” events in each month, as often as it goes; “refund” events take back what they counted.` */
export function challengeSentence({ goal, period, maxRounds, audience, takeBack, startsAt, endsAt }: ToldChallenge): string {
  const who = audience === null ? null : conditionWords(audience);
  const parts = [
    `${goalWords(goal)}${PERIODS[period]}${windowWords(startsAt, endsAt)}`,
    ...(maxRounds === 1 ? [] : [maxRounds === MAX_ROUNDS ? 'as often as it goes' : `up to ${maxRounds} times`]),
    ...(who === null ? [] : [`if ${who}`]),
  ];
  const back = takeBack
    ? `; ${matchWords(takeBack.match, 2)} take back ${takeBack.amount === null ? 'what they are about' : 'a part'}`
    : '';
  return `${parts.join(', ')}${back}.`;
}

const PERIODS: Readonly<Record<ChallengePeriod, string>> = {
  NONE: '',
  DAY: ' in a day',
  WEEK: ' in a week from Monday',
  MONTH: ' in a calendar month',
  QUARTER: ' in a quarter',
  YEAR: ' in a calendar year',
};

function goalWords(goal: Goal): string {
  switch (goal.type) {
    case 'COUNT':
      return `${goal.target} ${matchWords(goal.match, goal.target)}`;
    case 'SUM':
      return `${goal.target} in all of ${termWords(goal.value)} over ${matchWords(goal.match, 2)}`;
    case 'DISTINCT':
      return `${goal.target} different values of ${termWords(goal.value)} in ${matchWords(goal.match, 2)}`;
    case 'STEPS':
      return listed(goal.steps.map(({ name, target }) => (target === 1 ? quoted(name) : `${quoted(name)} ${target} times`)));
    case 'STREAK':
      return streakWords(goal);
  }
}

function streakWords({ target, unit, match, min_per_unit, grace }: Goal & { readonly type: 'STREAK' }): string {
  const each = min_per_unit === 1 ? `a ${matchWords(match, 1)}` : `${min_per_unit} ${matchWords(match, min_per_unit)}`;
  const missed = grace === 0 ? '' : `, of which ${grace} more can be missed`;
  return `${each} ${unit === 'DAY' ? 'on' : 'in'} ${target} ${unit.toLowerCase()}${target === 1 ? '' : 's'} in a row${missed}`;
}

function matchWords({ event_types, condition }: EventMatch, count: number): string {
  const when = condition === null ? null : conditionWords(condition);
  return `${listed(event_types.map(quoted), 'or')} event${count === 1 ? '' : 's'}${when === null ? '' : ` whose ${when}`}`;
}

function windowWords(from: Date | null, to: Date | null): string {
  return `${from === null ? '' : ` from ${momentWords(from.toISOString())}`}${to === null ? '' : ` until ${momentWords(to.toISOString())}`}`;
}
