/** Limits how much state one subject may have: ample for any purpose, yet small enough to load at once. */
import { DomainError } from '@/domain/errors';
import { counterIn, type StateTransition, type StateType } from './state';

/** How many amounts the sliding window of one counter keeps apart: few enough to be read with every event. */
export const MARKS_MAX = 1_000;

/** Tags, attributes or counters of one subject, each. */
export const STATE_MAX = 1_000;

type LimitedState = Exclude<StateType, 'TIER'>;

const NOUNS: Readonly<Record<LimitedState, string>> = { TAG: 'tags', ATTRIBUTE: 'attributes', COUNTER: 'counters' };

/** How many tags, attributes or counters a subject has, of those types that matter. */
export type StateSizes = Partial<Readonly<Record<LimitedState, number>>>;

/**
 * @param sizes before the transitions, of each type that was asked to change.
 * @param transitions all of one subject.
 * @param fieldOf the field of the request that adds state of a type.
 * @throws DomainError unprocessable when the subject would have too much afterwards.
 */
export function assertStateFits(sizes: StateSizes, transitions: readonly StateTransition[], fieldOf: (type: LimitedState) => string): void {
  for (const type of ['TAG', 'ATTRIBUTE', 'COUNTER'] as const) {
    const size = sizes[type];
    if (size === undefined) continue;
    const count = transitions.reduce((sum, transition) => (transition.change.type === type ? sum + growth(transition) : sum), size);
    if (count <= STATE_MAX) continue;
    throw new DomainError('unprocessable', `There can be at most ${STATE_MAX} ${NOUNS[type]}; remove some first.`, {
      param: fieldOf(type),
      details: { count, maximum: STATE_MAX },
    });
  }
}

/**
 * @param field the field of a request that adds to counters.
 * @throws DomainError unprocessable when the sliding window of a counter would hold too much.
 */
export function assertWindowsFit(transitions: readonly StateTransition[], field?: string): void {
  for (const { after } of transitions) {
    const count = counterIn(after)?.marks.length ?? 0;
    if (count <= MARKS_MAX) continue;
    const message = `A counter with a \`window\` keeps at most ${MARKS_MAX} amounts apart; choose a shorter window, or \`reset_after\` instead.`;
    throw new DomainError('unprocessable', message, {
      ...(field !== undefined && { param: field }),
      details: { count, maximum: MARKS_MAX },
    });
  }
}

const growth = ({ before, after }: StateTransition): number => (after === null ? 0 : 1) - (before === null ? 0 : 1);
