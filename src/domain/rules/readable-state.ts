/** Shows the state of a subject as conditions and templates read it. */
import { formatDecimal } from '@/domain/money';
import { counterReading } from '@/domain/participants/counters';
import { tierPlace } from '@/domain/participants/state';
import type { SubjectState } from '@/domain/participants/subject-state';
import type { RuleState } from './activation';

/** Current counter readings, and levels in the tiers of one program. */
export function readableState(state: SubjectState, programId: string, now: Date): RuleState {
  const prefix = tierPlace({ programId, key: '' });
  return {
    tags: state.tags,
    attributes: state.attributes,
    counters: Object.fromEntries([...state.counters].map(([key, counter]) => [key, formatDecimal(counterReading(counter, now))])),
    tiers: Object.fromEntries(
      [...state.tierMemberships]
        .filter(([place]) => place.startsWith(prefix))
        .map(([place, { level, rank }]) => [place.slice(prefix.length), { level, rank }]),
    ),
  };
}
