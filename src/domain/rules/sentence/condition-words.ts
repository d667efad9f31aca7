/** Puts a condition into words that a person can check; what has none is shown as it is written. The same condition always has the same words. */
import { canonicalText } from '../analyse/canonical';
import type { ExpressionSyntax } from '../cel/syntax';
import { loopOf, type Call, type Loop, type Node, type Select } from '../cel/tree';
import { FieldWords, readableSyntax, type Variables } from './field-words';
import { alternatives, definite, humanized, quoted } from './phrases';
import { calendarWords, dayWords, isDay, isTime, zoneWords } from './time-words';
import { isNow, pathOf } from './written-path';

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
    if (kind === 'selectExpr' && value.testOnly) return this.presence(value, 'is there');
    if (kind === 'comprehensionExpr') {
      const loop = loopOf(value);
      return loop === undefined ? null : this.loop(loop, false, around);
    }
    if (kind !== 'callExpr') return this.flag(node, 'is true');
    if (value.function === '_&&_') return this.all(node, around);
    if (value.function === '_||_') return this.any(node, around);
    if (value.function === '!_') return this.not(value.args[0], around);
    return this.comparison(value) ?? this.membership(value, false) ?? this.test(value, '') ?? null;
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
    if (kind === 'selectExpr' && value.testOnly) return this.presence(value, 'is missing');
    if (kind === 'comprehensionExpr') {
      const loop = loopOf(value);
      return loop === undefined ? null : this.loop(loop, true, around);
    }
    if (kind === 'callExpr') {
      const opposite = Object.hasOwn(OPPOSITES, value.function) ? OPPOSITES[value.function] : undefined;
      const negated =
        (opposite === undefined ? null : this.comparison({ ...value, function: opposite })) ??
        this.membership(value, true) ??
        this.test(value, 'not ');
      if (negated !== null) return negated;
    }
    return this.flag(node, 'is not true') ?? `it is not so that ${this.of(node, 'and')}`;
  }

  private flag(node: Node, verb: string): string | null {
    const field = pathOf(node) === null ? null : this.words.of(node);
    return field === null ? null : `${field} ${verb}`;
  }

  /** `has(…)` of a field of the event or an item, or of a key of somebody's state. */
  private presence({ operand, field }: Pick<Select, 'operand' | 'field'>, verb: 'is there' | 'is missing'): string | null {
    const path = pathOf(operand);
    const whole = this.words.of(operand);
    if (path === null || whole === null) return null;
    const [root, member, ...deeper] = path;
    const name = humanized([field]);
    if (whole === 'the event' || whole === 'it') return `${name} ${verb}`;
    if (root !== 'participant' && root !== 'recipient' && root !== 'program') return `${whole} ${name} ${verb}`;
    if (member === undefined || deeper.length > 0) return null;
    if (member === 'tiers') return `the ${root} ${verb === 'is there' ? 'has a' : 'has no'} level in the tier ${quoted(field)}`;
    if (member === 'balances') return `the ${root} ${verb === 'is there' ? 'has a' : 'has no'} balance in ${field}`;
    return `the ${root} ${verb === 'is there' ? 'has the' : 'has no'} ${member.replace(/s$/, '')} ${quoted(field)}`;
  }

  private comparison({ function: name, args: [left, right] }: Call): string | null {
    const verb = Object.hasOwn(COMPARISONS, name) ? COMPARISONS[name] : undefined;
    if (verb === undefined || left === undefined || right === undefined) return null;
    const calendar = calendarWords(name, left, [right]);
    if (calendar !== null) return calendar;
    const since = this.sinceEnrollment(name, left, right);
    if (since !== null) return since;
    const times = this.everySoManyTimes(name, left, right);
    if (times !== null) return times;
    const field = this.words.of(left);
    if (field === null) return null;
    if (isNull(right)) return name === '_==_' ? `${field} is empty` : name === '_!=_' ? `${field} is not empty` : null;
    const value = isNow(right) ? 'now' : ((isDay(left) ? dayWords(right) : null) ?? this.words.of(right));
    if (value === null) return null;
    return `${field} ${isDay(left) ? verb.ofDay : isTime(left) || isTime(right) ? verb.ofTime : verb.plain} ${value}`;
  }

  /** `now - participant.enrolled_at < duration("720h")`: within 30 days of the enrollment. */
  private sinceEnrollment(operator: string, left: Node, right: Node): string | null {
    if (left.exprKind.case !== 'callExpr' || left.exprKind.value.function !== '_-_') return null;
    const [now, moment] = left.exprKind.value.args;
    if (pathOf(now)?.join() !== 'now' || pathOf(moment)?.[1] !== 'enrolled_at') return null;
    const [enrollment, length] = [this.words.of(moment), this.words.of(right)];
    if (enrollment === null || length === null) return null;
    const told = length === '24 hours' ? '1 day' : length;
    if (operator === '_<_') return `it is within ${told} of ${enrollment}`;
    return operator === '_>=_' ? `it is ${told} or more after ${enrollment}` : null;
  }

  /** `(counter + 1) % 5 == 0`: true each fifth time, the present one included; without the sum, after each fifth. */
  private everySoManyTimes(operator: string, left: Node, right: Node): string | null {
    if (operator !== '_==_' || Number(this.words.textOf(right)) !== 0 || left.exprKind.case !== 'callExpr') return null;
    const {
      function: name,
      args: [counted, every],
    } = left.exprKind.value;
    if (name !== '_%_' || counted === undefined || every?.exprKind.case !== 'constExpr') return null;
    const sum = counted.exprKind.case === 'callExpr' && counted.exprKind.value.function === '_+_' ? counted.exprKind.value.args : null;
    const isNext = sum !== null && Number(this.words.textOf(sum[1] ?? counted)) === 1;
    const counter = this.words.of(isNext ? sum[0] : counted);
    return counter === null ? null : `${counter}${isNext ? ', counting this time,' : ''} is a multiple of ${this.words.textOf(every)}`;
  }

  /** `x in y`: one of a list, or a tag or other key of somebody's state. */
  private membership({ function: name, args: [element, container] }: Call, negated: boolean): string | null {
    if (name !== '@in' || element === undefined || container === undefined) return null;
    if (container.exprKind.case === 'listExpr') {
      const { elements } = container.exprKind.value;
      const calendar = negated ? null : calendarWords('_==_', element, elements);
      if (calendar !== null) return calendar;
      const field = this.words.of(element);
      const values = alternatives(elements.map((each) => (isDay(element) ? dayWords(each) : null) ?? this.words.of(each)));
      if (field === null || values === null) return null;
      if (elements.length === 1) return `${field} is ${negated ? 'not ' : ''}${values}`;
      if (negated && elements.length === 2) return `${field} is neither ${values.replace(/ or (?=\S+$|“[^”]*”$)/, ' nor ')}`;
      return `${field} is ${negated ? 'none' : 'one'} of ${values}`;
    }
    const [field, whole] = [this.words.of(element), this.words.of(container)];
    const [, member] = pathOf(container) ?? [];
    if (field === null || whole === null) return null;
    if (member === 'tags' && /^(the tags of |its tags$)/.test(whole)) {
      const whose = whole === 'its tags' ? 'it' : whole.replace(/^the tags of /, '');
      return `${whose} ${negated ? 'does not have' : 'has'} the tag ${field}`;
    }
    return `${definite(whole)} ${negated ? 'do not contain' : 'contain'} ${field}`;
  }

  private test({ function: name, target, args }: Call, not: string): string | null {
    if (name === 'isAnniversary') {
      const day = this.words.of(args[0]);
      return day === null ? null : `the day${zoneWords(args[2])} is ${not}an anniversary of ${day}`;
    }
    const verb = Object.hasOwn(TESTS, name) ? TESTS[name] : undefined;
    const [field, value] = [this.words.of(target), this.words.of(args[0])];
    return verb === undefined || field === null || value === null
      ? null
      : `${field} ${not === '' ? verb.does : `does not ${verb.do}`} ${value}`;
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

const COMPARISONS: Readonly<Record<string, { readonly plain: string; readonly ofTime: string; readonly ofDay: string }>> = {
  '_==_': { plain: 'is', ofTime: 'is', ofDay: 'is' },
  '_!=_': { plain: 'is not', ofTime: 'is not', ofDay: 'is not' },
  '_<_': { plain: 'is under', ofTime: 'is before', ofDay: 'is before' },
  '_<=_': { plain: 'is at most', ofTime: 'is at or before', ofDay: 'is on or before' },
  '_>_': { plain: 'is over', ofTime: 'is after', ofDay: 'is after' },
  '_>=_': { plain: 'is at least', ofTime: 'is at or after', ofDay: 'is on or after' },
};

/** What is true whenever the comparison is not. */
const OPPOSITES: Readonly<Record<string, string>> = {
  '_==_': '_!=_',
  '_!=_': '_==_',
  '_<_': '_>=_',
  '_>=_': '_<_',
  '_>_': '_<=_',
  '_<=_': '_>_',
};

const ALTERNATIVE = /^(it is not so that )?either /;

const TESTS: Readonly<Record<string, { readonly does: string; readonly do: string }>> = {
  startsWith: { does: 'starts with', do: 'start with' },
  endsWith: { does: 'ends with', do: 'end with' },
  contains: { does: 'contains', do: 'contain' },
  matches: { does: 'matches the pattern', do: 'match the pattern' },
};

const QUANTIFIERS: Readonly<Record<string, string>> = {
  exists: 'at least one',
  'no exists': 'none',
  all: 'each',
  'no all': 'at least one',
  exists_one: 'exactly one',
};

function boolOf(node: Node): boolean | null {
  const constant = node.exprKind.case === 'constExpr' ? node.exprKind.value.constantKind : undefined;
  return constant?.case === 'boolValue' ? constant.value : null;
}

const isNull = (node: Node): boolean => node.exprKind.case === 'constExpr' && node.exprKind.value.constantKind.case === 'nullValue';

function flattened(node: Node | undefined, operator: string): Node[] {
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
    return other !== part && needsItsFields(other) && !text.includes('_?_:_(') && reads(text, field);
  });
}

/** A statement that is an error, and so not true, without what it reads; alternatives and negations may be true without it. */
function needsItsFields({ exprKind: { case: kind, value } }: Node): boolean {
  if (kind === 'comprehensionExpr') return loopOf(value)?.kind === 'exists';
  if (kind === 'selectExpr') return !value.testOnly;
  if (kind !== 'callExpr') return false;
  const { function: name } = value;
  return Object.hasOwn(COMPARISONS, name) || Object.hasOwn(TESTS, name) || name === '@in' || name === 'isAnniversary';
}

/** Whether the text names the field itself, or something below it. */
function reads(text: string, field: string): boolean {
  for (let at = text.indexOf(field); at >= 0; at = text.indexOf(field, at + 1)) {
    if (!/[\w"]/.test(text[at + field.length] ?? '') && !/[\w.]/.test(text[at - 1] ?? '')) return !text.startsWith('has(');
  }
  return false;
}
