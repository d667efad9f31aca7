/** Puts one statement of a condition into words, such as a comparison or a test: what it is about, what it says of that, and what has the value that decides. */
import type { Call, Node, Select } from '../cel/tree';
import type { FieldWords } from './field-words';
import { alternatives, definite, humanized, quoted } from './phrases';
import { calendarWords, dayWords, isDay, isTime, zoneWords } from './time-words';
import { isNow, pathOf, wholeLiteral } from './written-path';

export interface ToldStatement {
  readonly subject: string;
  /** Such as `is over 50`. */
  readonly says: string;
  /** The same as it is wanted, after “must”: `be over 50`. */
  readonly wants: string;
  /** What decides, by its value; null where the opposite statement says all that there is. */
  readonly decidedBy: Measured | null;
}

interface Measured {
  readonly node: Node;
  readonly words: string;
  /** What a number says of it; null where it says no more than the number. */
  readonly saysOf?: (number: number) => string | null;
}

export class Statements {
  constructor(
    private readonly words: FieldWords,
    /** What is added to the words for what something is compared with, such as the value that this had. */
    private readonly note: (node: Node, told: string) => string = () => '',
  ) {}

  /** @param holds false for the statement that says the opposite. @returns null for what is no single statement, or has no words. */
  of(node: Node, holds = true): ToldStatement | null {
    const { case: kind, value } = node.exprKind;
    if (kind === 'selectExpr' && value.testOnly) return this.presence(value, holds);
    if (kind === 'callExpr') {
      const told = this.comparison(value, holds) ?? this.membership(value, holds) ?? this.test(value, holds);
      if (told !== null) return told;
    }
    return this.flag(node, holds);
  }

  private flag(node: Node, holds: boolean): ToldStatement | null {
    const subject = pathOf(node) === null ? null : this.words.of(node);
    return subject === null ? null : being(subject, holds ? 'true' : 'not true', { node, words: subject });
  }

  /** `has(…)` of a field of the event or an item, or of a key of somebody's state. */
  private presence({ operand, field }: Pick<Select, 'operand' | 'field'>, holds: boolean): ToldStatement | null {
    const path = pathOf(operand);
    const whole = this.words.of(operand);
    if (path === null || whole === null) return null;
    const [root, member, ...deeper] = path;
    const name = humanized([field]);
    const is = (subject: string): ToldStatement => being(subject, holds ? 'there' : 'missing', null);
    if (whole === 'the event' || whole === 'it') return is(name);
    if (root !== 'participant' && root !== 'recipient' && root !== 'program') return is(`${whole} ${name}`);
    if (member === undefined || deeper.length > 0) return null;
    const having = (article: string, what: string): ToldStatement => {
      const owned = `${holds ? article : 'no'} ${what}`;
      return { subject: `the ${root}`, says: `has ${owned}`, wants: `have ${owned}`, decidedBy: null };
    };
    if (member === 'tiers') return having('a', `level in the tier ${quoted(field)}`);
    if (member === 'balances') return having('a', `balance in ${field}`);
    return having('the', `${member.replace(/s$/, '')} ${quoted(field)}`);
  }

