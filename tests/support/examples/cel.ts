/** Evaluates the documentation's expressions with the engine that runs rules. */
import { activationScope, RULE_ROOTS, type JsonRecord, type RuleActivation } from '@/domain/rules/activation';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import { jsonOf } from '@/domain/rules/cel/json';
import { textOfTime } from '@/domain/rules/cel/library';
import { conditionNumbers } from '@/domain/rules/cel/numbers';
import { CelFailure } from '@/domain/rules/cel/values';
import { compileExpression, evaluateExpression } from '@/domain/rules/expression';
import { compileTemplate, evaluateTemplate } from '@/domain/rules/template';

const BUDGET = ruleBudget(() => performance.now());

export interface Sample {
  readonly event: JsonRecord;
  readonly state: Omit<RuleActivation, 'event' | 'now'> & { readonly now: string };
}

const activationOf = ({ event, state: { now, participant, ...state } }: Sample): RuleActivation => ({
  ...state,
  participant: participant && { ...participant, enrolled_at: participant.enrolled_at && new Date(participant.enrolled_at) },
  event,
  now: new Date(now),
});

/** The value as JSON text, or `error: ` and the reason. */
export function valueOf(source: string, sample: Sample): string {
  const expression = compileExpression(source, conditionNumbers, RULE_ROOTS);
  const outcome = evaluateExpression(expression, activationScope(activationOf(sample), conditionNumbers), BUDGET);
  const json = outcome instanceof CelFailure ? outcome : jsonOf(outcome, textOfTime);
  return json instanceof CelFailure ? `error: ${json.reason}` : JSON.stringify(json);
}

export function templateValueOf(source: string, sample: Sample): string {
  const result = evaluateTemplate(compileTemplate(source, 'value'), activationOf(sample), BUDGET);
  return result.ok ? JSON.stringify(result.value) : `error: ${result.reason}`;
}

/** The lines of a block, split at the last ` // ` into the expression and its documented result. */
export const linesOf = (code: string): { source: string; gives: string }[] =>
  code.split('\n').map((line) => {
    const at = line.lastIndexOf(' // ');
    if (at < 0) throw new Error(`the line says no result: ${line}`);
    return { source: line.slice(0, at).trim(), gives: line.slice(at + ' // '.length).trim() };
  });
