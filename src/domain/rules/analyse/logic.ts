/** Derives what follows from conditions alone: whether they can be true, imply or exclude one another. Reports only what is certain. */
import { Amount } from '@/domain/money';
import { ruleBudget } from '../cel/bounds';
import type { CompiledCondition } from '../condition';
import { evaluateExpression } from '../expression';
import { rootsOf } from '../references';
import { Constraint } from './constraint';
import { MAX_TERMS, termsOf, wholeTerm, type Atom, type Term } from './terms';

/** What is known of each value in a term; null when its statements contradict each other. */
type Situation = ReadonlyMap<string, Constraint>;

export function situationOf(term: Iterable<Pick<Atom, 'subject' | 'statement'>>): Situation | null {
  const known = new Map<string, Constraint>();
  for (const { subject, statement } of term) {
    const constraint = (known.get(subject) ?? Constraint.NONE).and(statement);
    if (constraint.isEmpty) return null;
    known.set(subject, constraint);
  }
  return known;
}

/** A condition in disjunctive normal form. */
export class Logic {
  /** The values of `event.type` of which an event must have one for the condition to be true; null when it may have any. */
  readonly eventTypes: ReadonlySet<string> | null;

  private constructor(
    /** The alternatives that do not contradict themselves. */
    readonly terms: readonly Term[],
    private readonly situations: readonly Situation[],
    readonly roots: ReadonlySet<string>,
    /** The condition as statements that are not split. */
    private readonly whole: Term,
  ) {
    this.eventTypes = requiredTypes(terms);
  }

  private static readonly known = new WeakMap<CompiledCondition, Logic>();

  static of(condition: CompiledCondition): Logic {
    let logic = Logic.known.get(condition);
    if (logic === undefined) Logic.known.set(condition, (logic = Logic.made(condition)));
    return logic;
  }

  private static made({ expression }: CompiledCondition): Logic {
    const roots = rootsOf([expression]);
    const { root } = expression.syntax;
    return Logic.from(roots.size === 0 ? closedTerms(expression) : termsOf(root), roots, wholeTerm(root));
  }

  private static from(terms: readonly Term[], roots: ReadonlySet<string>, whole: Term): Logic {
    const possible = terms.flatMap((term) => {
      const situation = situationOf(term);
      return situation === null ? [] : [{ term, situation }];
    });
    return new Logic(
      possible.map(({ term }) => term),
      possible.map(({ situation }) => situation),
      roots,
      whole,
    );
  }

  /** Both conditions as one; where they have too many alternatives together, the other is not split. */
  and(other: Logic): Logic {
    const others = this.terms.length * other.terms.length > MAX_TERMS ? [other.whole] : other.terms;
    const terms = this.terms.flatMap((one) => others.map((two) => [...one, ...two]));
    return Logic.from(terms, new Set([...this.roots, ...other.roots]), [...this.whole, ...other.whole]);
  }

  /** The value of the condition if it is the same for every event; else null. */
  get constant(): boolean | null {
    if (this.terms.length === 0) return false;
    return this.terms.some((term) => term.length === 0) ? true : null;
  }

  /** Whether the other is true whenever this one is. */
  implies(other: Logic): boolean {
    return this.situations.every((known) =>
      other.terms.some((wanted) => wanted.every(({ subject, statement }) => known.get(subject)?.implies(statement) ?? false)),
    );
  }

  /** Whether both can be true at once. */
  meets(other: Logic): boolean {
    return this.situations.some((known) => other.terms.some((wanted) => isPossible(known, wanted)));
  }

  /** The range in which a value lies whenever this is true; null where there is no limit. */
  rangeOf(subject: string): { readonly low: Amount | null; readonly high: Amount | null } {
    const ranges = this.situations.map((known) => known.get(subject)?.range ?? { low: null, high: null });
    return {
      low: hull(
        ranges.map(({ low }) => low),
        (lows) => Amount.min(...lows),
      ),
      high: hull(
        ranges.map(({ high }) => high),
        (highs) => Amount.max(...highs),
      ),
    };
  }
}

/** Whether a term can hold in a situation; only values that the situation knows can rule it out. */
function isPossible(known: Situation, term: Iterable<Pick<Atom, 'subject' | 'statement'>>): boolean {
  const narrowed = new Map<string, Constraint>();
  for (const { subject, statement } of term) {
    const constraint = narrowed.get(subject) ?? known.get(subject);
    if (constraint === undefined) continue;
    const both = constraint.and(statement);
    if (both.isEmpty) return false;
    narrowed.set(subject, both);
  }
  return true;
}

const hull = (limits: readonly (Amount | null)[], pick: (limits: readonly Amount[]) => Amount): Amount | null =>
  limits.length > 0 && limits.every((limit) => limit !== null) ? pick(limits) : null;

function requiredTypes(terms: readonly Term[]): ReadonlySet<string> | null {
  const types = terms.map((term) => term.flatMap((atom) => (atom.subject === 'event.type' ? requiredTexts(atom) : [])));
  return types.length === 0 || types.some((found) => found.length === 0) ? null : new Set(types.flat());
}

function requiredTexts({ statement }: Atom): readonly string[] {
  const constants = statement.op === '==' ? [statement.constant] : statement.op === 'in' ? statement.constants : [];
  return constants.every((constant) => typeof constant === 'string') ? constants : [];
}

const STOPPED_CLOCK = ruleBudget(() => 0);
const EMPTY_SCOPE = { read: () => undefined };

/** An expression that reads nothing has a single value. An error does not count as true. */
function closedTerms(expression: CompiledCondition['expression']): readonly Term[] {
  return evaluateExpression(expression, EMPTY_SCOPE, STOPPED_CLOCK) === true ? [[]] : [];
}
