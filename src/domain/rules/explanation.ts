/**
 * Explains why a condition was not true, from its trace, in the words in which the condition is told: a sentence for each part that was not met,
 * which says what was there and what it must be.
 */
import type { ExpressionSyntax } from './cel/syntax';
import type { JsonValue } from './cel/json';
import type { Node } from './cel/tree';
import { boolOf, clausesWithin, flattened, wordsWithin } from './sentence/condition-words';
import { readableSyntax } from './sentence/field-words';
import { alternatives, capitalized, listed, quoted } from './sentence/phrases';
import { Statements, type ToldStatement } from './sentence/statement-words';
import { valueWords } from './sentence/value-words';
import { tracedValue, type TraceStep } from './trace';

const MOST_SENTENCES = 3;

/** Such as `Amount is 37.5; it must be at least 50`, without its last period. Null when the trace shows no false condition. */
export function explainMiss(trace: readonly TraceStep[]): string | null {
  const [whole] = trace;
  if (whole?.value !== false) return null;
  const syntax = readableSyntax(whole.expression);
  if (syntax === null) return `CEL ${quoted(whole.expression)} is false`;
  const sentences = [...new Set(new Misses(syntax, trace).of(syntax.root, true))];
  const more = sentences.length - MOST_SENTENCES;
  const shown = sentences.slice(0, MOST_SENTENCES).map(capitalized);
  return [...shown, ...(more > 0 ? [`${more} more ${more === 1 ? 'condition is' : 'conditions are'} not met`] : [])].join('. ');
}

/** By how much the condition was missed, where one comparison of numbers decided: left minus right. */
export function marginOfMiss(trace: readonly TraceStep[]): string | null {
  const margins = trace.flatMap(({ margin, value }) => (margin === undefined || value !== false ? [] : [margin]));
  return margins.length === 1 ? (margins[0] ?? null) : null;
}

class Misses {
  private readonly clauses;
  private readonly statements: Statements;

  constructor(
    private readonly syntax: ExpressionSyntax,
    private readonly trace: readonly TraceStep[],
  ) {
    this.clauses = clausesWithin(syntax);
    this.statements = new Statements(wordsWithin(syntax), (node, told) => this.note(node, told));
  }

  /** The sentences for a part that had to be `wanted` and was not. */
  of(node: Node, wanted: boolean): string[] {
    const { case: kind, value } = node.exprKind;
    const operator = kind === 'callExpr' ? value.function : null;
    const args: readonly Node[] = kind === 'callExpr' ? value.args : [];
    if (operator === '!_' && args[0]) return this.of(args[0], !wanted);
    if (operator === '_?_:_') return this.ofBranch(args, wanted) ?? [this.statement(node, wanted)];
    if (operator !== '_&&_' && operator !== '_||_') return [this.statement(node, wanted)];
    const parts = flattened(node, operator);
    // All parts of an “and” that holds, or of an “or” that does not, are as they are together.
    if ((operator === '_||_') === wanted) return [wanted ? this.oneOf(parts) : this.statement(node, wanted)];
    if (operator === '_&&_' && !wanted) return [this.statement(node, wanted)];
    const causes = parts.filter((part) => this.valueOf(part) === !wanted);
    return causes.length === 0 ? [this.statement(node, wanted)] : causes.flatMap((part) => this.of(part, wanted));
  }

  private ofBranch([test, then, otherwise]: readonly Node[], wanted: boolean): string[] | null {
    const taken = test === undefined ? null : this.valueOf(test) === true ? then : otherwise;
    return taken ? this.of(taken, wanted) : null;
  }

  private statement(node: Node, wanted: boolean): string {
    const told = this.statements.of(node, wanted);
    const there = told && this.there(told);
    if (there) return `${there}; it must ${told.wants}`;
    const opposite = this.statements.of(node, !wanted);
    const words = this.clauses.of(node);
    if (boolOf(node) !== null) return `the condition is ${words} met`;
    if (words.startsWith('CEL ')) return `${words} is ${!wanted}`;
    if (!wanted) return `${words}; this must not be so`;
    return opposite ? `${opposite.subject} ${opposite.says}` : (this.clauses.not(node, 'alone') ?? `it is not so that ${words}`);
  }

  /** Alternatives of which any would do. */
  private oneOf(parts: readonly Node[]): string {
    const told = parts.map((part) => this.statements.of(part));
    const [first] = told;
    const there = first && this.there(first);
    if (there && told.every((each) => each?.subject === first.subject)) {
      return `${there}; it must ${eitherOf(told.map((each) => each?.wants ?? ''))}`;
    }
    const words = parts.map((part, at) => {
      const value = told[at] && this.saidOf(told[at]);
      return `${this.clauses.of(part, 'or')}${value ? ` (it ${value})` : ''}`;
    });
    return `one of these must be so: ${alternatives(words)}`;
  }

  /** `amount is 37.5`; null where no value decides. */
  private there(told: ToldStatement): string | null {
    const said = this.saidOf(told);
    return said && told.decidedBy && `${told.decidedBy.words} ${said}`;
  }

  private saidOf({ decidedBy }: ToldStatement): string | null {
    const value = decidedBy === null ? undefined : this.valueOf(decidedBy.node);
    if (decidedBy === null || value === undefined) return null;
    const told = decidedBy.saysOf && typeof value === 'number' ? decidedBy.saysOf(value) : valueWords(value, decidedBy.node);
    return told && `is ${told}`;
  }

  /** The value of what something is compared with, unless that is what is told. */
  private note(node: Node, told: string): string {
    const value = this.valueOf(node);
    const words = value === undefined ? null : valueWords(value, node);
    return words === null || words === told ? '' : ` (${words})`;
  }

  private valueOf(node: Node): JsonValue | undefined {
    return boolOf(node) ?? tracedValue(this.trace, this.syntax.textOf(node));
  }
}

/** `be “a” or “b”`. */
const eitherOf = (wants: readonly string[]): string =>
  wants.every((each) => each.startsWith('be '))
    ? `be ${listed(
        wants.map((each) => each.slice('be '.length)),
        'or',
      )}`
    : listed(wants, 'or');