  private comparison({ function: written, args: [first, second] }: Call, holds: boolean): ToldStatement | null {
    if (first === undefined || second === undefined || !Object.hasOwn(OPPOSITES, written)) return null;
    // What a field is compared with is told after it, wherever it is written.
    const isTurned = isLiteral(first) && !isLiteral(second);
    const [left, right] = isTurned ? [second, first] : [first, second];
    const wanted = holds ? written : replacedIn(OPPOSITES, written);
    const operator = isTurned ? replacedIn(MIRRORED, wanted) : wanted;
    const verb = Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator] : undefined;
    if (verb === undefined) return null;
    const special =
      this.calendar(operator, left, [right]) ?? this.sinceEnrollment(operator, left, right) ?? this.everySoManyTimes(operator, left, right);
    if (special !== null) return special;
    const subject = this.words.of(left);
    if (subject === null) return null;
    const decidedBy = { node: left, words: subject };
    if (isNull(right)) {
      if (operator !== '_==_' && operator !== '_!=_') return null;
      return being(subject, operator === '_==_' ? 'empty' : 'not empty', decidedBy);
    }
    const value = isNow(right) ? 'now' : ((isDay(left) ? dayWords(right) : null) ?? this.comparedWith(right));
    if (value === null) return null;
    return being(subject, `${isDay(left) ? verb.ofDay : isTime(left) || isTime(right) ? verb.ofTime : verb.plain}${value}`, decidedBy);
  }

  private comparedWith(node: Node): string | null {
    const words = this.words.of(node);
    return words && `${words}${this.note(node, words)}`;
  }

  private calendar(operator: string, left: Node, values: readonly Node[]): ToldStatement | null {
    const is = calendarWords(operator, left, values.map(wholeLiteral));
    const saysOf = (number: number): string | null => calendarWords('_==_', left, [number]);
    return is === null ? null : being('it', is, { node: left, words: 'it', saysOf });
  }

  /** `now - participant.enrolled_at < duration("720h")`: within 30 days of the enrollment. */
  private sinceEnrollment(operator: string, left: Node, right: Node): ToldStatement | null {
    if (left.exprKind.case !== 'callExpr' || left.exprKind.value.function !== '_-_') return null;
    const [now, moment] = left.exprKind.value.args;
    if (moment === undefined || pathOf(now)?.join() !== 'now' || pathOf(moment)?.[1] !== 'enrolled_at') return null;
    const [enrollment, length] = [this.words.of(moment), this.words.of(right)];
    if (enrollment === null || length === null || (operator !== '_<_' && operator !== '_>=_')) return null;
    const told = length === '24 hours' ? '1 day' : length;
    const [is, wants] =
      operator === '_<_'
        ? [`within ${told} of ${enrollment}`, `be less than ${told} ago`]
        : [`${told} or more after ${enrollment}`, `be ${told} or more ago`];
    return { subject: 'it', says: `is ${is}`, wants, decidedBy: { node: moment, words: enrollment } };
  }

  /** `(counter + 1) % 5 == 0`: true each fifth time, the present one included; without the sum, after each fifth. */
  private everySoManyTimes(operator: string, left: Node, right: Node): ToldStatement | null {
    if (operator !== '_==_' || Number(this.words.textOf(right)) !== 0 || left.exprKind.case !== 'callExpr') return null;
    const {
      function: name,
      args: [counted, every],
    } = left.exprKind.value;
    if (name !== '_%_' || counted === undefined || every?.exprKind.case !== 'constExpr') return null;
    const sum = counted.exprKind.case === 'callExpr' && counted.exprKind.value.function === '_+_' ? counted.exprKind.value.args : null;
    const isNext = sum !== null && Number(this.words.textOf(sum[1] ?? counted)) === 1;
    const counter = this.words.of(isNext ? sum[0] : counted);
    if (counter === null) return null;
    const subject = `${counter}${isNext ? ', counting this time,' : ''}`;
    return being(subject, `a multiple of ${this.words.textOf(every)}`, { node: counted, words: subject });
  }

  /** `x in y`: one of a list, or a tag or other key of somebody's state. */
  private membership({ function: name, args: [element, container] }: Call, holds: boolean): ToldStatement | null {
    if (name !== '@in' || element === undefined || container === undefined) return null;
    if (container.exprKind.case === 'listExpr') return this.oneOf(element, container.exprKind.value.elements, holds);
    const [field, whole] = [this.comparedWith(element), this.words.of(container)];
    const [, member] = pathOf(container) ?? [];
    if (field === null || whole === null) return null;
    if (member === 'tags' && /^(the tags of |its tags$)/.test(whole)) {
      const whose = whole === 'its tags' ? 'it' : whole.replace(/^the tags of /, '');
      return doing(whose, { does: `has the tag ${field}`, do: `have the tag ${field}` }, holds, null);
    }
    const contains = `contain ${field}`;
    return { ...doing(definite(whole), { does: contains, do: contains }, holds, null), ...(holds ? {} : { says: `do not ${contains}` }) };
  }

  private oneOf(element: Node, elements: readonly Node[], holds: boolean): ToldStatement | null {
    const calendar = holds ? this.calendar('_==_', element, elements) : null;
    if (calendar !== null) return calendar;
    const subject = this.words.of(element);
    const values = alternatives(elements.map((each) => (isDay(element) ? dayWords(each) : null) ?? this.comparedWith(each)));
    if (subject === null || values === null) return null;
    const is =
      elements.length === 1
        ? `${holds ? '' : 'not '}${values}`
        : !holds && elements.length === 2
          ? `neither ${values.replace(/ or (?=\S+$|“[^”]*”$)/, ' nor ')}`
          : `${holds ? 'one' : 'none'} of ${values}`;
    return being(subject, is, { node: element, words: subject });
  }

  private test({ function: name, target, args }: Call, holds: boolean): ToldStatement | null {
    if (name === 'isAnniversary') {
      const day = this.words.of(args[0]);
      if (day === null) return null;
      return being(`the day${zoneWords(args[2])}`, `${holds ? '' : 'not '}an anniversary of ${day}`, null);
    }
    const verb = Object.hasOwn(TESTS, name) ? TESTS[name] : undefined;
    const [subject, value] = [this.words.of(target), args[0] === undefined ? null : this.comparedWith(args[0])];
    if (verb === undefined || target === undefined || subject === null || value === null) return null;
    return doing(subject, { does: `${verb.does} ${value}`, do: `${verb.do} ${value}` }, holds, { node: target, words: subject });
  }
}

