/**
 * Says what is kept of a rule's verdict on an event: only what neither the event nor the version of the rules that ran on it says, which both
 * are kept for ever. A verdict has the place that its rule has in that version.
 */
import { present } from '@/domain/assert';
import type { Subject } from '@/domain/participants/state';
import type { JsonValue } from './activation';
import type { ActionSource } from './actions/catalog';
import type { ActionTarget } from './actions/fields';
import type { ActionOutcome } from './actions/kind';
import type { Evaluation, RuleVerdict } from './evaluate';
import type { CompiledRule } from './rule';
import type { TraceStep } from './trace';

/** Where the text of the sub-expression begins in the condition and how long it is, or that text; then the value and the margin. */
type KeptStep = [at: number, length: number, value: JsonValue, margin?: string] | [expression: string, value: JsonValue, margin?: string];

/** What the action as written does not say. Null: the action did not come to have what is written. */
type KeptAction = Omit<ActionOutcome, 'type' | 'result' | 'target' | 'asset_id'> & {
  /** APPLIED when absent. */
  readonly result?: ActionOutcome['result'];
  readonly target?: Subject | null;
  readonly asset_id?: string | null;
};

export interface KeptEvaluation {
  readonly status: RuleVerdict;
  readonly reason?: string;
  readonly trace?: readonly KeptStep[];
  readonly actions?: readonly KeptAction[];
}

/** An evaluation as it is told. */
export interface ToldEvaluation {
  readonly rule_id: string;
  readonly rule_set_id: string;
  readonly rule_name: string;
  readonly rule_version: number;
  readonly status: RuleVerdict;
  readonly reason: string | null;
  readonly trace: readonly TraceStep[];
  readonly actions: readonly ActionOutcome[];
}

/** Whom an event concerns. */
export interface Concerned {
  readonly programId: string;
  readonly participantId: string | null;
  readonly recipientId: string | null;
}

/** A rule of the version that ran. */
interface RuleThatRan extends Pick<CompiledRule, 'id' | 'ruleSetId' | 'name' | 'version'> {
  readonly condition: string;
  readonly actions: readonly ActionSource[];
}

/** The actions of a failed event posted nothing, so they are left out. */
export function keptEvaluation(
  { rule, status, reason, trace, actions }: Evaluation,
  event: Concerned,
  eventFailed: boolean,
): KeptEvaluation {
  const { source } = rule.condition;
  const told = eventFailed ? [] : actions;
  return {
    status,
    ...(reason === null ? {} : { reason }),
    ...(trace.length === 0 ? {} : { trace: trace.map((step) => keptStep(step, source)) }),
    ...(told.length === 0
      ? {}
      : { actions: told.map((outcome, place) => keptAction(outcome, actionAt(rule.actions, place).source, event)) }),
  };
}

/** @param rules of the version that ran, in order; `kept` ends with the rule at which the event failed. */
export const toldEvaluations = (kept: readonly KeptEvaluation[], rules: readonly RuleThatRan[], event: Concerned): ToldEvaluation[] =>
  kept.map(({ status, reason = null, trace = [], actions = [] }, place) => {
    const rule = present(rules[place], 'a version keeps every rule that its events were evaluated with');
    return {
      rule_id: rule.id,
      rule_set_id: rule.ruleSetId,
      rule_name: rule.name,
      rule_version: rule.version,
      status,
      reason,
      trace: trace.map((step) => toldStep(step, rule.condition)),
      actions: actions.map((action, at) => toldAction(action, actionAt(rule.actions, at), event)),
    };
  });

const actionAt = <Action>(actions: readonly Action[], place: number): Action =>
  present(actions[place], 'each outcome is of the action at the same place');

function keptStep({ expression, value, margin }: TraceStep, condition: string): KeptStep {
  const at = condition.indexOf(expression);
  const missed = margin === undefined ? ([] as const) : ([margin] as const);
  return at < 0 ? [expression, value, ...missed] : [at, expression.length, value, ...missed];
}

function toldStep(step: KeptStep, condition: string): TraceStep {
  const [expression, value, margin] = isPlaced(step) ? [condition.slice(step[0], step[0] + step[1]), step[2], step[3]] : step;
  return margin === undefined ? { expression, value } : { expression, value, margin };
}

const isPlaced = (step: KeptStep): step is Extract<KeptStep, [number, ...unknown[]]> => typeof step[0] === 'number';

function keptAction({ type: _, result, target, asset_id, ...outcome }: ActionOutcome, source: ActionSource, event: Concerned): KeptAction {
  const written = writtenIn(source, event);
  return {
    ...(result === 'APPLIED' ? {} : { result }),
    ...(isSame(target, written.target) ? {} : { target: target ?? null }),
    ...(asset_id === written.asset_id ? {} : { asset_id: asset_id ?? null }),
    ...outcome,
  };
}

function toldAction(
  { result = 'APPLIED', target, asset_id, ...outcome }: KeptAction,
  source: ActionSource,
  event: Concerned,
): ActionOutcome {
  const written = writtenIn(source, event);
  const [holder, asset] = [target === undefined ? written.target : target, asset_id === undefined ? written.asset_id : asset_id];
  return {
    type: source.type,
    result,
    ...(holder ? { target: holder } : {}),
    ...(asset ? { asset_id: asset } : {}),
    ...outcome,
  };
}

const isSame = (one: Subject | undefined, other: Subject | undefined): boolean => one?.id === other?.id && one?.type === other?.type;

/** The target and the asset of an action, as far as its text and the event say them. */
function writtenIn(source: ActionSource, event: Concerned): Pick<ActionOutcome, 'target' | 'asset_id'> {
  const target = 'target' in source ? targetOf(source.target, event) : null;
  return { ...(target ? { target } : {}), ...('asset_id' in source ? { asset_id: source.asset_id } : {}) };
}

function targetOf(target: ActionTarget, { programId, participantId, recipientId }: Concerned): Subject | null {
  const person = (id: string | null | undefined): Subject | null => (id ? { type: 'PARTICIPANT', id } : null);
  switch (target.type) {
    case 'ACTOR':
      return person(participantId);
    case 'RECIPIENT':
      return person(recipientId);
    case 'PARTICIPANT':
      return person(target.id);
    case 'GROUP':
      return { type: 'GROUP', id: target.id };
    case 'PROGRAM':
      return { type: 'PROGRAM', id: programId };
  }
}
