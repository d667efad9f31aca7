/** Limits how much state one subject may have: ample for any purpose, yet small enough to load at once. */
import { DomainError } from '@/domain/errors';
import type { StateType } from './state';

/** Tags, attributes or counters of one subject, each. */
export const STATE_MAX = 1_000;

const NOUNS: Readonly<Record<Exclude<StateType, 'TIER'>, string>> = { TAG: 'tags', ATTRIBUTE: 'attributes', COUNTER: 'counters' };

/** @throws DomainError unprocessable. */
export function assertStateFits(type: Exclude<StateType, 'TIER'>, count: number): void {
  if (count <= STATE_MAX) return;
  throw new DomainError('unprocessable', `There can be at most ${STATE_MAX} ${NOUNS[type]}; remove some first.`, {
    details: { count, maximum: STATE_MAX },
  });
}
