/** Puts into words what an expression reads or computes, such as `event.order.channel` or `participant.counters.visits`; the same text always in the same words. */
import { present } from '@/domain/assert';
import { amountOf, formatDecimal } from '@/domain/money';
import { parseExpression, type ExpressionSyntax } from '../cel/syntax';
import { RuleSyntaxError } from '../cel/syntax-error';
import { loopOf, type Call, type Loop, type Node } from '../cel/tree';

/** The syntax of an expression; null for one that was accepted once and would not be now. */
export function readableSyntax(source: string): ExpressionSyntax | null {
  try {
    return parseExpression(source);
  } catch (error) {
    if (error instanceof RuleSyntaxError) return null;
    throw error;
  }
}

/** A text in quotes, as people write them. */
export const quoted = (text: string): string => `“${text}”`;

/** What a name within a loop stands for: an item of a list, one of the groups of the participant, or what an outer loop is at. */
export type Variables = ReadonlyMap<string, 'item' | 'group' | 'outer'>;

/** The words for parts of one expression. Null: there are none, and the expression itself has to be shown. */
export class FieldWords {
  constructor(
    /** The source text of a node. */
    readonly textOf: (node: Node) => string,
    private readonly variables: Variables = new Map(),
  ) {}

  /** The same within a loop. */
  within({ range, variable }: Loop): FieldWords {
    const isGroups = range.exprKind.case === 'identExpr' && range.exprKind.value.name === 'groups';
    // “It” can mean one thing only.
    const outer = [...this.variables.keys()].map((name): [string, 'outer'] => [name, 'outer']);
    return new FieldWords(this.textOf, new Map<string, 'item' | 'group' | 'outer'>([...outer, [variable, isGroups ? 'group' : 'item']]));
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
    if (constantKind.case === 'stringValue') return quoted(constantKind.value);
    if (constantKind.case === 'boolValue') return String(constantKind.value);
    if (constantKind.case === 'nullValue') return 'nothing';
    return constantKind.case === 'bytesValue' ? null : this.textOf(node);
  }

  private ofPath([root = '', ...steps]: readonly string[]): string | null {
    const variable = this.variables.get(root);
    if (variable === 'outer') return null;
    if (variable === 'item') return steps.length === 0 ? 'it' : humanized(steps);
    if (variable === 'group') return steps.length === 0 ? 'it' : (stateWords('it', steps)?.replace(/^the (.*) of it\b/, 'its $1') ?? null);
    if (root === 'now') return steps.length === 0 ? 'the time' : null;
    if (root === 'event') return steps.length === 0 ? 'the event' : humanized(steps);
    if (root === 'groups') return steps.length === 0 ? 'the groups of the participant' : null;
    return root === 'participant' || root === 'recipient' || root === 'program' ? stateWords(`the ${root}`, steps) : null;
  }

  /** What is made of a list by `map` or `filter`. */
  private ofList(loop: Loop): string | null {
    const [list, element] = [this.of(loop.range), this.within(loop).of(loop.element)];
    if (loop.kind !== 'map' || loop.test !== undefined || list === null || element === null) return null;
    return `${element.replace(/^its /, '')} of each of ${list}`;
  }

  private ofCall(call: Call): string | null {
    const { target: receiver, args } = call;
    const isMath = receiver?.exprKind.case === 'identExpr' && receiver.exprKind.value.name === 'math';
    const [name, target] = isMath ? [`math.${call.function}`, undefined] : [call.function, receiver];
    const time = timeWords(name, target, args);
    if (time !== null) return time;
    const words = [target, ...args].filter((part) => part !== undefined).map((part) => this.of(part));
    if (words.some((part) => part === null)) return null;
    const [first = '', second = ''] = words.map((part) => part ?? '');
    if (name === 'duration' && words.length === 1) return daysWords(first.slice(1, -1));
    if (CONVERSIONS.has(name) && words.length === 1) return first.replace(/^“(.*)”$/, '$1');
    if (name === '_-_' && isNow(args[0])) return `the time since ${second}`;
    if (name === '_*_') return percentage(args[0], second, this) ?? percentage(args[1], first, this) ?? `${first} times ${second}`;
    if (words.length === 2 && Object.hasOwn(ROUNDED, name)) return `${first}, ${ROUNDED[name]} ${placesWords(second)},`;
    const form = Object.hasOwn(CALLS, name) ? CALLS[name] : undefined;
    return form && form.arity === words.length ? form.say(first, second) : null;
  }
}

