/** Conclusions from conditions alone are reported only where they are certain. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Logic } from '@/domain/rules/analyse/logic';
import { compileCondition, evaluateCondition } from '@/domain/rules/condition';
import { activation, BUDGET } from '../support';

const logic = (source: string) => Logic.of(compileCondition(source));

describe('a condition that no event can make true or false', () => {
  test.each([
    ['true', true],
    ['1 + 1 == 2', true],
    ['"abc".startsWith("a") && size([1, 2]) == 2', true],
    ['event.a == 1 || true', true],
    ['!(false && event.a)', true],
    ['event.type == "a" && event.type == "b"', false],
    ['event["type"] == "a" && "b" == event.type', false],
    ['event.n > 5 && event.n < 3', false],
    ['event.n >= 5 && event.n < 5', false],
    ['event.n >= 5 && event.n <= 5 && event.n != 5', false],
    ['event.n > 5 && event.n == 5.0', false],
    ['event.n in [1, 2] && event.n > 2', false],
    ['event.n in [1, 2] && !(event.n in [2, 1])', false],
    ['event.a && !event.a', false],
    ['has(event.a) && !has(event.a)', false],
    ['event.t == "a" && (event.t == "b" || event.t == "c")', false],
    ['event.x > 1 ? event.x < 1 : event.x > 2', false],
    ['1 / 0 == 1', false],
    ['event.type == "a" && event.type == 1', false],
    ['event.type == "a" || event.type == "b"', null],
    ['event.n > 5 && event.m < 3', null],
    ['event.items[0] == 1 && event.items[1] == 2', null],
    ['event.t == "a" && event.t != "b"', null],
    ['event.n >= 5 && event.n <= 5', null],
    ['event.s > "b" && event.s < "a"', null],
    ['event.a == 1 || event.a != 1', null],
  ])('%s is constantly %s', (source, expected) => {
    expect(logic(source).constant).toBe(expected);
  });
});

describe('one condition implies another', () => {
  test.each([
    ['event.type == "a" && event.n > 10', 'event.type == "a"', true],
    ['event.n > 10', 'event.n > 5', true],
    ['event.n >= 10', 'event.n > 10', false],
    ['event.n > 10', 'event.n >= 10', true],
    ['event.n == 7', 'event.n in [7, 8]', true],
    ['event.n in [7, 8]', 'event.n > 6 && event.n < 9', true],
    ['event.n < 3', 'event.n != 3', true],
    ['event.t == "a"', 'event.t != "b" && event.t in ["a", "c"]', true],
    ['event.a || event.b', 'event.b || event.a', true],
    ['event.a', 'event.a || event.b', true],
    ['event.a || event.b', 'event.a', false],
    ['(event.x  ==  1)', 'event["x"] == 1', true],
    ['event.x == 1', 'true', true],
    ['true', 'event.x == 1', false],
    ['event.commits.exists(c, c.n > 1) && event.a', 'event.commits.exists(c, c.n > 1)', true],
    ['event.commits.exists(c, c.n > 1)', 'event.commits.exists(c, c.n > 0)', false],
  ])('%s implies %s: %s', (one, other, expected) => {
    expect(logic(one).implies(logic(other))).toBe(expected);
  });
});

const path = fc.constantFrom('event.a', 'event.b', 'event["a"]');
const comparisons = fc
  .tuple(path, fc.constantFrom('==', '!=', '<', '<=', '>', '>='), fc.integer({ min: 0, max: 3 }))
  .map(([left, op, right]) => `${left} ${op} ${right}`);
const memberships = fc
  .tuple(path, fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 }))
  .map(([left, list]) => `${left} in [${list.join(', ')}]`);
const conditions = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    comparisons,
    memberships,
    fc.constantFrom('true', 'false', 'event.flag'),
    fc.tuple(tie('tree'), fc.constantFrom('&&', '||'), tie('tree')).map(([left, op, right]) => `(${left} ${op} ${right})`),
    tie('tree').map((inner) => `!(${inner})`),
    fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(([test, one, other]) => `(${test} ? ${one} : ${other})`),
  ),
})).tree;

const EVENTS = [0, 1, 2, 3].flatMap((a) => [0, 1, 2, 3].flatMap((b) => [true, false].map((flag) => ({ a, b, flag }))));
const matched = (source: string) => {
  const compiled = compileCondition(source);
  return EVENTS.map((event) => evaluateCondition(compiled, activation(event), BUDGET, { trace: false }).outcome === 'MATCHED');
};

test('whatever is said of random conditions holds for every event', () => {
  fc.assert(
    fc.property(conditions, conditions, (one, other) => {
      const [own, others] = [matched(one), matched(other)];
      const [first, second] = [logic(one), logic(other)];
      if (first.constant !== null) expect(new Set(own)).toEqual(new Set([first.constant]));
      if (first.implies(second)) expect(own.every((match, index) => !match || others[index])).toBe(true);
      if (!first.meets(second)) expect(own.some((match, index) => match && others[index])).toBe(false);
      const { low, high } = first.rangeOf('event.a');
      for (const [index, { a }] of EVENTS.entries()) {
        if (own[index]) expect([low?.lessThanOrEqualTo(a) ?? true, high?.greaterThanOrEqualTo(a) ?? true]).toEqual([true, true]);
      }
    }),
    { numRuns: 200 },
  );
});

test('a condition nested as deeply as is allowed is taken apart at once', () => {
  let source = 'event.a';
  for (let level = 0; level < 60; level += 1) source = `(${source} ? event.x${level} : event.y${level})`;
  expect(logic(source).constant).toBe(null);
});
