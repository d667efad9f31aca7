/** Puts into words what an expression reads or computes, such as `event.order.channel` or `participant.counters.visits`; the same text always in the same words. */
import { amountOf, formatDecimal } from '@/domain/money';
import { canonicalText } from '../analyse/canonical';
import { parseExpression, type ExpressionSyntax } from '../cel/syntax';
import { RuleSyntaxError } from '../cel/syntax-error';
import { loopOf, type Call, type Loop, type Node } from '../cel/tree';
import { alternatives, definite, humanized, quoted } from './phrases';
import { timeWords } from './time-words';
import { isNow, pathOf, textLiteral } from './written-path';

/** The syntax of an expression; null for one that was accepted once and would not be now. */
export function readableSyntax(source: string): ExpressionSyntax | null {
  try {
    return parseExpression(source);
  } catch (error) {
    if (error instanceof RuleSyntaxError) return null;
    throw error;
  }
}

/** What a name within a loop stands for: an item of a list, one of the groups of the participant, or what an outer loop is at. */
export type Variables = ReadonlyMap<string, 'item' | 'group' | 'outer'>;

/** The words for parts of one expression. Null: there are none, and the expression itself has to be shown. */
export class FieldWords {
  constructor(
    /** The source text of a node. */
    readonly textOf: (node: Node) => string,
    /** The words for a condition within what is read, told in the words of that place. */
    private readonly clauseOf: (node: Node, words: FieldWords) => string,
    private readonly variables: Variables = new Map(),
  ) {}

  /** The same within a loop. */
  within({ range, variable }: Loop): FieldWords {
    const isGroups = range.exprKind.case === 'identExpr' && range.exprKind.value.name === 'groups';
    // “It” can mean one thing only.
    const outer = [...this.variables.keys()].map((name): [string, 'outer'] => [name, 'outer']);
    const within = new Map<string, 'item' | 'group' | 'outer'>([...outer, [variable, isGroups ? 'group' : 'item']]);
    return new FieldWords(this.textOf, this.clauseOf, within);
  }

  /** The words for a condition that a value depends on. */
  conditionOf(test: Node): string {
    return this.clauseOf(test, this);
  }

  of(node: Node | undefined): string | null {
    if (node === undefined) return null;
    const { case: kind, value } = node.exprKind;
    if (kind === 'constExpr') return this.literal(node);
    if (kind === 'listExpr') return alternatives(value.elements.map((element) => this.of(element)));
    if (kind === 'comprehensionExpr') {
      const loop = loopOf(value);
      return loop === undefined ? null : this.ofList(loop);
    }
    const path = pathOf(node);
    if (path !== null) return this.ofPath(path);
    return kind === 'callExpr' ? this.ofCall(value) : null;
  }

  private literal(node: Node): string | null {
    if (node.exprKind.case !== 'constExpr') return null;
    const { constantKind } = node.exprKind.value;
    if (constantKind.case === 'stringValue') return constantKind.value === '' ? 'an empty text' : quoted(constantKind.value);
    if (constantKind.case === 'boolValue') return String(constantKind.value);
    if (constantKind.case === 'nullValue') return 'nothing';
    return constantKind.case === 'bytesValue' ? null : this.textOf(node);
  }

  private ofPath([root = '', ...steps]: readonly string[]): string | null {
    const variable = this.variables.get(root);
    if (variable === 'outer') return null;
    if (variable === 'item') return steps.length === 0 ? 'it' : fieldName(steps);
    if (variable === 'group') return steps.length === 0 ? 'it' : (stateWords('it', steps)?.replace(/^the (.*) of it\b/, 'its $1') ?? null);
    if (root === 'now') return steps.length === 0 ? 'the time' : null;
    if (root === 'event') return steps.length === 0 ? 'the event' : fieldName(steps);
    if (root === 'groups') return steps.length === 0 ? 'the groups of the participant' : null;
    if (root === 'codes') return steps.length === 0 ? 'the codes of the event' : fieldName(['codes', ...steps]);
    return root === 'participant' || root === 'recipient' || root === 'program' ? stateWords(`the ${root}`, steps) : null;
  }

  /** What is made of a list by `map` or `filter`. */
  private ofList(loop: Loop): string | null {
    const list = this.of(loop.range);
    if (list === null || (loop.kind !== 'map' && loop.kind !== 'filter')) return null;
    if (loop.kind === 'filter') return `${definite(list)} where ${this.testOf(loop)}`;
    const element = this.within(loop).of(loop.element);
    if (element === null) return null;
    const where = loop.test === undefined ? '' : ` where ${this.testOf(loop)}`;
    const each = `of each of ${definite(list)}${where}`;
    return element === 'it' ? each.slice('of '.length) : `${element.replace(/^its /, '')} ${each}`;
  }

