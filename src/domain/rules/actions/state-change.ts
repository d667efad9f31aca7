/** Performs the actions on state: resolves whose state it is, and adds the levels that follow from a counter. */
import { NOTHING } from '@/domain/decision';
import type { StateChange, StateOrigin, Subject } from '@/domain/participants/state';
import { tierState } from '@/domain/tiers/due-changes';
import { tierUpgrades } from '@/domain/tiers/upgrade';
import { advanceState, type SubjectState } from '@/domain/participants/subject-state';
import type { ActionOutcome, Effect, Stage } from './kind';
import type { ActionTarget } from './fields';
import { resolveTarget } from './target';

/** Makes one change to the target's state, together with the tier upgrades that follow from it. */
export function changeStateOf(
  stage: Stage,
  target: ActionTarget,
  make: (subject: Subject, origin: StateOrigin) => StateChange,
  shown: (after: SubjectState) => Pick<ActionOutcome, 'key' | 'value'>,
): Effect {
  const { draft } = stage;
  const { now, reachableTiers } = draft.world;
  const subject = resolveTarget(stage, target);
  const change = make(subject, originOf(stage));
  const { state, transitions } = advanceState(draft.state(subject.id), [change], now);
  const upgrades = tierUpgrades(reachableTiers.get(subject.id) ?? [], subject, tierState(state, now), [change], now);
  const changed = transitions.some((transition) => transition.change.operation !== 'AUTO_RESET');
  return {
    decision: { ...NOTHING, state: [...transitions, ...advanceState(state, upgrades, now).transitions] },
    outcome: { result: changed || upgrades.length > 0 ? 'APPLIED' : 'UNCHANGED', target: subject, ...shown(state) },
  };
}

/** Only rules that answer an automation's own event count as the automation; events that they emit are the rules' own. */
const originOf = ({ event: { id, automationId }, rule }: Stage): StateOrigin => ({
  ...(automationId === null ? { source: 'RULE' } : { source: 'AUTOMATION', automationId }),
  eventId: id,
  ruleId: rule.id,
});
