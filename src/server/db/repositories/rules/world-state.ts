/** Loads the state that rules read and change: no more of each subject than the program's rules need. */
import type { Subject } from '@/domain/participants/state';
import type { ConfigurationNeeds } from '@/domain/rules/needs';
import { NO_STATE, type SubjectState } from '@/domain/participants/subject-state';
import type { World } from '@/domain/rules/world';
import type { TierSubject } from '@/domain/tiers/due-changes';
import type { Tx } from '@/server/db/transaction';
import { loadTiersOf, loadTierSubjects } from '@/server/db/repositories/programs/tier-subjects';

/** The state that is loaded with a subject's row. */
export interface WrittenState {
  readonly id: string;
  readonly tags: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The counters and levels of each subject, in case the rules read them. @param ids everybody whose state can be read. */
export const loadCounted = async (
  tx: Tx,
  organizationId: string,
  { counters }: ConfigurationNeeds,
  ids: readonly string[],
): Promise<readonly TierSubject[]> =>
  counters
    ? loadTierSubjects(
        tx,
        organizationId,
        ids.map((id): Subject => ({ type: 'PARTICIPANT', id })),
      )
    : [];

/** The state of every subject that was found. */
export function statesOf(subjects: readonly WrittenState[], counted: readonly TierSubject[]): Map<string, SubjectState> {
  const states = new Map(subjects.map(({ id, tags, attributes }): [string, SubjectState] => [id, { ...NO_STATE, tags, attributes }]));
  for (const { subject, counters, tierMemberships } of counted) {
    const state = states.get(subject.id);
    if (state) states.set(subject.id, { ...state, counters, tierMemberships });
  }
  return states;
}

/** @param changed the subjects whose state the rules may change. */
export async function loadTiers(
  tx: Tx,
  organizationId: string,
  { levels }: ConfigurationNeeds,
  programId: string,
  changed: readonly Subject[],
): Promise<Pick<World, 'programTiers' | 'reachableTiers'>> {
  if (!levels) return { programTiers: [], reachableTiers: new Map() };
  const program: Subject = { type: 'PROGRAM', id: programId };
  const tiers = await loadTiersOf(tx, organizationId, [program, ...changed.filter(({ id }) => id !== programId)]);
  const reachable = changed.flatMap(({ id }): [string, World['programTiers']][] => {
    const own = tiers.get(id);
    return own ? [[id, own]] : [];
  });
  return { programTiers: tiers.get(programId) ?? [], reachableTiers: new Map(reachable) };
}