  private testOf(loop: Loop): string {
    return loop.test === undefined ? 'always' : this.within(loop).conditionOf(loop.test);
  }

  /** As many as there are in the list itself, when each gives one. */
  private sizeOf(node: Node | undefined): string | null {
    const loop = node?.exprKind.case === 'comprehensionExpr' ? loopOf(node.exprKind.value) : undefined;
    const list = loop?.kind === 'map' && loop.test === undefined ? loop.range : node;
    const words = this.of(list);
    if (words === null) return null;
    // The type of a field is not known, but people name what is many in the plural.
    const isMany = list?.exprKind.case === 'comprehensionExpr' || /s( of \S+ \S+)?$/.test(words);
    return isMany ? `the number of ${words}` : `the length of ${words}`;
  }

  private ofCall(call: Call): string | null {
    const { target: receiver, args } = call;
    const isMath = receiver?.exprKind.case === 'identExpr' && receiver.exprKind.value.name === 'math';
    const [name, target] = isMath ? [`math.${call.function}`, undefined] : [call.function, receiver];
    const time = timeWords(name, target, args);
    if (time !== null) return time;
    if (name === 'size') return this.sizeOf(target ?? args[0]);
    if (name === '_?_:_') return this.choice(args);
    if (name === 'min' || name === 'max') return this.extreme(name === 'min' ? 'least' : 'greatest', target ?? args[0]);
    const words = [target, ...args].filter((part) => part !== undefined).map((part, index) => this.operand(name, part, index));
    if (words.some((part) => part === null)) return null;
    const [first = '', second = ''] = words.map((part) => part ?? '');
    if (name === 'duration' && words.length === 1) return daysWords(first.slice(1, -1));
    if (CONVERSIONS.has(name) && words.length === 1) return first.replace(/^“(.*)”$/, '$1');
    if (name === '_-_' && isNow(args[0])) return `the time since ${second}`;
    if (name === '_+_' && args.some(isText)) return `${first} followed by ${second}`;
    if (name === '_*_') return percentage(args[0], second, this) ?? percentage(args[1], first, this) ?? `${first} times ${second}`;
    if (words.length === 2 && Object.hasOwn(ROUNDED, name)) return `${first}, ${ROUNDED[name]} ${placesWords(second)},`;
    const form = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined;
    return form && form.arity === words.length ? form.say(first, second) : null;
  }

  /** `the greatest price of the items`. */
  private extreme(which: 'least' | 'greatest', list: Node | undefined): string | null {
    if (list?.exprKind.case === 'listExpr') {
      const all = alternatives(
        list.exprKind.value.elements.map((element) => this.of(element)),
        'and',
      );
      return all && `the ${which} of ${all}`;
    }
    const words = this.of(list);
    return (
      words &&
      (words.includes(' of each of ') ? `the ${which} ${words.replace(' of each of ', ' of ')}` : `the ${which} of ${definite(words)}`)
    );
  }

  /** In parentheses where its parts could be taken for those of what surrounds it. */
  private operand(operator: string, node: Node, index: number): string | null {
    const words = this.of(node);
    const inner = node.exprKind.case === 'callExpr' ? node.exprKind.value.function : '';
    const loose = SUMS.has(inner)
      ? (operator === '_-_' && index === 1) || PRODUCTS.has(operator)
      : PRODUCTS.has(inner) && index === 1 && DIVIDING.has(operator);
    return words !== null && (loose || (operator === '-_' && (SUMS.has(inner) || PRODUCTS.has(inner)))) ? `(${words})` : words;
  }

  /** `a ? b : c`; a field that stands in for itself when it is there is told by what takes its place. */
  private choice([test, then, otherwise]: readonly Node[]): string | null {
    const [yes, no] = [this.of(then), this.of(otherwise)];
    if (test === undefined || then === undefined || yes === null || no === null) return null;
    return canonicalText(test) === `has(${canonicalText(then)})`
      ? `${yes} (${no} if missing)`
      : `(${yes} if ${this.conditionOf(test)}, otherwise ${no})`;
  }
}

