/** Brings the levels of a loaded world up to the present: what time has done to them happens before any rule does anything. */
import { NOTHING, type Decision } from '@/domain/decision';
import type { Subject } from '@/domain/participants/state';
import { settleTiers } from '@/domain/tiers/settle';
import { advanceState } from './subject-state';
import type { World } from './world';

/** Replaces states in place and answers what has to be committed for it. Only of subjects whose state the rules may change. */
export function settleLevels(world: World): Decision {
  const state = [...world.reachableTiers].flatMap(([id, tiers]) => {
    const own = world.states.get(id);
    if (!own) return [];
    const changes = settleTiers(tiers, { subject: subjectOf(world, id), counters: own.counters, standings: own.standings }, world.now);
    if (changes.length > 0) world.states.set(id, advanceState(own, changes, world.now).state);
    return changes;
  });
  return { ...NOTHING, state };
}

function subjectOf({ program, groups }: World, id: string): Subject {
  return { id, type: id === program.id ? 'PROGRAM' : groups.has(id) ? 'GROUP' : 'PARTICIPANT' };
}
