/** Brings the levels of a loaded world up to date: changes that are due by time are made before any rule acts. */
import { NOTHING, type Decision } from '@/domain/decision';
import type { Subject } from '@/domain/participants/state';
import { dueTierChanges } from '@/domain/tiers/due-changes';
import { advanceState } from '@/domain/participants/subject-state';
import type { World } from './world';

/** Updates states in place and returns what has to be committed for it. Covers only subjects whose state the rules may change. */
export function applyDueTierChanges(world: World): Decision {
  const state = [...world.reachableTiers].flatMap(([id, tiers]) => {
    const own = world.states.get(id);
    if (!own) return [];
    const changes = dueTierChanges(
      tiers,
      { subject: subjectOf(world, id), counters: own.counters, tierMemberships: own.tierMemberships },
      world.now,
    );
    const { state, transitions } = advanceState(own, changes, world.now);
    if (transitions.length > 0) world.states.set(id, state);
    return transitions;
  });
  return { ...NOTHING, state };
}

function subjectOf({ program, groups }: World, id: string): Subject {
  return { id, type: id === program.id ? 'PROGRAM' : groups.has(id) ? 'GROUP' : 'PARTICIPANT' };
}