const SUMS: ReadonlySet<string> = new Set(['_+_', '_-_']);
const DIVIDING: ReadonlySet<string> = new Set(['_/_', '_%_']);
const PRODUCTS: ReadonlySet<string> = new Set(['_*_', ...DIVIDING]);

/** Whether it is known to be a text, which is joined rather than added. */
const isText = (node: Node): boolean =>
  textLiteral(node) !== null || (node.exprKind.case === 'callExpr' && node.exprKind.value.function === 'string');

interface Form {
  readonly arity: number;
  readonly say: (first: string, second: string) => string;
}

export const ROUNDED: Readonly<Record<string, string>> = {
  'math.floor': 'rounded down',
  'math.ceil': 'rounded up',
  'math.round': 'rounded',
};

/** How many decimal places something is rounded to. */
export const placesWords = (places: string): string => `to ${places} decimal ${places === '1' ? 'place' : 'places'}`;

/** Calls whose parts are put into words on their own. */
const CALLS: Readonly<Record<string, Form>> = {
  '_+_': { arity: 2, say: (first, second) => `${first} plus ${second}` },
  '_-_': { arity: 2, say: (first, second) => `${first} minus ${second}` },
  '_/_': { arity: 2, say: (first, second) => `${first} divided by ${second}` },
  '_%_': { arity: 2, say: (first, second) => `what is left of ${first} divided by ${second}` },
  '-_': { arity: 1, say: (first) => `minus ${first}` },
  sum: { arity: 1, say: (first) => `the sum of ${first}` },
  lowerAscii: { arity: 1, say: (first) => `${first} in lower case` },
  upperAscii: { arity: 1, say: (first) => `${first} in upper case` },
  trim: { arity: 1, say: (first) => first },
  'math.floor': { arity: 1, say: (first) => `${first}, ${ROUNDED['math.floor']},` },
  'math.ceil': { arity: 1, say: (first) => `${first}, ${ROUNDED['math.ceil']},` },
  'math.round': { arity: 1, say: (first) => `${first}, ${ROUNDED['math.round']},` },
  'math.least': { arity: 2, say: (first, second) => `${first}, but at most ${second},` },
  'math.greatest': { arity: 2, say: (first, second) => `${first}, but at least ${second},` },
};

const CONVERSIONS: ReadonlySet<string> = new Set(['decimal', 'int', 'uint', 'double', 'string', 'timestamp', 'dyn']);

/** `720h` as `30 days`; what is not days stays as it is. */
function daysWords(duration: string): string {
  const days = Number(/^(\d+)h$/.exec(duration)?.[1]) / 24;
  return Number.isInteger(days) && days > 1 ? `${days} days` : duration;
}

/** A factor below 1 as a percentage of the other. */
function percentage(factor: Node | undefined, of: string, words: FieldWords): string | null {
  if (factor?.exprKind.case !== 'constExpr' || factor.exprKind.value.constantKind.case !== 'doubleValue') return null;
  const share = amountOf(words.textOf(factor));
  return share.isPositive() && share.lessThan(1) ? `${formatDecimal(share.times(100))}% of ${of}` : null;
}

/** `order channel`; `price of items #1` for a field of one of a list. */
function fieldName(steps: readonly string[]): string {
  const last = steps.findLastIndex((step) => step.startsWith('#'));
  const [list, field] = [steps.slice(0, last + 1), steps.slice(last + 1)];
  return list.length === 0 || field.length === 0 ? humanized(steps) : `${humanized(field)} of ${fieldName(list)}`;
}

function stateWords(whose: string, [member, key, field, ...deeper]: readonly string[]): string | null {
  if (member === undefined) return whose;
  if (deeper.length > 0) return null;
  if (member === 'counters' && key !== undefined && field === undefined) return `the counter ${quoted(key)} of ${whose}`;
  if (member === 'attributes' && key !== undefined) return `the attribute ${quoted([key, field].filter(Boolean).join('.'))} of ${whose}`;
  if (member === 'tiers' && key !== undefined && (field === 'level' || field === 'rank'))
    return `the ${field} of ${whose} in the tier ${quoted(key)}`;
  if (member === 'balances' && key !== undefined && field !== undefined) return `the ${field} ${key} of ${whose}`;
  if (key !== undefined) return null;
  if (member === 'enrolled_at') return `the enrollment of ${whose}`;
  return ['tags', 'counters', 'attributes', 'tiers', 'balances'].includes(member)
    ? `the ${member} of ${whose}`
    : `the ${humanized([member])} of ${whose}`;
}
