/** "Why not" in one line, for anybody who does not read expressions. */
import { expect, test } from 'vitest';
import { explainMiss } from '@/domain/rules/explanation';
import { condition } from './support';

const EVENT = { type: 'refund', amount: 37.5, limit: 40, flag: false, on: true, tags: ['a', 'b'], user: { name: 'ada' } };

test.each([
  ['event.amount >= 50', 'event.amount is 37.5; 12.5 short of 50'],
  ['50 <= event.amount', 'event.amount is 37.5; 12.5 short of 50'],
  ['event.amount < 30', 'event.amount is 37.5; 7.5 above 30'],
  ['event.amount > 37.5', 'event.amount is 37.5, not more than 37.5'],
  ['event.amount > event.limit', 'event.amount is 37.5; 2.5 short of event.limit (40)'],
  ['event.type == "purchase"', 'event.type is "refund", not "purchase"'],
  ['"purchase" == event["type"]', 'event["type"] is "refund", not "purchase"'],
  ['event.type != "refund"', 'event.type is "refund", which it must not be'],
  ['event.type in ["purchase", "visit"]', 'event.type is "refund", not in ["purchase", "visit"]'],
  ['"vip" in event.tags', 'event.tags does not hold "vip"'],
  ['has(event.coupon)', 'event.coupon is absent'],
  ['!has(event.user)', 'event.user is present'],
  ['!(event.type == "refund")', 'event.type == "refund" holds'],
  ['!event.on', 'event.on is true'],
  ['event.flag', 'event.flag is false'],
  ['event.tags.exists(t, t == "z")', 'event.tags.exists(t, t == "z") is false'],
  ['event.user.name.startsWith("b")', 'event.user.name.startsWith("b") is false'],
  ['event.type == "refund" && event.amount > 50 && event.flag', 'event.amount is 37.5; 12.5 short of 50'],
  ['event.amount > 50 || event.type == "x"', 'event.amount is 37.5; 12.5 short of 50, and event.type is "refund", not "x"'],
  ['participant.counters.visits > 5', 'participant.counters.visits is 3; 2 short of 5'],
  ['size(event.tags) > 2', 'size(event.tags) is 2, not more than 2'],
  [
    'event.flag || event.type == "a" || event.type == "b" || event.type == "c"',
    'event.flag is false, and event.type is "refund", not "a", and event.type is "refund", not "b", and 1 more',
  ],
])('%s: %s', (source, expected) => {
  expect(explainMiss(condition(source, EVENT).trace)).toBe(expected);
});

test('a condition that is true, or has no value, has no such explanation', () => {
  expect(explainMiss(condition('event.amount > 1', EVENT).trace)).toBe(null);
  expect(explainMiss(condition('event.nothing > 1', EVENT).trace)).toBe(null);
  expect(explainMiss([])).toBe(null);
});

test('an expression that its trace cuts short is told as far as it is kept', () => {
  const source = `event.type == "${'x'.repeat(300)}"`;
  expect(explainMiss(condition(source, EVENT).trace)).toMatch(/^event\.type == "x+… is false$/);
});
