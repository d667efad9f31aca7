/** Explains in one line why a condition was not true, from its trace: what the values were, and what was required of them. */
import { Amount } from '@/domain/money';
import type { JsonValue } from './activation';
import { parseExpression, type ExpressionSyntax } from './cel/syntax';
import { RuleSyntaxError } from './cel/syntax-error';
import type { Node } from './cel/tree';
import type { TraceStep } from './trace';

const MAX_CAUSES = 3;
const MAX_VALUE = 60;

/** Such as `event.amount is 37.5; 12.5 short of 50`. Null when the trace shows no false condition. */
export function explainMiss(trace: readonly TraceStep[]): string | null {
  const [whole] = trace;
  if (whole?.value !== false) return null;
  const causes = trace.flatMap((step, index) => {
    if (step.value !== false) return [];
    const after = trace.slice(index + 1);
    return hasFalsePart(step, after) ? [] : [causeOf(step, after)];
  });
  const shown = [...new Set(causes)];
  return shown.length > MAX_CAUSES
    ? `${shown.slice(0, MAX_CAUSES).join(', and ')}, and ${shown.length - MAX_CAUSES} more`
    : shown.join(', and ');
}

/** By how much the condition was missed, where one comparison of numbers decided: left minus right. */
export function marginOfMiss(trace: readonly TraceStep[]): string | null {
  const margins = trace.flatMap(({ margin, value }) => (margin === undefined || value !== false ? [] : [margin]));
  return margins.length === 1 ? (margins[0] ?? null) : null;
}

/** Each step is followed by its parts; a part that is itself false says more than the whole. */
function hasFalsePart({ expression }: TraceStep, after: readonly TraceStep[]): boolean {
  for (const step of after) {
    if (!expression.includes(step.expression)) return false;
    if (step.value === false && step.expression !== expression) return true;
  }
  return false;
}

function causeOf(step: TraceStep, parts: readonly TraceStep[]): string {
  const syntax = parsed(step.expression);
  const told = syntax && new Cause(syntax, step, parts).told();
  return told ?? `${step.expression} is false`;
}

/** Null for a long expression, which is cut in its trace and no longer parses. */
function parsed(expression: string): ExpressionSyntax | null {
  try {
    return parseExpression(expression);
  } catch (error) {
    if (error instanceof RuleSyntaxError) return null;
    throw error;
  }
}

const MIRRORED: Readonly<Record<string, string>> = {
  '_<_': '_>_',
  '_<=_': '_>=_',
  '_>_': '_<_',
  '_>=_': '_<=_',
  '_==_': '_==_',
  '_!=_': '_!=_',
};

class Cause {
  constructor(
    private readonly syntax: ExpressionSyntax,
    private readonly step: TraceStep,
    private readonly parts: readonly TraceStep[],
  ) {}

  told(): string | null {
    const { case: kind, value } = this.syntax.root.exprKind;
    if (kind === 'selectExpr') return value.testOnly ? this.absence(this.step.expression) : null;
    if (kind !== 'callExpr') return null;
    const [left, right] = value.args;
    if (value.function === '!_' && left) return this.negation(left);
    if (!left || !right) return null;
    if (value.function === '@in') return this.outside(left, right);
    const mirrored = MIRRORED[value.function];
    if (mirrored === undefined) return null;
    const turned = left.exprKind.case === 'constExpr';
    return turned ? this.comparison(mirrored, right, left, true) : this.comparison(value.function, left, right, false);
  }

  private absence(expression: string): string {
    return `${expression.replace(/^has\s*\(\s*|\s*\)$/g, '')} is absent`;
  }

  private negation(denied: Node): string {
    const { exprKind } = denied;
    const text = this.syntax.textOf(denied);
    return exprKind.case === 'selectExpr' && exprKind.value.testOnly
      ? this.absence(text).replace(/absent$/, 'present')
      : `${text} ${exprKind.case === 'callExpr' ? 'holds' : 'is true'}`;
  }

  private outside(element: Node, container: Node): string {
    const value = this.valueOf(element);
    return value === null
      ? `${this.syntax.textOf(container)} does not hold ${this.shown(element)}`
      : `${this.syntax.textOf(element)} is ${value}, not in ${this.shown(container)}`;
  }

  private comparison(operator: string, subject: Node, wanted: Node, turned: boolean): string | null {
    const value = this.valueOf(subject);
    if (value === null) return null;
    const is = `${this.syntax.textOf(subject)} is ${value}`;
    const [than, margin] = [
      this.shown(wanted),
      this.step.margin === undefined ? null : new Amount(this.step.margin).times(turned ? -1 : 1),
    ];
    switch (operator) {
      case '_==_':
        return `${is}, not ${than}`;
      case '_!=_':
        return `${is}, which it must not be`;
      case '_>_':
      case '_>=_':
        return margin === null || margin.isZero() ? `${is}, not more than ${than}` : `${is}; ${margin.abs().toFixed()} short of ${than}`;
      default:
        return margin === null || margin.isZero() ? `${is}, not less than ${than}` : `${is}; ${margin.abs().toFixed()} above ${than}`;
    }
  }

  /** The value of a part; null when it is a literal or was not reached. */
  private valueOf(node: Node): string | null {
    const text = this.syntax.textOf(node);
    const part = this.parts.find(({ expression }) => expression === text);
    return part === undefined ? null : shortJson(part.value);
  }

  /** The part as written, followed by its value unless it is a literal. */
  private shown(node: Node): string {
    const value = this.valueOf(node);
    const text = this.syntax.textOf(node);
    return value === null || value === text ? text : `${text} (${value})`;
  }
}

function shortJson(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
