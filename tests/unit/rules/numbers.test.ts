/**
 * Numbers in conditions against rationals of big integers: what is exact in the table of the documentation is exact here, for
 * every kind of number and every way it gets into an expression. RULE_NUMBER_CASES sets how many cases each property runs.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conditionNumbers } from '@/domain/rules/cel/numbers';
import { CelFailure, kindOf, type ExpressionResult } from '@/domain/rules/cel/values';
import { activationScope, RULE_ROOTS, type RuleActivation } from '@/domain/rules/activation';
import { compileExpression, evaluateExpression } from '@/domain/rules/expression';
import { Amount } from '@/domain/money';
import { Rational, ROUNDED } from './rational';
import { activation, BUDGET, PARTICIPANT } from './support';

const numRuns = Number(process.env.RULE_NUMBER_CASES ?? 2_000);
const check = <Values extends [unknown, ...unknown[]]>(property: fc.IProperty<Values>): void => fc.assert(property, { numRuns });

type Kind = 'int' | 'uint' | 'double' | 'decimal';

interface Operand {
  readonly kind: Kind;
  readonly source: string;
  readonly value: Rational;
  /** What the source reads. */
  readonly counters?: Readonly<Record<string, string>>;
  readonly event?: Readonly<Record<string, number>>;
}