/** The words for one expression that stands alone, such as the field of a line. */
export function termWords(source: string, variables?: Variables): string {
  const syntax = readableSyntax(source);
  return (syntax && new FieldWords((node) => syntax.textOf(node), variables).of(syntax.root)) ?? `CEL ${quoted(source)}`;
}

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
  size: { arity: 1, say: (first) => `the number of ${first}` },
  sum: { arity: 1, say: (first) => `the sum of ${first}` },
  min: { arity: 1, say: (first) => `the least of ${first}` },
  max: { arity: 1, say: (first) => `the greatest of ${first}` },
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

/** The names along a chain of fields and constant keys, root first; null for anything else. */
export function pathOf(node: Node | undefined): readonly string[] | null {
  if (node === undefined) return null;
  const { case: kind, value } = node.exprKind;
  if (kind === 'identExpr') return [value.name];
  if (kind === 'selectExpr') return value.testOnly ? null : extended(value.operand, value.field);
  if (kind !== 'callExpr' || value.function !== '_[_]') return null;
  const key = value.args[1]?.exprKind.case === 'constExpr' ? value.args[1].exprKind.value.constantKind : undefined;
  if (key?.case === 'stringValue') return extended(value.args[0], key.value);
  return key?.case === 'int64Value' ? extended(value.args[0], `${Number(key.value) + 1}`) : null;
}

function extended(operand: Node | undefined, step: string): readonly string[] | null {
  const path = pathOf(operand);
  return path === null ? null : [...path, step];
}

/** `order_items.unitPrice` as `order items unit price`. */
export const humanized = (steps: readonly string[]): string =>
  steps
    .map((step) =>
      step
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .replace(/[_-]+/g, ' ')
        .toLowerCase(),
    )
    .join(' ');

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

const TIME_PARTS: Readonly<Record<string, string>> = {
  getFullYear: 'the year',
  getMonth: 'the month, counted from 0,',
  getDate: 'the day of the month',
  getDayOfMonth: 'the day of the month, counted from 0,',
  getDayOfWeek: 'the weekday, counted from Sunday as 0,',
  getDayOfYear: 'the day of the year, counted from 0,',
  getHours: 'the hour',
  getMinutes: 'the minute',
};

const isNow = (node: Node | undefined): boolean => node?.exprKind.case === 'identExpr' && node.exprKind.value.name === 'now';

/** The zone in which a time is told, after a space; nothing for the program's own. */
export function zoneWords(zone: Node | undefined): string {
  if (zone === undefined) return ' in UTC';
  if (pathOf(zone)?.join('.') === 'program.timezone') return '';
  return zone.exprKind.case === 'constExpr' && zone.exprKind.value.constantKind.case === 'stringValue'
    ? ` in ${zone.exprKind.value.constantKind.value}`
    : ' in another zone';
}

function timeWords(name: string, target: Node | undefined, args: readonly Node[]): string | null {
  if (name === 'date' && isNow(args[0])) return `the day${zoneWords(args[1])}`;
  const part = Object.hasOwn(TIME_PARTS, name) && isNow(target) ? TIME_PARTS[name] : undefined;
  return part === undefined ? null : `${part}${zoneWords(args[0])}`;
}

/** `A, B or C`; null when one of them has no words. */
export function alternatives(words: readonly (string | null)[], joint: 'and' | 'or' = 'or'): string | null {
  if (words.length === 0 || words.some((word) => word === null)) return null;
  const all = words.map((word) => word ?? '');
  const last = present(all.at(-1), 'the list has a last word');
  return all.length === 1 ? last : `${all.slice(0, -1).join(', ')} ${joint} ${last}`;
}
