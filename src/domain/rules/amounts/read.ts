/** Reads an amount template as the choice that says exactly the same, if there is one. */
import { amountOf, formatDecimal, MAX_SCALE } from '@/domain/money';
import { canonicalText } from '../analyse/canonical';
import { parseExpression, type ExpressionSyntax } from '../cel/syntax';
import { RuleSyntaxError } from '../cel/syntax-error';
import { loopOf, type Node } from '../cel/tree';
import { splitTemplate } from '../holes';
import { pathOf } from '../sentence/written-path';
import type { AmountBase, AmountChoice, AmountFactor, AmountOf, AmountRounding, ItemCondition } from './choice';
import { expressionOf, ofText } from './write';

/** The choice, or null for a template that no choice says, which has to be shown as the formula that it is. */
export function amountChoiceOf(template: string): AmountChoice | null {
  try {
    const source = soleExpression(template);
    if (source === null) return null;
    const syntax = parseExpression(source);
    const choice = new Reader(syntax).choice();
    // Whatever the reader overlooked shows as a difference here.
    return choice && canonicalText(parseExpression(expressionOf(choice)).root) === canonicalText(syntax.root) ? choice : null;
  } catch (error) {
    if (error instanceof RuleSyntaxError) return null;
    throw error;
  }
}

function soleExpression(template: string): string | null {
  const pieces = splitTemplate(template).filter((piece) => typeof piece !== 'string' || piece.trim() !== '');
  const [only] = pieces;
  if (pieces.length !== 1 || only === undefined) return null;
  if (typeof only !== 'string') return only.source.trim();
  return NUMBER.test(only.trim()) ? only.trim() : null;
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const ROUNDINGS: ReadonlySet<string> = new Set<AmountRounding['way']>(['floor', 'round', 'ceil']);

const isRounding = (name: string | undefined): name is AmountRounding['way'] => name !== undefined && ROUNDINGS.has(name);

/** One `test ? value : …` of a chain. */
interface Branch {
  readonly test: Node;
  readonly value: Node;
}

class Reader {
  constructor(private readonly syntax: ExpressionSyntax) {}

  choice(): AmountChoice | null {
    let { root } = this.syntax;
    const [most, atMost] = this.bound(root, 'least');
    const [least, atLeast] = this.bound(most, 'greatest');
    root = least;
    const rounding = this.rounding(root);
    if (rounding) root = argument(root, 0) ?? root;
    const factors: AmountFactor[] = [];
    for (let times = operands(root, '_*_'); times; times = operands(root, '_*_')) {
      const factor = this.factor(times[1]);
      if (factor === null) break;
      factors.unshift(factor);
      [root] = times;
    }
    const base = this.base(root);
    return base && { base, factors, rounding, atLeast, atMost };
  }

  private bound(node: Node, name: 'least' | 'greatest'): [Node, string | null] {
    const [inner, limit] = [argument(node, 0), this.number(argument(node, 1))];
    return mathName(node) === name && inner && limit !== null ? [inner, limit] : [node, null];
  }

  private rounding(node: Node): AmountRounding | null {
    const way = mathName(node);
    if (!isRounding(way)) return null;
    const digits = argument(node, 1);
    const places = digits === undefined ? '0' : this.number(digits);
    return places !== null && /^\d{1,2}$/.test(places) && Number(places) <= MAX_SCALE ? { way, places: Number(places) } : null;
  }

  private factor(node: Node): AmountFactor | null {
    const { branches, otherwise } = chain(node);
    const [first, ...levels] = branches;
    if (first === undefined || this.number(otherwise) !== '1') return null;
    const factor = this.number(first.value);
    if (factor === null) return null;
    if (levels.length === 0) return { kind: 'condition', condition: this.condition(first.test), factor };
    return this.tier(levels);
  }

  private tier(branches: readonly Branch[]): AmountFactor | null {
    let tier: readonly string[] | null = null;
    const levels: { level: string; factor: string }[] = [];
    for (const { test, value } of branches) {
      const [field, level] = operands(test, '_==_') ?? [];
      const [path, text, factor] = [pathOf(field), textOf(level), this.number(value)];
      if (path?.length !== 4 || path[1] !== 'tiers' || path[3] !== 'level' || text === null || factor === null) return null;
      tier = path;
      levels.push({ level: text, factor });
    }
    const [whose, , key] = tier ?? [];
    return (whose === 'participant' || whose === 'recipient') && key !== undefined ? { kind: 'tier', whose, tier: key, levels } : null;
  }

  private base(node: Node): AmountBase | null {
    const amount = this.number(node);
    if (amount !== null) return { kind: 'fixed', amount };
    if (operands(node, '_?_:_')) return this.steps(node) ?? this.table(node);
    return this.unit(node) ?? this.percent(node);
  }

  private percent(node: Node): AmountBase | null {
    const [field, factor] = operands(node, '_*_') ?? [];
    const [of, share] = [this.of(field), this.number(factor)];
    return of && share !== null ? { kind: 'percent', percent: percentOf(share), of } : null;
  }

  private unit(node: Node): AmountBase | null {
    const [product, divisor] = operands(node, '_/_') ?? [];
    if (product && divisor) {
      const [field, given] = operands(product, '_*_') ?? [];
      return this.perUnit(field, given, divisor, false);
    }
    const [count, gives] = operands(node, '_*_') ?? [];
    if (count === undefined || mathName(count) !== 'floor') return null;
    const [field, every] = operands(argument(count, 0), '_/_') ?? [];
    return this.perUnit(field, gives, every, true);
  }

  private perUnit(field: Node | undefined, given: Node | undefined, unit: Node | undefined, full: boolean): AmountBase | null {
    const [of, gives, every] = [this.of(field), this.number(given), this.number(unit)];
    return of && gives !== null && every !== null ? { kind: 'unit', gives, every, full, of } : null;
  }

  private steps(node: Node): AmountBase | null {
    const { branches } = chain(node);
    const [of, as] = this.stepped(branches[0]);
    if (of === null || as === null) return null;
    const steps = branches.map(({ test, value }) => {
      const from = this.number(operands(test, '_>=_')?.[1]);
      const gives = this.number(as === 'percent' ? operands(value, '_*_')?.[1] : value);
      return from === null || gives === null ? null : { from, gives: as === 'percent' ? percentOf(gives) : gives };
    });
    return steps.every((step) => step !== null) ? { kind: 'steps', of, as, steps: steps.toReversed() } : null;
  }

  private stepped(first: Branch | undefined): [AmountOf | null, 'amount' | 'percent' | null] {
    const of = this.of(operands(first?.test, '_>=_')?.[0]);
    return [of, this.number(first?.value) !== null ? 'amount' : operands(first?.value, '_*_') ? 'percent' : null];
  }

  private table(node: Node): AmountBase | null {
    const { branches, otherwise } = chain(node);
    const [first] = branches;
    const mayBeAbsent = first?.test.exprKind.case === 'callExpr' && first.test.exprKind.value.function === '!_';
    const rows = branches.slice(mayBeAbsent ? 1 : 0).map(({ test, value }) => {
      const [field, text] = operands(test, '_==_') ?? [];
      const [path, key, gives] = [pathOf(field), textOf(text), this.number(value)];
      return path?.[0] !== 'event' || key === null || gives === null ? null : { path, row: { value: key, gives } };
    });
    const [one] = rows;
    const rest = this.number(otherwise);
    if (!one || rest === null || !rows.every((row) => row !== null)) return null;
    return { kind: 'table', path: one.path.slice(1), mayBeAbsent, rows: rows.map(({ row }) => row), otherwise: rest };
  }

  /** A path with an index differs once it is written, and is refused for that. */
  private of(node: Node | undefined): AmountOf | null {
    if (node === undefined) return null;
    const [, given, otherwise] = operands(node, '_?_:_') ?? [];
    if (given === undefined) return this.present(node, false);
    const of = this.number(otherwise) === '0' ? this.present(given, true) : null;
    return of && canonicalText(parseExpression(ofText(of)).root) === canonicalText(node) ? of : null;
  }

  private present(node: Node, mayBeAbsent: boolean): AmountOf | null {
    const path = pathOf(node);
    if (path !== null) return path[0] === 'event' && path.length > 1 ? { kind: 'field', path: path.slice(1), mayBeAbsent } : null;
    if (node.exprKind.case !== 'callExpr') return null;
    const { function: name, target, args } = node.exprKind.value;
    if (name === 'size') {
      const items = target === undefined ? this.items(args[0]) : null;
      return items && { kind: 'count', ...items, mayBeAbsent };
    }
    const loop = name === 'sum' && target?.exprKind.case === 'comprehensionExpr' ? loopOf(target.exprKind.value) : undefined;
    if (loop?.kind !== 'map' || loop.test) return null;
    const [items, of] = [this.items(loop.range), factorsOf(loop.element, loop.variable)];
    return items && of && { kind: 'sum', ...items, item: loop.variable, of, mayBeAbsent };
  }

  private items(node: Node | undefined): { list: readonly string[]; where: ItemCondition | null } | null {
    const loop = node?.exprKind.case === 'comprehensionExpr' ? loopOf(node.exprKind.value) : undefined;
    if (loop && (loop.kind !== 'filter' || loop.test === undefined)) return null;
    const [root, ...list] = pathOf(loop?.range ?? node) ?? [];
    if (root !== 'event' || list.length === 0) return null;
    return { list, where: loop?.test ? { item: loop.variable, condition: this.syntax.textOf(loop.test).trim() } : null };
  }

  /** As it is written; in parentheses where it would run into what follows it. */
  private condition(node: Node): string {
    const text = this.syntax.textOf(node).trim();
    return operands(node, '_?_:_') ? `(${text})` : text;
  }

  private number(node: Node | undefined): string | null {
    const text = node?.exprKind.case === 'constExpr' ? this.syntax.textOf(node) : '';
    return NUMBER.test(text) ? text : null;
  }
}

const percentOf = (share: string): string => formatDecimal(amountOf(share).times(100));

/** The fields of an item that are multiplied. @param item its name. */
function factorsOf(node: Node | undefined, item: string): readonly string[] | null {
  const [left, right] = operands(node, '_*_') ?? [];
  if (right === undefined) {
    const path = pathOf(node);
    return path?.length === 2 && path[0] === item ? path.slice(1) : null;
  }
  const [before, last] = [factorsOf(left, item), factorsOf(right, item)];
  return before && last?.length === 1 ? [...before, ...last] : null;
}

/** The operands of an operator; undefined for any other node. */
function operands(node: Node | undefined, operator: string): readonly [Node, Node, Node?] | undefined {
  if (node?.exprKind.case !== 'callExpr' || node.exprKind.value.function !== operator) return undefined;
  const [first, second, third] = node.exprKind.value.args;
  return first && second ? [first, second, third] : undefined;
}

/** The name of a function of `math`. */
function mathName(node: Node): string | undefined {
  if (node.exprKind.case !== 'callExpr') return undefined;
  const { target, function: name } = node.exprKind.value;
  return target?.exprKind.case === 'identExpr' && target.exprKind.value.name === 'math' ? name : undefined;
}

const argument = (node: Node, index: number): Node | undefined =>
  node.exprKind.case === 'callExpr' ? node.exprKind.value.args[index] : undefined;

/** What `a ? b : c ? d : e` tests in turn, and its last value. */
function chain(node: Node): { readonly branches: readonly Branch[]; readonly otherwise: Node } {
  const branches: Branch[] = [];
  let otherwise = node;
  for (let next = operands(otherwise, '_?_:_'); next?.[2]; next = operands(otherwise, '_?_:_')) {
    branches.push({ test: next[0], value: next[1] });
    otherwise = next[2];
  }
  return { branches, otherwise };
}

const textOf = (node: Node | undefined): string | null =>
  node?.exprKind.case === 'constExpr' && node.exprKind.value.constantKind.case === 'stringValue'
    ? node.exprKind.value.constantKind.value
    : null;
