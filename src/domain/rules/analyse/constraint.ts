/** Combines statements about one value that all hold: which constants it can be, and between which numbers it lies. */
import { Amount, amountOf } from '@/domain/money';
import type { Node } from '../cel/tree';

export type ComparedConstant = string | boolean | null | Amount;

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** `value op constant`, or membership in a list of constants. */
export type Statement =
  | { readonly op: Comparison; readonly constant: ComparedConstant }
  | { readonly op: 'in' | 'not in'; readonly constants: readonly ComparedConstant[] };

interface Limit {
  readonly at: Amount;
  /** Whether the limit itself is excluded. */
  readonly open: boolean;
}

const NEGATED = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>', in: 'not in', 'not in': 'in' } as const;

export const negated = (statement: Statement): Statement =>
  'constants' in statement ? { ...statement, op: NEGATED[statement.op] } : { ...statement, op: NEGATED[statement.op] };

/** The constant that a node stands for; undefined if it is not a constant. */
export function constantOf(node: Node | undefined): ComparedConstant | undefined {
  if (node?.exprKind.case !== 'constExpr') return undefined;
  const { case: kind, value } = node.exprKind.value.constantKind;
  switch (kind) {
    case 'stringValue':
    case 'boolValue':
      return value;
    case 'nullValue':
      return null;
    case 'int64Value':
    case 'uint64Value':
      return amountOf(value);
    case 'doubleValue':
      return Number.isFinite(value) ? new Amount(value) : undefined;
    default:
      return undefined;
  }
}

function sameConstant(one: ComparedConstant, other: ComparedConstant): boolean {
  return one instanceof Amount && other instanceof Amount ? one.equals(other) : one === other;
}

/** Whether a constant satisfies a statement. Order is decided between numbers only; statements never order anything else. */
export function satisfies(value: ComparedConstant, statement: Statement): boolean {
  if ('constants' in statement) return statement.constants.some((constant) => sameConstant(value, constant)) === (statement.op === 'in');
  const { op, constant } = statement;
  if (op === '==' || op === '!=') return sameConstant(value, constant) === (op === '==');
  if (!(value instanceof Amount) || !(constant instanceof Amount)) return false;
  const order = value.comparedTo(constant);
  return { '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[op];
}

export class Constraint {
  private constructor(
    /** The only values it can have; null: no such list is known. */
    private readonly among: readonly ComparedConstant[] | null,
    private readonly excluded: readonly ComparedConstant[],
    readonly low: Limit | null,
    readonly high: Limit | null,
  ) {}

  static readonly NONE = new Constraint(null, [], null, null);

  and(statement: Statement): Constraint {
    const among = this.among?.filter((value) => satisfies(value, statement)) ?? null;
    if ('constants' in statement)
      return statement.op === 'in' ? this.limitedTo(statement.constants, among) : this.without(statement.constants, among);
    const { op, constant } = statement;
    if (op === '==') return this.limitedTo([constant], among);
    if (op === '!=') return this.without([constant], among);
    if (!(constant instanceof Amount)) return this;
    const limit = { at: constant, open: op === '<' || op === '>' };
    const isUpper = op === '<' || op === '<=';
    return new Constraint(
      among,
      this.excluded,
      isUpper ? this.low : higher(this.low, limit),
      isUpper ? lower(this.high, limit) : this.high,
    );
  }

  private limitedTo(values: readonly ComparedConstant[], among: readonly ComparedConstant[] | null): Constraint {
    return new Constraint(among ?? values.filter((value) => this.allows(value)), this.excluded, this.low, this.high);
  }

  private without(values: readonly ComparedConstant[], among: readonly ComparedConstant[] | null): Constraint {
    return new Constraint(among, [...this.excluded, ...values], this.low, this.high);
  }

  private allows(value: ComparedConstant): boolean {
    if (this.excluded.some((other) => sameConstant(value, other))) return false;
    if (this.low === null && this.high === null) return true;
    return value instanceof Amount && isAbove(value, this.low) && isBelow(value, this.high);
  }

  /** Whether no value satisfies all statements. */
  get isEmpty(): boolean {
    if (this.among) return this.among.length === 0;
    if (!this.low || !this.high) return false;
    const order = this.low.at.comparedTo(this.high.at);
    return order > 0 || (order === 0 && (this.low.open || this.high.open || !this.allows(this.low.at)));
  }

  /** Whether every value that satisfies the statements so far satisfies this one. */
  implies(statement: Statement): boolean {
    if (this.among) return this.among.every((value) => satisfies(value, statement));
    if ('constants' in statement) return statement.op === 'not in' && statement.constants.every((constant) => !this.allows(constant));
    const { op, constant } = statement;
    if (op === '!=') return !this.allows(constant);
    if (op === '==' || !(constant instanceof Amount)) return false;
    if (op === '<' || op === '<=')
      return this.high !== null && (this.high.at.lessThan(constant) || (this.high.at.equals(constant) && (op === '<=' || this.high.open)));
    return this.low !== null && (this.low.at.greaterThan(constant) || (this.low.at.equals(constant) && (op === '>=' || this.low.open)));
  }

  /** The least and the greatest number it can be; null where there is no limit. */
  get range(): { readonly low: Amount | null; readonly high: Amount | null } {
    const numbers = this.among?.filter((value) => value instanceof Amount);
    if (numbers && numbers.length > 0 && numbers.length === this.among?.length)
      return { low: Amount.min(...numbers), high: Amount.max(...numbers) };
    return { low: this.low?.at ?? null, high: this.high?.at ?? null };
  }
}

const isAbove = (value: Amount, limit: Limit | null): boolean =>
  limit === null || value.greaterThan(limit.at) || (!limit.open && value.equals(limit.at));
const isBelow = (value: Amount, limit: Limit | null): boolean =>
  limit === null || value.lessThan(limit.at) || (!limit.open && value.equals(limit.at));

function higher(one: Limit | null, other: Limit): Limit {
  if (one === null) return other;
  const order = one.at.comparedTo(other.at);
  return order > 0 || (order === 0 && one.open) ? one : other;
}

function lower(one: Limit | null, other: Limit): Limit {
  if (one === null) return other;
  const order = one.at.comparedTo(other.at);
  return order < 0 || (order === 0 && one.open) ? one : other;
}
