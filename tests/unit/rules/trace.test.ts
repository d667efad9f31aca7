/** The trace answers "why not" by itself. */
import { expect, test } from 'vitest';
import { compileCondition, evaluateCondition } from '@/domain/rules/condition';
import { activation, BUDGET, condition, webhook } from './support';

const order = {
  type: 'order',
  amount: 37.5,
  qty: 5,
  text: 'x'.repeat(5_000),
  list: Array.from({ length: 25 }, (_, index) => index),
  small: [1, [2, 3], { a: 1 }],
  map: { a: 1, b: { c: 2 } },
};

test('every sub-expression that was reached is shown with its value, each before its parts', () => {
  expect(condition('event.type == "order" && (event.amount + 2) * event.qty > 100', order).trace).toEqual([
    { expression: 'event.type == "order" && (event.amount + 2) * event.qty > 100', value: true },
    { expression: 'event.type == "order"', value: true },
    { expression: 'event.type', value: 'order' },
    { expression: '(event.amount + 2) * event.qty > 100', value: true },
    { expression: '(event.amount + 2) * event.qty', value: 197.5 },
    { expression: 'event.amount + 2', value: 39.5 },
    { expression: 'event.amount', value: 37.5 },
    { expression: 'event.qty', value: 5 },
  ]);
});

test('what no longer mattered is left out', () => {
  const { trace } = condition('event.type == "refund" && event.amount > 1', order);
  expect(trace.map(({ expression }) => expression)).toEqual([
    'event.type == "refund" && event.amount > 1',
    'event.type == "refund"',
    'event.type',
  ]);
});

test.each([
  ['event.amount >= 50', '-12.5'],
  ['event.amount > 37.5', '0'],
  ['event.amount <= 30', '7.5'],
  ['event.qty == 7', '-2'],
  ['event.qty * 0.1 > 0.7', '-0.2'],
  ['participant.counters.points >= 100', '-87.5'],
])('a numeric comparison that fails carries its exact margin: %s', (source, margin) => {
  expect(condition(source, order).trace[0]).toEqual({ expression: source, value: false, margin });
});

test.each(['event.amount >= 1', 'event.type == "refund"', 'event.qty != 5', 'event.type > "z"'])(
  'no margin where there is none: %s',
  (source) => {
    expect(condition(source, order).trace[0]).not.toHaveProperty('margin');
  },
);

test('a sub-expression without a value shows why, even where the failure was absorbed', () => {
  expect(condition('event.missing > 1 || event.qty == 5', order)).toEqual({
    outcome: 'MATCHED',
    trace: [
      { expression: 'event.missing > 1 || event.qty == 5', value: true },
      { expression: 'event.missing > 1', value: { error: 'event.missing is absent' } },
      { expression: 'event.missing', value: { error: 'event.missing is absent' } },
      { expression: 'event.qty == 5', value: true },
      { expression: 'event.qty', value: 5 },
    ],
  });
});

test('a loop is shown as a whole, with what it ran over', () => {
  expect(condition('event.list.filter(n, n > 22).size() == 2', order).trace).toEqual([
    { expression: 'event.list.filter(n, n > 22).size() == 2', value: true },
    { expression: 'event.list.filter(n, n > 22).size()', value: 2 },
    { expression: 'event.list.filter(n, n > 22)', value: [23, 24] },
    { expression: 'event.list', value: 'list of 25' },
  ]);
});

test('values are cut to a readable size', () => {
  const { trace } = condition('event.text == "" || event.small == [] || event.map == {} || event == {}', order);
  const shown = Object.fromEntries(trace.map(({ expression, value }) => [expression, value]));
  expect(shown['event.text']).toBe(`${'x'.repeat(200)}…`);
  expect(shown['event.small']).toEqual([1, 'list of 2', 'map of 1']);
  expect(shown['event.map']).toEqual({ a: 1, b: 'map of 1' });
  expect(shown.event).toEqual({
    type: 'order',
    amount: 37.5,
    qty: 5,
    text: `${'x'.repeat(200)}…`,
    list: 'list of 25',
    small: 'list of 3',
    map: 'map of 2',
  });
});

test('the trace of the longest condition over a large payload stays small', () => {
  const source = Array.from({ length: 100 }, () => 'event.pull_request.title != ""').join(' && ');
  const { trace } = condition(source, webhook('pull_request'));
  expect(trace).toHaveLength(200);
  expect(JSON.stringify(trace).length).toBeLessThan(40_000);
});

test('a condition of many lines is shown on one, without its comments', () => {
  expect(condition('event.qty\n  > // at least\n  4', order).trace[0]?.expression).toBe('event.qty > 4');
});

test('without a trace the outcome is the same and nothing is recorded', () => {
  const compiled = compileCondition('event.missing == 1');
  expect(evaluateCondition(compiled, activation(order), BUDGET, { trace: false })).toEqual({
    outcome: 'ERROR',
    reason: 'event.missing is absent',
    trace: [],
  });
});
