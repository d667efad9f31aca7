/** Chosen amounts and their templates are the same thing: each is read back from the other, and the engine computes exactly what was chosen. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AmountChoice, AmountFactor, AmountOf, ItemCondition } from '@/domain/rules/amounts/choice';
import { amountChoiceOf } from '@/domain/rules/amounts/read';
import { templateOf } from '@/domain/rules/amounts/write';
import { compileTemplate, evaluateTemplate } from '@/domain/rules/template';
import { Rational, ROUNDED } from '../rational';
import { activation, BUDGET, PARTICIPANT } from '../support';

const decimal = fc
  .tuple(fc.constantFrom('', '', '-'), fc.stringMatching(/^(0|[1-9][0-9]{0,8})$/), fc.stringMatching(/^[0-9]{0,5}[1-9]$/), fc.boolean())
  .map(([sign, whole, fraction, isWhole]) => `${sign}${whole}${isWhole ? '' : `.${fraction}`}`)
  .filter((text) => text !== '-0');
const positive = decimal.map((text) => text.replace('-', '')).filter((text) => text !== '0');

const field = fc.constantFrom(['amount'], ['order', 'total'], ['order', 'ship ping'], ['refund'], ['nothing', 'here'], ['not here']);
/** Names of an item: short, long, and those that mean something else elsewhere. */
const item = fc.oneof(fc.constantFrom('i', 'line', 'event', 'items', 'math', 'qty'), fc.stringMatching(/^x[A-Za-z0-9_]{0,6}$/));
const TESTS = ['i.kind == "coffee"', 'i.kind != "gift" && i.qty > 1', 'i.qty > 1 || i.price > 2'] as const;
/** A condition of the item `i`, as one of another name has it. */
const named = (test: string, name: string): string => test.replaceAll('i.', `${name}.`);
const where: fc.Arbitrary<ItemCondition | null> = fc.option(
  fc.tuple(fc.constantFrom(...TESTS), item).map(([test, name]) => ({ item: name, condition: named(test, name) })),
);
const of: fc.Arbitrary<AmountOf> = fc.oneof(
  fc.record({ kind: fc.constant('field'), path: field, mayBeAbsent: fc.boolean() }),
  fc.record({
    kind: fc.constant('sum'),
    list: fc.constantFrom(['items'], ['order', 'lines'], ['nolist']),
    item,
    of: fc.constantFrom(['price'], ['price', 'qty'], ['qty', 'price', 'unit share']),
    where,
    mayBeAbsent: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('count'), list: fc.constantFrom(['items'], ['nolist']), where, mayBeAbsent: fc.boolean() }),
);
const text = fc.constantFrom('books', 'a "quoted" one', 'line\nbreak', 'mate 🧉', '');
const base: fc.Arbitrary<AmountChoice['base']> = fc.oneof(
  fc.record({ kind: fc.constant('fixed'), amount: decimal }),
  fc.record({ kind: fc.constant('percent'), percent: decimal, of }),
  fc.record({ kind: fc.constant('unit'), gives: decimal, every: positive, full: fc.boolean(), of }),
  fc.record({
    kind: fc.constant('steps'),
    of,
    as: fc.constantFrom('amount', 'percent'),
    steps: fc.array(fc.record({ from: decimal, gives: decimal }), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constant('table'),
    path: fc.constantFrom(['category'], ['order', 'kind'], ['nothing']),
    mayBeAbsent: fc.boolean(),
    rows: fc.uniqueArray(fc.record({ value: text, gives: decimal }), { minLength: 1, maxLength: 3, selector: ({ value }) => value }),
    otherwise: decimal,
  }),
);
const factor: fc.Arbitrary<AmountFactor> = fc.oneof(
  fc.record({
    kind: fc.constant('tier'),
    whose: fc.constantFrom('participant', 'recipient'),
    tier: fc.constantFrom('status', 'no tier'),
    levels: fc.array(fc.record({ level: fc.constantFrom('gold', 'silver', 'very "best"'), factor: decimal }), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  fc.record({
    kind: fc.constant('condition'),
    condition: fc.constantFrom(
      ...['now.getDayOfWeek() in [6, 0]', 'event.vip || event.amount > 3', '(event.vip ? true : false)', '!event.vip'],
    ),
    factor: decimal,
  }),
);
const choice: fc.Arbitrary<AmountChoice> = fc.record({
  base,
  factors: fc.array(factor, { maxLength: 3 }),
  rounding: fc.option(fc.record({ way: fc.constantFrom('floor', 'round', 'ceil'), places: fc.integer({ min: 0, max: 18 }) })),
  atLeast: fc.option(decimal),
  atMost: fc.option(decimal),
});

test('a choice is read back from its template, which is written again byte for byte', () => {
  fc.assert(
    fc.property(choice, (chosen) => {
      const template = templateOf(chosen);
      const read = amountChoiceOf(template);
      expect(read, template).toEqual(chosen);
      expect(templateOf(read!)).toBe(template);
    }),
    { numRuns: 300 },
  );
});

/** What the event has at a path; undefined where it has nothing. */
const at = (event: object, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined),
    event,
  );

interface Item {
  readonly kind: string;
  readonly price: string;
  readonly qty: string;
  readonly 'unit share': string;
}

const WHERE: Readonly<Record<(typeof TESTS)[number], (item: Item) => boolean>> = {
  'i.kind == "coffee"': (item) => item.kind === 'coffee',
  'i.kind != "gift" && i.qty > 1': (item) => item.kind !== 'gift' && Number(item.qty) > 1,
  'i.qty > 1 || i.price > 2': (item) => Number(item.qty) > 1 || Number(item.price) > 2,
};

const isAmong = (one: Item, { item: name, condition }: ItemCondition): boolean =>
  WHERE[TESTS.find((test) => named(test, name) === condition)!](one);

class Missing extends Error {}

/** The amount of a choice by fractions alone. */
class Model {
  constructor(private readonly event: Readonly<Record<string, unknown>>) {}

  amount({ base, factors, rounding, atLeast, atMost }: AmountChoice): Rational {
    let value = factors.reduce((product, one) => product.times(Rational.of(this.factor(one))), this.base(base));
    if (rounding) {
      const unit = new Rational(10n ** BigInt(rounding.places));
      value = new Rational(ROUNDED[rounding.way]!(value.times(unit))).dividedBy(unit);
    }
    if (atLeast !== null && value.compare(Rational.of(atLeast)) < 0) value = Rational.of(atLeast);
    return atMost !== null && value.compare(Rational.of(atMost)) > 0 ? Rational.of(atMost) : value;
  }

  private base(chosen: AmountChoice['base']): Rational {
    if (chosen.kind === 'fixed') return Rational.of(chosen.amount);
    if (chosen.kind === 'table') return Rational.of(this.row(chosen));
    const of = this.of(chosen.of);
    const percent = (share: string): Rational => of.times(Rational.of(share)).dividedBy(new Rational(100n));
    if (chosen.kind === 'percent') return percent(chosen.percent);
    if (chosen.kind === 'steps') {
      const reached = chosen.steps.toReversed().find(({ from }) => of.compare(Rational.of(from)) >= 0);
      return reached === undefined ? new Rational(0n) : chosen.as === 'percent' ? percent(reached.gives) : Rational.of(reached.gives);
    }
    const units = of.dividedBy(Rational.of(chosen.every));
    return (chosen.full ? new Rational(ROUNDED.floor!(units)) : units).times(Rational.of(chosen.gives));
  }

  private row({ path, mayBeAbsent, rows, otherwise }: Extract<AmountChoice['base'], { kind: 'table' }>): string {
    const value = at(this.event, path);
    if (value === undefined && !mayBeAbsent) throw new Missing();
    return rows.find((row) => row.value === value)?.gives ?? otherwise;
  }

  private of(chosen: AmountOf): Rational {
    const found = at(this.event, chosen.kind === 'field' ? chosen.path : chosen.list);
    if (found === undefined) {
      if (chosen.mayBeAbsent) return new Rational(0n);
      throw new Missing();
    }
    if (chosen.kind === 'field') return Rational.of(String(found));
    const items = (found as Item[]).filter((one) => chosen.where === null || isAmong(one, chosen.where));
    if (chosen.kind === 'count') return new Rational(BigInt(items.length));
    const product = (item: Item): Rational =>
      chosen.of.reduce((total, name) => total.times(Rational.of(String(item[name as keyof Item]))), new Rational(1n));
    return items.reduce((total, item) => total.plus(product(item)), new Rational(0n));
  }

  private factor(chosen: AmountFactor): string {
    if (chosen.kind === 'condition') return this.holds(chosen.condition) ? chosen.factor : '1';
    if (chosen.whose === 'recipient') throw new Missing();
    return chosen.tier === 'status' ? (chosen.levels.find(({ level }) => level === 'gold')?.factor ?? '1') : '1';
  }

  private holds(condition: string): boolean {
    const { vip, amount } = this.event;
    if (condition === 'event.vip || event.amount > 3') return vip === true || Number(amount) > 3;
    return condition === '!event.vip' ? vip === false : condition.startsWith('now') || vip === true;
  }
}

const number = decimal.filter((written) => written.replace(/[-.]/g, '').length < 15).map(Number);
const items = fc.array(
  fc.record({ kind: fc.constantFrom('coffee', 'gift'), price: number, qty: fc.integer({ min: 0, max: 5 }), 'unit share': number }),
  { maxLength: 4 },
);
const event = fc.record({
  amount: number,
  refund: number.map((value) => -Math.abs(value)),
  vip: fc.boolean(),
  category: text,
  order: fc.record({ total: number, 'ship ping': number, kind: text, lines: items }),
  items,
});

test('the engine computes what was chosen exactly, below zero and beyond any scale too, and fails only for what is not there', () => {
  fc.assert(
    fc.property(choice, event, (chosen, sent) => {
      const result = evaluateTemplate(
        compileTemplate(templateOf(chosen), 'amount'),
        activation(sent, { participant: PARTICIPANT }),
        BUDGET,
      );
      let expected: Rational;
      try {
        expected = new Model(sent).amount(chosen);
      } catch (error) {
        if (!(error instanceof Missing)) throw error;
        expect(result.ok, templateOf(chosen)).toBe(false);
        return;
      }
      if (!result.ok) throw new Error(`${templateOf(chosen)}: ${result.reason}`);
      // A quotient may have digits without end.
      expect(Rational.of(result.value.toFixed()).toText(60), templateOf(chosen)).toBe(expected.toText(60));
    }),
    { numRuns: 300 },
  );
});

describe('a template reads', () => {
  test.each<[string, Partial<AmountChoice['base']>]>([
    ['10.50', { kind: 'fixed', amount: '10.50' }],
    [' 10 ', { kind: 'fixed', amount: '10' }],
    ['{{event.amount*0.05}}', { kind: 'percent', percent: '5' }],
    ['{{ (event.amount) * 0.125 }}', { kind: 'percent', percent: '12.5' }],
    ['{{ math.floor(event["amount"] / 5) * 2 }}', { kind: 'unit', gives: '2', every: '5', full: true }],
    ['{{ event.amount >= 100 ? 12 : event.amount >= 50 ? 5 : 0 }}', { kind: 'steps', as: 'amount' }],
    ['{{ size(event.items.filter(i, i.kind == "coffee")) * 1 }}', { kind: 'percent', percent: '100' }],
    ['{{ event.items.map(line, line.price * line.qty).sum() * 0.1 }}', { kind: 'percent', percent: '10' }],
    ['{{ event.items.filter(a, a.qty > 1).map(b, b.price).sum() * 0.1 }}', { kind: 'percent', percent: '10' }],
  ])('%s as a choice', (template, chosen) => {
    expect(amountChoiceOf(template)?.base).toMatchObject(chosen);
  });

  test.each([
    '',
    'ten',
    '{{ event.amount }}',
    '{{ event.amount * event.rate }}',
    '{{ event.amount - 5 }}',
    '{{ 0.05 * event.amount }}',
    '{{ event.items[0].price * 2 }}',
    '{{ event.amount > 100 ? 12 : 0 }}',
    '{{ event.amount >= 100 ? 12 : event.other >= 50 ? 5 : 0 }}',
    '{{ event.amount >= 100 ? 12 : 1 }}',
    '{{ event.a == "x" ? 1 : event.b == "y" ? 2 : 3 }}',
    '{{ math.greatest(math.least(event.amount * 0.1, 5), 1) }}',
    '{{ math.floor(event.amount * 0.1, 19) }}',
    '{{ event.amount * (event.note == "a  b" ? 2 : 1) }}',
    '{{ participant.counters.visits * 2 }}',
    '{{ event.amount * 1e-3 }}',
    '{{ event.items.map(line, other.price).sum() * 0.1 }}',
    '{{ event.items.map(line, line.qty > 1, line.price).sum() * 0.1 }}',
    '{{ event.items.map(line, line).sum() * 0.1 }}',
    '{{ event.amount * }}',
    '{{ event.a * 0.1 }} and more',
  ])('%s as the formula that it is', (template) => {
    expect(amountChoiceOf(template)).toBeNull();
  });
});
