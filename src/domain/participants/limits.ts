/** Limits how much state one subject may have: ample for any purpose, yet small enough to load at once. */
import { DomainError } from '@/domain/errors';
import type { StateType } from './state';

/** Tags, attributes or counters of one subject, each. */
export const STATE_MAX = 1_000;

export type LimitedState = Exclude<StateType, 'TIER'>;

const NOUNS: Readonly<Record<LimitedState, string>> = { TAG: 'tags', ATTRIBUTE: 'attributes', COUNTER: 'counters' };

/** @param param the field that adds to it. @throws DomainError unprocessable. */
export function assertStateFits(type: LimitedState, count: number, param: string): void {
  if (count <= STATE_MAX) return;
  throw new DomainError('unprocessable', `There can be at most ${STATE_MAX} ${NOUNS[type]}; remove some first.`, {
    param,
    details: { count, maximum: STATE_MAX },
  });
}