const MAX_INT = (1n << 63n) - 1n;
const MAX_UINT = (1n << 64n) - 1n;
const name = fc.integer({ min: 0, max: 1_000_000 }).map((number) => `n${number}`);
const decimalText = fc
  .tuple(fc.constantFrom('', '-'), fc.stringMatching(/^(0|[1-9][0-9]{0,29})$/), fc.stringMatching(/^[0-9]{0,12}$/))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`);
const nearInts = fc.oneof(fc.bigInt(-1_000n, 1_000n), fc.bigInt(2n ** 53n - 3n, 2n ** 53n + 3n), fc.bigInt(-(2n ** 62n), 2n ** 62n));

const intOperand = nearInts.map((value): Operand => ({ kind: 'int', source: `(${value})`, value: new Rational(value) }));
const jsonWhole = fc
  .tuple(name, fc.maxSafeInteger())
  .map(([key, value]): Operand => ({ kind: 'int', source: `event.${key}`, value: new Rational(BigInt(value)), event: { [key]: value } }));
const jsonFraction = fc
  .tuple(name, fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 1, max: 99 }))
  .map(([key, whole, cents]): Operand => {
    const text = `${whole}.${String(cents).padStart(2, '0')}`;
    const number = Number(text);
    if (Number.isInteger(number)) throw new Error(text);
    return { kind: 'decimal', source: `event.${key}`, value: Rational.of(String(number)), event: { [key]: number } };
  });
const uintOperand = fc
  .oneof(fc.bigInt(0n, 1_000n), fc.bigInt(0n, MAX_UINT))
  .map((value): Operand => ({ kind: 'uint', source: `${value}u`, value: new Rational(value) }));
/** Doubles whose shortest text is what was written, whole ones below 2^53. */
const doubleOperand = fc
  .oneof(
    fc.integer({ min: -10_000, max: 10_000 }).map((whole) => `${whole}.0`),
    fc.tuple(fc.integer({ min: -10_000, max: 10_000 }), fc.integer({ min: 1, max: 999 })).map(([whole, part]) => `${whole}.${part}`),
  )
  .map((text): Operand => ({ kind: 'double', source: `(${text})`, value: Rational.of(String(Number(text))) }));
const writtenDecimal = decimalText.map((text): Operand => ({ kind: 'decimal', source: `decimal("${text}")`, value: Rational.of(text) }));
const counter = fc.tuple(name, decimalText).map(([key, text]): Operand => ({
  kind: 'decimal',
  source: `participant.counters.${key}`,
  value: Rational.of(text),
  counters: { [key]: text },
}));
const operand = fc.oneof(intOperand, jsonWhole, jsonFraction, uintOperand, doubleOperand, writtenDecimal, counter);
const exactOperand = fc.oneof(jsonFraction, writtenDecimal, counter);

function run(source: string, operands: readonly Operand[]): ExpressionResult {
  const state: Partial<RuleActivation> = {
    participant: { ...PARTICIPANT, counters: Object.assign({}, ...operands.map(({ counters }) => counters)) as Record<string, string> },
  };
  const event = Object.assign({}, ...operands.map((one) => one.event)) as Record<string, number>;
  const compiled = compileExpression(source, conditionNumbers, RULE_ROOTS);
  return evaluateExpression(compiled, activationScope(activation(event, state), conditionNumbers), BUDGET);
}

/** Two operands that read different values never share a name. */
const distinct = (operands: readonly Operand[]): boolean => {
  const names = operands.flatMap((one) => Object.keys({ ...one.counters, ...one.event }));
  return new Set(names).size === names.length;
};

const OPERATIONS = { '+': 'plus', '-': 'minus', '*': 'times', '%': 'modulo' } as const;
type Symbol = keyof typeof OPERATIONS;
const symbol = fc.constantFrom(...(Object.keys(OPERATIONS) as Symbol[]));

/** The kind of the result, or none when there is no such operator. */
function resultKind(left: Kind, sign: Symbol, right: Kind): Kind | null {
  if (sign === '%' && (left === 'double' || right === 'double')) return null;
  if (left === right) return left;
  if (left === 'decimal' || right === 'decimal') return 'decimal';
  return left === 'uint' || right === 'uint' ? null : 'decimal';
}

function expectValue(outcome: ExpressionResult, kind: Kind, value: Rational, source: string): void {
  expect(outcome instanceof CelFailure ? outcome.reason : kindOf(outcome), source).toBe(kind);
  const text = outcome instanceof Amount ? outcome.toFixed() : String((outcome as { value?: bigint }).value ?? outcome);
  expect(Rational.of(text).compare(value), `${source} gave ${text}`).toBe(0);
}

test('an operator on any two kinds gives the kind of the table and exactly the rational, or there is none', () => {
  check(
    fc.property(operand, symbol, operand, (left, sign, right) => {
      fc.pre(distinct([left, right]));
      const source = `${left.source} ${sign} ${right.source}`;
      const outcome = run(source, [left, right]);
      const kind = resultKind(left.kind, sign, right.kind);
      if (kind === null || (sign === '%' && right.value.over === 0n)) return void expect(outcome, source).toBeInstanceOf(CelFailure);
      const value = left.value[OPERATIONS[sign]](right.value);
      if (kind === 'double') return void expect(outcome, source).toBe(calculated(left, sign, right));
      const [low, high] = kind === 'int' ? [-MAX_INT - 1n, MAX_INT] : [0n, MAX_UINT];
      const fits = kind === 'decimal' || (value.truncated() >= low && value.truncated() <= high);
      if (!fits) return void expect(outcome, source).toBeInstanceOf(CelFailure);
      expectValue(outcome, kind, value, source);
    }),
  );
});

/** What CEL says of two doubles. */
function calculated(left: Operand, sign: Symbol, right: Operand): number {
  const [one, other] = [left, right].map(({ source }) => Number(source.slice(1, -1))) as [number, number];
  return sign === '+' ? one + other : sign === '-' ? one - other : one * other;
}

test('whole formulas of decimals, JSON numbers and literals are exact', () => {
  const sign = fc.constantFrom('+', '-', '*') as fc.Arbitrary<Exclude<Symbol, '%'>>;
  check(
    fc.property(exactOperand, sign, fc.oneof(exactOperand, jsonWhole, doubleOperand), sign, exactOperand, (a, first, b, second, c) => {
      fc.pre(distinct([a, b, c]));
      const source = `(${a.source} ${first} ${b.source}) ${second} ${c.source}`;
      expectValue(run(source, [a, b, c]), 'decimal', a.value[OPERATIONS[first]](b.value)[OPERATIONS[second]](c.value), source);
    }),
  );
});

test('a quotient with a decimal is the rational, cut to 160 digits', () => {
  check(
    fc.property(exactOperand, fc.oneof(exactOperand, jsonWhole, doubleOperand, uintOperand), (left, right) => {
      fc.pre(distinct([left, right]));
      const source = `${left.source} / ${right.source}`;
      const outcome = run(source, [left, right]);
      if (right.value.over === 0n) return void expect(outcome).toBeInstanceOf(CelFailure);
      expect(outcome, source).toBeInstanceOf(Amount);
      const quotient = outcome as Amount;
      const exact = left.value
        .times(new Rational(right.value.under, 1n))
        .times(new Rational(1n, right.value.over < 0n ? -right.value.over : right.value.over));
      const signed = right.value.over < 0n ? new Rational(-exact.over, exact.under) : exact;
      const error = Rational.of(quotient.abs().toFixed()).minus(signed.over < 0n ? new Rational(-signed.over, signed.under) : signed);
      const unit = new Rational(1n, 10n ** BigInt(Math.max(0, 159 - quotient.e)));
      expect(error.over <= 0n, source).toBe(true);
      expect(error.plus(unit).over > 0n, source).toBe(true);
    }),
  );
});

const ORDERS = { '<': [-1], '<=': [-1, 0], '>': [1], '>=': [1, 0], '==': [0], '!=': [-1, 1] } as const;

test('order, equality, `in` and map keys go by value, whatever the kinds', () => {
  const sign = fc.constantFrom(...(Object.keys(ORDERS) as (keyof typeof ORDERS)[]));
  const pair = fc.oneof(fc.tuple(exactOperand, operand), fc.tuple(operand, exactOperand), fc.tuple(intOperand, uintOperand), equals());
  check(
    fc.property(pair, sign, ([left, right], relation) => {
      fc.pre(distinct([left, right]));
      const order = left.value.compare(right.value);
      const source = `${left.source} ${relation} ${right.source}`;
      expect(run(source, [left, right]), source).toBe((ORDERS[relation] as readonly number[]).includes(order));
      expect(run(`${left.source} in [${right.source}]`, [left, right])).toBe(order === 0);
      const whole = left.value.over % left.value.under === 0n && right.value.over % right.value.under === 0n;
      const found = run(`${left.source} in {${right.source}: true}`, [left, right]);
      if (whole && right.kind !== 'double') expect(found, source).toBe(order === 0);
    }),
  );
});

/** One value as two kinds. */
function equals(): fc.Arbitrary<[Operand, Operand]> {
  return intOperand.map((whole): [Operand, Operand] => [
    whole,
    { kind: 'decimal', source: `decimal("${whole.value.over}.00")`, value: whole.value },
  ]);
}

test('sum, min, max, math.greatest and math.least of decimals and whole numbers are exact', () => {
  check(
    fc.property(fc.array(fc.oneof(exactOperand, jsonWhole), { minLength: 1, maxLength: 6 }), exactOperand, (others, one) => {
      const all = [one, ...others];
      fc.pre(distinct(all));
      const list = `[${all.map(({ source }) => source).join()}]`;
      const sorted = all.map(({ value }) => value).sort((left, right) => left.compare(right));
      const total = all.map(({ value }) => value).reduce((left, right) => left.plus(right));
      expectValue(run(`${list}.sum()`, all), 'decimal', total, list);
      for (const [source, value] of [
        [`${list}.min()`, sorted[0]!],
        [`math.least(${list})`, sorted[0]!],
        [`${list}.max()`, sorted.at(-1)!],
        [`math.greatest(${list})`, sorted.at(-1)!],
      ] as const)
        expect(run(`decimal(${source}) - decimal("0")`, all), source).toSatisfy(
          (outcome: ExpressionResult) => outcome instanceof Amount && Rational.of(outcome.toFixed()).compare(value) === 0,
        );
    }),
  );
});

test('int, uint, string and decimal of a decimal keep its value as far as their kind can', () => {
  check(
    fc.property(exactOperand, (one) => {
      const whole = one.value.truncated();
      const int = run(`int(${one.source})`, [one]);
      if (whole >= -MAX_INT - 1n && whole <= MAX_INT) expect(int).toBe(whole);
      else expect(int).toBeInstanceOf(CelFailure);
      const uint = run(`uint(${one.source})`, [one]);
      if (whole >= 0n && whole <= MAX_UINT) expectValue(uint, 'uint', new Rational(whole), one.source);
      else expect(uint).toBeInstanceOf(CelFailure);
      expect(run(`decimal(string(${one.source})) == ${one.source}`, [one])).toBe(true);
      expectValue(run(`-${one.source}`, [one]), 'decimal', new Rational(-one.value.over, one.value.under), one.source);
    }),
  );
});

test('rounding a decimal or a double to a number of places is exact, whichever way it rounds, and leaves whole numbers as they are', () => {
  const way = fc.constantFrom(...Object.keys(ROUNDED));
  check(
    fc.property(way, fc.oneof(exactOperand, jsonFraction), fc.integer({ min: 0, max: 18 }), (name, one, places) => {
      const unit = 10n ** BigInt(places);
      const expected = ROUNDED[name]!(one.value.times(new Rational(unit)));
      const source = `math.${name}(${one.source}, ${places})`;
      expectValue(run(source, [one]), 'decimal', new Rational(expected, unit), source);
    }),
  );
  check(
    fc.property(way, intOperand, fc.integer({ min: 0, max: 18 }), (name, one, places) => {
      expect(run(`math.${name}(${one.source}, ${places})`, [one])).toBe(one.value.over);
    }),
  );
  expect(run('math.round(2.675, 2)', [])).toEqual(new Amount('2.68'));
  for (const places of ['-1', '19', '1.5', '"2"']) expect(run(`math.round(2.675, ${places})`, [])).toBeInstanceOf(CelFailure);
  expect(run('math.round(0.0 / 0.0, 2)', [])).toBeInstanceOf(CelFailure);
});
