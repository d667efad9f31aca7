/**
 * The blocks that a condition is made of: groups of lines "field, operator, value". A block holds all that its CEL says,
 * so that it can be written again; what no line can show is an expression block, which holds its CEL.
 */

/** One step along a field: `.name`, `["key"]` or `[0]`. */
export type FieldStep = { readonly name: string } | { readonly key: string } | { readonly index: string };

/** What a line reads, or compares with. */
export type BlockTerm =
  | { readonly kind: 'field'; readonly root: string; readonly steps: readonly FieldStep[] }
  | { readonly kind: 'text'; readonly value: string }
  /** As it was typed, so that no digit is lost. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'flag'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'list'; readonly items: readonly BlockTerm[] }
  | { readonly kind: 'arithmetic'; readonly operator: ArithmeticOperator; readonly left: BlockTerm; readonly right: BlockTerm }
  | { readonly kind: 'call'; readonly name: string; readonly on: BlockTerm | null; readonly args: readonly BlockTerm[] }
  /** `list.filter(variable, where)`, `list.map(variable, gives)` or `list.map(variable, where, gives)`. */
  | {
      readonly kind: 'each';
      readonly list: BlockTerm;
      readonly variable: string;
      readonly where: Block | null;
      readonly gives: BlockTerm | null;
    }
  | { readonly kind: 'expression'; readonly text: string };

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
export type FieldTerm = Extract<BlockTerm, { kind: 'field' }>;

/** How a line is written: between two values, in a list, as a call on the field, by the field alone, … */
interface OperatorForm {
  readonly form: 'comparison' | 'one_of' | 'member' | 'method' | 'presence' | 'flag' | 'anniversary';
  readonly cel: string;
  readonly negated: boolean;
}

export const OPERATORS = {
  is: { form: 'comparison', cel: '==', negated: false },
  is_not: { form: 'comparison', cel: '!=', negated: false },
  over: { form: 'comparison', cel: '>', negated: false },
  at_least: { form: 'comparison', cel: '>=', negated: false },
  under: { form: 'comparison', cel: '<', negated: false },
  at_most: { form: 'comparison', cel: '<=', negated: false },
  one_of: { form: 'one_of', cel: 'in', negated: false },
  none_of: { form: 'one_of', cel: 'in', negated: true },
  includes: { form: 'member', cel: 'in', negated: false },
  excludes: { form: 'member', cel: 'in', negated: true },
  contains: { form: 'method', cel: 'contains', negated: false },
  contains_not: { form: 'method', cel: 'contains', negated: true },
  starts_with: { form: 'method', cel: 'startsWith', negated: false },
  starts_not_with: { form: 'method', cel: 'startsWith', negated: true },
  ends_with: { form: 'method', cel: 'endsWith', negated: false },
  ends_not_with: { form: 'method', cel: 'endsWith', negated: true },
  matches: { form: 'method', cel: 'matches', negated: false },
  matches_not: { form: 'method', cel: 'matches', negated: true },
  present: { form: 'presence', cel: 'has', negated: false },
  missing: { form: 'presence', cel: 'has', negated: true },
  holds: { form: 'flag', cel: '', negated: false },
  holds_not: { form: 'flag', cel: '', negated: true },
  anniversary: { form: 'anniversary', cel: 'isAnniversary', negated: false },
  no_anniversary: { form: 'anniversary', cel: 'isAnniversary', negated: true },
} as const satisfies Record<string, OperatorForm>;

export type Operator = keyof typeof OPERATORS;

export interface LineBlock {
  readonly kind: 'line';
  /**
   * How many steps of the field each `has` right before the line asks about, as in `has(event.a) && event.a > 1`.
   * The line is then shown without them.
   */
  readonly guards: readonly number[];
  readonly field: BlockTerm;
  readonly operator: Operator;
  readonly values: readonly BlockTerm[];
}

export const QUANTIFIERS = {
  any: { cel: 'exists', negated: false },
  none: { cel: 'exists', negated: true },
  every: { cel: 'all', negated: false },
  not_every: { cel: 'all', negated: true },
  exactly_one: { cel: 'exists_one', negated: false },
  not_exactly_one: { cel: 'exists_one', negated: true },
} as const;

export type Quantifier = keyof typeof QUANTIFIERS;

/** "Any of event.items where …". */
export interface ItemsBlock {
  readonly kind: 'items';
  readonly guards: readonly number[];
  readonly quantifier: Quantifier;
  readonly list: BlockTerm;
  readonly variable: string;
  readonly test: Block;
}

export type GroupMatch = 'all' | 'any' | 'none';

/** All and any have two parts or more. None has one or more, and says more than the negation of a single line would. */
interface GroupBlock {
  readonly kind: 'group';
  readonly match: GroupMatch;
  readonly parts: readonly Block[];
}

export type Block =
  | GroupBlock
  | LineBlock
  | ItemsBlock
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'expression'; readonly text: string };

/** The field whose presence the guards of a block ask for: what its line reads, or its list; null when that is no field. */
export function guardedField(block: LineBlock | ItemsBlock): FieldTerm | null {
  const term = block.kind === 'items' ? block.list : block.field;
  if (term.kind === 'field') return term;
  const inner = term.kind === 'call' && term.args.length === (term.on === null ? 1 : 0) ? (term.on ?? term.args[0]) : undefined;
  return inner?.kind === 'field' ? inner : null;
}
