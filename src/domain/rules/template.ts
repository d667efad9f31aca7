/**
 * Compiles and evaluates the templates of actions: amounts as exact decimals, texts with `{{ }}` holes, and
 * values that keep their type. Numbers in holes are decimals in every kind of template, so that an amount
 * and the text about it never disagree.
 */
import { isDecimalText, isNumeral } from '../amount-text';
import { Amount, amountOf, formatDecimal } from '../money';
import { activationScope, RULE_ROOTS, type JsonValue, type RuleActivation } from './activation';
import { MAX_BUILT_SIZE, ruleBudget, type EvaluationBudget } from './cel/bounds';
import { jsonOf } from './cel/json';
import { textOfTime } from './cel/library';
import { templateNumbers } from './cel/numbers';
import { syntaxErrorAt } from './cel/syntax-error';
import { CelFailure, kindOf, TOO_LARGE, type ExpressionResult } from './cel/values';
import { compileExpression, evaluateExpression, type CompiledExpression } from './expression';
import { splitTemplate } from './holes';
import { rootsOf } from './references';

export interface TemplateValues {
  /** Exact, neither rounded nor checked for its sign. */
  amount: Amount;
  text: string;
  /** The value of the hole if the template is a single `{{ }}`, else a text. */
  value: JsonValue;
}
export type TemplateKind = keyof TemplateValues;

type Part = string | CompiledExpression;

/** Immutable; compile once, evaluate for every event. */
export interface CompiledTemplate<K extends TemplateKind = TemplateKind> {
  readonly kind: K;
  readonly source: string;
  /** Literal texts and expressions, in order. */
  readonly parts: readonly Part[];
}

export const isOfKind = <K extends TemplateKind>(template: CompiledTemplate, kind: K): template is CompiledTemplate<K> =>
  template.kind === kind;

/** The value of a template, or why it has none, as a sentence without its period. */
export type TemplateResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

const MAX_TEMPLATE_LENGTH = 8_000;

/**
 * An `amount` is a decimal literal or a single `{{ }}`; a `text` and a `value` may mix literal text and
 * holes.
 * @param roots what the holes may read.
 * @throws RuleSyntaxError with the position in the whole template.
 */
export function compileTemplate<K extends TemplateKind>(
  source: string,
  kind: K,
  roots: ReadonlySet<string> = RULE_ROOTS,
): CompiledTemplate<K> {
  if (source.length > MAX_TEMPLATE_LENGTH) {
    throw syntaxErrorAt({ source, offset: 0 }, MAX_TEMPLATE_LENGTH, `The template is longer than ${MAX_TEMPLATE_LENGTH} characters.`);
  }
  const parts = splitTemplate(source).map((piece): Part => {
    return typeof piece === 'string' ? piece : compileExpression(piece.source, templateNumbers, roots, { source, offset: piece.offset });
  });
  return { kind, source, parts: kind === 'amount' ? amountParts(source, parts) : parts };
}

function amountParts(source: string, parts: readonly Part[]): readonly Part[] {
  const written = parts.map((part) => (typeof part === 'string' ? part.trim() : part)).filter((part) => part !== '');
  const [only] = written;
  if (written.length === 1 && only !== undefined && (typeof only !== 'string' || isNumeral(only))) return written;
  throw syntaxErrorAt(
    { source, offset: 0 },
    0,
    'An amount is a decimal such as "10.50" or one expression such as "{{ event.amount * 0.1 }}".',
  );
}

/** The constant value of an amount template, or undefined when it is an expression. */
export function literalAmount(template: CompiledTemplate): Amount | undefined {
  const [only] = template.parts;
  return typeof only === 'string' ? amountOf(only) : undefined;
}

const NOTHING_TO_READ = { read: () => undefined };
const STOPPED_CLOCK = ruleBudget(() => 0);

/** The value of an amount template that reads nothing, a literal or an expression such as `{{ 2 - 7 }}`; undefined when it reads, or has none. */
export function constantAmount(template: CompiledTemplate): Amount | undefined {
  if (rootsOf(templateExpressions(template)).size > 0) return undefined;
  const value = renderAmount(template.parts, (expression) => evaluateExpression(expression, NOTHING_TO_READ, STOPPED_CLOCK));
  return value instanceof CelFailure ? undefined : value;
}

function amountOfValue(value: ExpressionResult): Amount | CelFailure {
  if (value instanceof Amount || value instanceof CelFailure) return value;
  if (typeof value === 'string' && isDecimalText(value)) return amountOf(value);
  return new CelFailure(`The amount is ${typeof value === 'string' ? 'a text that is not a decimal' : `a value of kind ${kindOf(value)}`}`);
}

/** A value as text; null has none, so that an id is never built from nothing. */
function textOfValue(value: ExpressionResult, expression: CompiledExpression): string | CelFailure {
  if (typeof value === 'string' || value instanceof CelFailure) return value;
  if (value instanceof Amount) return formatDecimal(value);
  if (value === null) return new CelFailure(`${expression.syntax.textOf(expression.syntax.root)} is null, which has no text`);
  const json = jsonOf(value, textOfTime);
  return typeof json === 'string' || json instanceof CelFailure ? json : JSON.stringify(json);
}

type EvaluatePart = (expression: CompiledExpression) => ExpressionResult;

function renderText(parts: readonly Part[], evaluate: EvaluatePart): string | CelFailure {
  let text = '';
  for (const part of parts) {
    const piece = typeof part === 'string' ? part : textOfValue(evaluate(part), part);
    if (piece instanceof CelFailure) return piece;
    if (text.length + piece.length > MAX_BUILT_SIZE) return TOO_LARGE;
    text += piece;
  }
  return text;
}

function renderValue(parts: readonly Part[], evaluate: EvaluatePart): JsonValue | CelFailure {
  const [only] = parts;
  if (parts.length !== 1 || only === undefined || typeof only === 'string') return renderText(parts, evaluate);
  const value = evaluate(only);
  return value instanceof CelFailure ? value : jsonOf(value, textOfTime);
}

function renderAmount([only = '']: readonly Part[], evaluate: EvaluatePart): Amount | CelFailure {
  return typeof only === 'string' ? amountOf(only) : amountOfValue(evaluate(only));
}

const RENDER: { readonly [K in TemplateKind]: (parts: readonly Part[], evaluate: EvaluatePart) => TemplateValues[K] | CelFailure } = {
  amount: renderAmount,
  text: renderText,
  value: renderValue,
};

/** Never throws. The budget applies to each hole separately. */
export function evaluateTemplate<K extends TemplateKind>(
  template: CompiledTemplate<K>,
  activation: RuleActivation,
  budget: EvaluationBudget,
): TemplateResult<TemplateValues[K]> {
  const scope = activationScope(activation, templateNumbers);
  const value = RENDER[template.kind](template.parts, (expression) => evaluateExpression(expression, scope, budget));
  return value instanceof CelFailure ? { ok: false, reason: value.reason } : { ok: true, value };
}

/** The expressions in the holes of a template. */
export function templateExpressions(template: CompiledTemplate): readonly CompiledExpression[] {
  return template.parts.filter((part) => typeof part !== 'string');
}
