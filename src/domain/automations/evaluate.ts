/** Decides whether an automation applies to a participant, and builds its event. Evaluation never throws but returns a reason. */
import { namedData } from '@/domain/events/system';
import { compileAction, fillIn, type CompiledAction } from '@/domain/rules/actions/templates';
import type { ActionSource } from '@/domain/rules/actions/catalog';
import type { GroupState, JsonRecord, ProgramState, RuleActivation, RuleSubject } from '@/domain/rules/activation';
import type { EvaluationBudget } from '@/domain/rules/cel/bounds';
import { compileCondition, evaluateCondition, type CompiledCondition } from '@/domain/rules/condition';
import { readingOf, type StateReading } from '@/domain/rules/references';
import { templateExpressions } from '@/domain/rules/template';
import type { AutomationSettings } from './machine';

/** One participant with the state that expressions can read. */
export interface AutomationCandidate {
  readonly participant: RuleSubject;
  readonly groups: readonly GroupState[];
}

export interface CompiledAutomation {
  readonly filter: CompiledCondition | null;
  readonly guard: CompiledCondition | null;
  readonly eventName: string;
  readonly emission: CompiledAction;
  /** The state that its expressions read; nothing else of a candidate has to be loaded. */
  readonly reading: StateReading;
}

/** What all participants of a run share. */
export interface GuardSurroundings {
  readonly program: ProgramState;
  /** When the run is due. */
  readonly now: Date;
  readonly budget: EvaluationBudget;
}

/** Whether a condition holds, or why it could not be evaluated. */
export type GuardResult = { readonly ok: true; readonly holds: boolean } | { readonly ok: false; readonly reason: string };
/** The `event_data`, or why it could not be built. */
export type Made = { readonly ok: true; readonly data: JsonRecord } | { readonly ok: false; readonly reason: string };

/** The event of an automation, as the rule action that would emit it. */
export const emission = ({ type, data }: AutomationSettings['event']): ActionSource<'SCHEDULE_EVENT'> => ({
  type: 'SCHEDULE_EVENT',
  event_name: type,
  payload: data,
  target: { type: 'ACTOR' },
});

/** @throws RuleSyntaxError when an expression cannot be compiled. */
export function compileAutomation({
  participant_filter,
  guard_condition,
  event,
}: Pick<AutomationSettings, 'participant_filter' | 'guard_condition' | 'event'>): CompiledAutomation {
  const [filter, guard] = [compiledOrNull(participant_filter), compiledOrNull(guard_condition)];
  const action = compileAction(emission(event));
  const conditions = [filter, guard].flatMap((condition) => (condition === null ? [] : [condition.expression]));
  const reading = readingOf([...conditions, ...[...action.templates.values()].flatMap(templateExpressions)]);
  return { filter, guard, eventName: event.type, emission: action, reading };
}

const compiledOrNull = (text: string | null): CompiledCondition | null => (text === null ? null : compileCondition(text));

/** Whether a run happens at all. */
export const guardHolds = ({ guard }: CompiledAutomation, surroundings: GuardSurroundings): GuardResult =>
  verdict(guard, null, surroundings);

/** Whether the automation applies to a participant. */
export const concerns = ({ filter }: CompiledAutomation, candidate: AutomationCandidate, surroundings: GuardSurroundings): GuardResult =>
  verdict(filter, candidate, surroundings);

function verdict(condition: CompiledCondition | null, candidate: AutomationCandidate | null, surroundings: GuardSurroundings): GuardResult {
  if (condition === null) return { ok: true, holds: true };
  const { outcome, reason = 'The condition could not be evaluated' } = evaluateCondition(
    condition,
    activation(candidate, surroundings),
    surroundings.budget,
    { trace: false },
  );
  return outcome === 'ERROR' ? { ok: false, reason } : { ok: true, holds: outcome === 'MATCHED' };
}

/** @param candidate null for an event about no participant. */
export function makeEvent(
  { eventName, emission: action }: CompiledAutomation,
  candidate: AutomationCandidate | null,
  surroundings: GuardSurroundings,
): Made {
  const filled = fillIn(action, activation(candidate, surroundings), surroundings.budget);
  if (!filled.ok) return { ok: false, reason: filled.reason.replace(/^payload/, 'event.data') };
  // The action that emits the event has a payload, which is an object.
  return { ok: true, data: namedData(eventName, filled.value.payload as JsonRecord) };
}

const activation = (candidate: AutomationCandidate | null, { program, now }: GuardSurroundings): RuleActivation => ({
  event: {},
  now,
  participant: candidate?.participant ?? null,
  recipient: null,
  program,
  groups: candidate?.groups ?? [],
  codes: [],
});
