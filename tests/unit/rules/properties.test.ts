/** What holds for every expression and every value. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountOf } from '@/domain/money';
import type { JsonRecord } from '@/domain/rules/activation';
import { RuleSyntaxError } from '@/domain/rules/cel/syntax-error';
import { compileCondition, evaluateCondition } from '@/domain/rules/condition';
import { referencesOf } from '@/domain/rules/references';
import { compileTemplate, evaluateTemplate, type TemplateKind } from '@/domain/rules/template';
import { activation, BUDGET, render, verdict } from './support';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{0,${length - 1}}$`));
const decimal = fc
  .tuple(fc.constantFrom('', '-'), digits(30), fc.option(fc.stringMatching(/^[0-9]{1,18}$/)))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`);
const OPERATIONS = { '+': 'plus', '-': 'minus', '*': 'times' } as const;
const operator = fc.constantFrom(...(Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[]));

test('arithmetic in templates is that of exact decimals, for literals, texts and counters alike', () => {
  fc.assert(
    fc.property(decimal, operator, decimal, (left, symbol, right) => {
      const expected = amountOf(left)[OPERATIONS[symbol]](amountOf(right)).toFixed();
      const state = { program: { id: 'p', timezone: 'UTC', tags: [], attributes: {}, counters: { left, right }, tiers: {} } };
      expect(render(`{{ ${left} ${symbol} ${right} }}`, 'amount', {})).toBe(expected);
      expect(render(`{{ decimal(event.left) ${symbol} decimal(event.right) }}`, 'amount', { left, right })).toBe(expected);
      expect(render(`{{ program.counters.left ${symbol} program.counters.right }}`, 'amount', {}, state)).toBe(expected);
    }),
  );
});

test('a JSON number in a template is its shortest decimal text', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (number) => {
      expect(render('{{ event.number }}', 'amount', { number })).toBe(amountOf(String(number)).toFixed());
    }),
  );
});

test('comparisons of decimals agree with their order', () => {
  fc.assert(
    fc.property(decimal, decimal, (left, right) => {
      const order = amountOf(left).comparedTo(amountOf(right));
      expect(render('{{ decimal(event.left) < decimal(event.right) }}', 'value', { left, right })).toBe(order < 0);
      expect(render('{{ decimal(event.left) == decimal(event.right) }}', 'value', { left, right })).toBe(order === 0);
    }),
  );
});

test('numbers of JSON compare by value in conditions, whichever kind they are', () => {
  const number = fc.oneof(
    fc.integer({ min: -1000, max: 1000 }),
    fc.integer({ min: -4000, max: 4000 }).map((quarter) => quarter / 4),
  );
  fc.assert(
    fc.property(number, number, (left, right) => {
      const event = { left, right, sum: left + right };
      expect(verdict('event.left < event.right', event)).toBe(left < right ? 'MATCHED' : 'NOT_MATCHED');
      expect(verdict('event.left == event.right', event)).toBe(left === right ? 'MATCHED' : 'NOT_MATCHED');
      expect(verdict('event.left + event.right == event.sum', event)).toBe('MATCHED');
    }),
  );
});

const WORDS = [
  'event',
  '.',
  'a',
  'b',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '?',
  '+',
  '-',
  '*',
  '/',
  '%',
  '==',
  '<',
  '&&',
  '||',
  '!',
  'in',
  '1',
  '2.5',
  '0x1',
  '7u',
  '"x"',
  "'''y'''",
  'b"z"',
  'r"\\"',
  'null',
  'true',
  'has(',
  '.map(x, ',
  '.exists(x, ',
  'x',
  'size(',
  'math.greatest(',
  '.matches(',
  'now',
  'participant',
  '.counters',
  '//',
  '\n',
  '{{',
  '}}',
  '"',
];
const soup = fc.array(fc.constantFrom(...WORDS), { maxLength: 40 }).map((words) => words.join(''));
const source = fc.oneof(soup, fc.string({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 100 }));
const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonRecord[string]>;
const event = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor'), json).map((fields): JsonRecord => fields);

/** Runs `compile`; undefined when refused, and fails on any other error. */
function compiled<T>(compile: () => T): T | undefined {
  try {
    return compile();
  } catch (error) {
    expect(error).toBeInstanceOf(RuleSyntaxError);
    expect((error as RuleSyntaxError).line).toBeGreaterThan(0);
    expect((error as RuleSyntaxError).column).toBeGreaterThan(0);
    return undefined;
  }
}

test('compiling any text either works or is refused with a position, and evaluating never throws', () => {
  fc.assert(
    fc.property(source, event, (text, data) => {
      const condition = compiled(() => compileCondition(text));
      if (condition === undefined) return;
      const { outcome, trace } = evaluateCondition(condition, activation(data), BUDGET);
      expect(['MATCHED', 'NOT_MATCHED', 'ERROR']).toContain(outcome);
      JSON.stringify(trace);
      referencesOf([condition.expression]);
    }),
    { numRuns: 3_000 },
  );
});

test('templates of any text either compile or are refused, and evaluating never throws', () => {
  fc.assert(
    fc.property(source, fc.constantFrom<TemplateKind>('amount', 'text', 'value'), event, (text, kind, data) => {
      const template = compiled(() => compileTemplate(text, kind));
      if (template !== undefined) expect(typeof evaluateTemplate(template, activation(data), BUDGET).ok).toBe('boolean');
    }),
    { numRuns: 3_000 },
  );
});

const leaf = fc.constantFrom(
  'event.a',
  'event.b',
  'event.c',
  'event.a.b',
  'event["c"]',
  '1',
  '2.5',
  '"x"',
  'true',
  'null',
  'now',
  'participant.counters.k',
  'groups',
  'event',
);
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'medium' },
    leaf,
    fc
      .tuple(tie('expression'), fc.constantFrom('+', '-', '*', '/', '%', '==', '!=', '<', '>=', '&&', '||', 'in'), tie('expression'))
      .map(([left, symbol, right]) => `(${left} ${symbol} ${right})`),
    fc.tuple(tie('expression'), tie('expression'), tie('expression')).map(([test_, yes, no]) => `(${test_} ? ${yes} : ${no})`),
    tie('expression').map((operand) => `!(${operand})`),
    tie('expression').map((operand) => `string(${operand})`),
    tie('expression').map((operand) => `size(${operand})`),
    tie('expression').map((operand) => `math.round(${operand})`),
    tie('expression').map((operand) => `[${operand}]`),
    tie('expression').map((operand) => `(${operand}).matches("x+")`),
    tie('expression').map((operand) => `"%s %d".format([${operand}, 1])`),
  ),
}));

test('well-formed expressions over any payload end in an outcome, the same each time, with or without a trace', () => {
  fc.assert(
    fc.property(expression, event, (text, data) => {
      const condition = compiled(() => compileCondition(text));
      if (condition === undefined) return;
      const { outcome, reason } = evaluateCondition(condition, activation(data), BUDGET);
      expect(evaluateCondition(condition, activation(data), BUDGET, { trace: false })).toEqual({ outcome, reason, trace: [] });
    }),
    { numRuns: 2_000 },
  );
});