const being = (subject: string, what: string, decidedBy: Measured | null): ToldStatement => ({
  subject,
  says: `is ${what}`,
  wants: what.startsWith('not ') ? `not be ${what.slice('not '.length)}` : `be ${what}`,
  decidedBy,
});

function doing(
  subject: string,
  verb: { readonly does: string; readonly do: string },
  holds: boolean,
  decidedBy: Measured | null,
): ToldStatement {
  return { subject, says: holds ? verb.does : `does not ${verb.do}`, wants: holds ? verb.do : `not ${verb.do}`, decidedBy };
}

/** What follows “is”. */
const COMPARISONS: Readonly<Record<string, { readonly plain: string; readonly ofTime: string; readonly ofDay: string }>> = {
  '_==_': { plain: '', ofTime: '', ofDay: '' },
  '_!=_': { plain: 'not ', ofTime: 'not ', ofDay: 'not ' },
  '_<_': { plain: 'under ', ofTime: 'before ', ofDay: 'before ' },
  '_<=_': { plain: 'at most ', ofTime: 'at or before ', ofDay: 'on or before ' },
  '_>_': { plain: 'over ', ofTime: 'after ', ofDay: 'after ' },
  '_>=_': { plain: 'at least ', ofTime: 'at or after ', ofDay: 'on or after ' },
};

/** What is true whenever the comparison is not. */
const OPPOSITES: Readonly<Record<string, string>> = {
  '_==_': '_!=_',
  '_!=_': '_==_',
  '_<_': '_>=_',
  '_<=_': '_>_',
  '_>_': '_<=_',
  '_>=_': '_<_',
};

/** The same with its sides changed; what is not here stays as it is. */
const MIRRORED: Readonly<Record<string, string>> = { '_<_': '_>_', '_<=_': '_>=_', '_>_': '_<_', '_>=_': '_<=_' };

const replacedIn = (table: Readonly<Record<string, string>>, operator: string): string =>
  Object.hasOwn(table, operator) ? (table[operator] ?? operator) : operator;

const isLiteral = ({ exprKind }: Node): boolean => exprKind.case === 'constExpr';

const TESTS: Readonly<Record<string, { readonly does: string; readonly do: string }>> = {
  startsWith: { does: 'starts with', do: 'start with' },
  endsWith: { does: 'ends with', do: 'end with' },
  contains: { does: 'contains', do: 'contain' },
  matches: { does: 'matches the pattern', do: 'match the pattern' },
};

const isNull = (node: Node): boolean => node.exprKind.case === 'constExpr' && node.exprKind.value.constantKind.case === 'nullValue';

/** Whether the call is an error, and so not true, without what it reads. */
export const needsItsFields = (name: string): boolean =>
  Object.hasOwn(COMPARISONS, name) || Object.hasOwn(TESTS, name) || name === '@in' || name === 'isAnniversary';
