/** Puts a condition into words that a person can check; what has none is shown as it is written. The same condition always has the same words. */
import { canonicalText } from '../analyse/canonical';
import type { ExpressionSyntax } from '../cel/syntax';
import { loopOf, type Loop, type Node } from '../cel/tree';
import { FieldWords, readableSyntax, type Variables } from './field-words';
import { alternatives, definite, quoted } from './phrases';
import { needsItsFields, Statements } from './statement-words';

/**
 * @param variables what the names of a surrounding loop stand for.
 * @returns a clause such as `type is “purchase” and amount is over 50`; null for one that is always true.
 */
export function conditionWords(source: string, variables?: Variables): string | null {
  const syntax = readableSyntax(source);
  if (syntax === null) return `CEL ${quoted(source)}`;
  if (boolOf(syntax.root) === true) return null;
  return new Clauses(wordsWithin(syntax, variables)).of(syntax.root);
}

/** @returns a clause about an item of a list, such as `category is “coffee”`. @param variable its name in the condition. */
export function itemConditionWords(source: string, variable: string): string {
  const syntax = readableSyntax(source);
  if (syntax === null) return `CEL ${quoted(source)}`;
  return new Clauses(wordsWithin(syntax, new Map([[variable, 'item']]))).of(syntax.root, 'and');
}

/** The words for one expression that stands alone, such as the field of a line. */
export function termWords(source: string, variables?: Variables): string {
  const syntax = readableSyntax(source);
  return (syntax && wordsWithin(syntax, variables).of(syntax.root)) ?? `CEL ${quoted(source)}`;
}

/** The words for the conditions within an expression. */
export const clausesWithin = (syntax: ExpressionSyntax): Clauses => new Clauses(wordsWithin(syntax));

/** The words for the parts of an expression, conditions in it included. */
export const wordsWithin = (syntax: ExpressionSyntax, variables?: Variables): FieldWords =>
  new FieldWords(
    (node) => syntax.textOf(node),
    (node, words) => new Clauses(words).of(node, 'and'),
    variables,
  );

/** What joins the clause to those around it. */
type Around = 'alone' | 'and' | 'or';

class Clauses {
  constructor(private readonly words: FieldWords) {}

  of(node: Node, around: Around = 'alone'): string {
    return this.clause(node, around) ?? `CEL ${quoted(this.words.textOf(node))}`;
  }

  private clause(node: Node, around: Around): string | null {
    const { case: kind, value } = node.exprKind;
    if (boolOf(node) !== null) return boolOf(node) ? 'always' : 'never';
    if (kind === 'comprehensionExpr') {
      const loop = loopOf(value);
      return loop === undefined ? null : this.loop(loop, false, around);
    }
    const operator = kind === 'callExpr' ? value.function : null;
    if (operator === '_&&_') return this.all(node, around);
    if (operator === '_||_') return this.any(node, around);
    if (operator === '!_' && kind === 'callExpr') return this.not(value.args[0], around);
    return this.statement(node, true);
  }

  private all(node: Node, around: Around): string | null {
    const parts = flattened(node, '_&&_');
    const told = parts.filter((part) => !isGuard(part, parts));
    const words = told.map((part, index) => {
      const clause = this.of(part, told.length > 1 ? 'and' : around);
      // What follows an “or” would be taken for a part of it.
      return index < told.length - 1 && ALTERNATIVE.test(clause) ? `(${clause})` : clause;
    });
    const text = alternatives(words, 'and');
    return around === 'alone' || told.length === 1 ? text : `(${text})`;
  }

  private any(node: Node, around: Around): string | null {
    const text = alternatives(flattened(node, '_||_').map((part) => this.of(part, 'or')));
    return around === 'alone' ? text : `either ${text}`;
  }

  not(node: Node | undefined, around: Around): string | null {
    if (node === undefined) return null;
    const { case: kind, value } = node.exprKind;
    if (kind === 'comprehensionExpr') {
      const loop = loopOf(value);
      return loop === undefined ? null : this.loop(loop, true, around);
    }
    return this.statement(node, false) ?? `it is not so that ${this.of(node, 'and')}`;
  }

  private statement(node: Node, holds: boolean): string | null {
    const told = new Statements(this.words).of(node, holds);
    return told && `${told.subject} ${told.says}`;
  }

  /** What follows it would be taken for a part of it, unless it stands alone. */
  private loop(loop: Loop, negated: boolean, around: Around): string | null {
    const quantifier = QUANTIFIERS[`${negated ? 'no ' : ''}${loop.kind}`];
    const list = this.words.of(loop.range);
    if (quantifier === undefined || list === null || loop.test === undefined) return null;
    const inner = new Clauses(this.words.within(loop));
    // Not all do: at least one does not.
    const test = negated && loop.kind === 'all' ? inner.not(loop.test, 'and') : inner.of(loop.test, 'and');
    const text = `for ${quantifier} of ${definite(list)}, ${test}`;
    return around === 'alone' ? text : `(${text})`;
  }
}

const ALTERNATIVE = /^(it is not so that )?either /;

const QUANTIFIERS: Readonly<Record<string, string>> = {
  exists: 'at least one',
  'no exists': 'none',
  all: 'each',
  'no all': 'at least one',
  exists_one: 'exactly one',
};

/** A literal `true` or `false`; null for anything else. */
export function boolOf(node: Node): boolean | null {
  const constant = node.exprKind.case === 'constExpr' ? node.exprKind.value.constantKind : undefined;
  return constant?.case === 'boolValue' ? constant.value : null;
}

/** The parts of a chain of the operator; a node that is none is its only part. */
export function flattened(node: Node | undefined, operator: string): Node[] {
  if (node === undefined) return [];
  if (node.exprKind.case !== 'callExpr' || node.exprKind.value.function !== operator) return [node];
  return node.exprKind.value.args.flatMap((part) => flattened(part, operator));
}

/** Whether a part only asks whether there is what another part reads, which could not be true without it. */
function isGuard(part: Node, parts: readonly Node[]): boolean {
  const { case: kind, value } = part.exprKind;
  if (kind !== 'selectExpr' || !value.testOnly) return false;
  const field = canonicalText(part).slice('has('.length, -1);
  return parts.some((other) => {
    const text = canonicalText(other);
    // What chooses by itself may do without the field.
    return other !== part && isErrorWithoutFields(other) && !text.includes('_?_:_(') && reads(text, field);
  });
}

/** A statement that is an error, and so not true, without what it reads; alternatives and negations may be true without it. */
function isErrorWithoutFields({ exprKind: { case: kind, value } }: Node): boolean {
  if (kind === 'comprehensionExpr') return loopOf(value)?.kind === 'exists';
  if (kind === 'selectExpr') return !value.testOnly;
  if (kind !== 'callExpr') return false;
  return needsItsFields(value.function);
}

/** Whether the text names the field itself, or something below it. */
function reads(text: string, field: string): boolean {
  for (let at = text.indexOf(field); at >= 0; at = text.indexOf(field, at + 1)) {
    if (!/[\w"]/.test(text[at + field.length] ?? '') && !/[\w.]/.test(text[at - 1] ?? '')) return !text.startsWith('has(');
  }
  return false;
}
