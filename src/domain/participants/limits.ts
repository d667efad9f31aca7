/** Limits how much state one subject may have: ample for any purpose, yet small enough to load at once. */
import { DomainError } from '@/domain/errors';
import type { StateTransition, StateType } from './state';

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

const growth = ({ before, after }: StateTransition): number => (after === null ? 0 : 1) - (before === null ? 0 : 1);
