import { expect, test } from 'vitest';
import { moveRule, moveSet, placeOf, stepFrom, type RuleSets } from '@/components/rules/rule-order';

/** `first: a b | second: | third: c` */
function setsOf(outline: string): RuleSets {
  return outline.split('|').map((part) => {
    const [id, rules = ''] = part.split(':').map((text) => text.trim());
    return {
      id,
      rules: rules
        .split(' ')
        .filter(Boolean)
        .map((rule) => ({ id: rule })),
    } as unknown as RuleSets[number];
  });
}
const outlineOf = (sets: RuleSets): string =>
  sets.map(({ id, rules }) => [`${id}:`, ...rules.map((rule) => rule.id)].join(' ')).join(' | ');

const SETS = 'first: a b c | second: | third: d e';

test.each([
  ['a', { setId: 'first', index: 2 }, 'first: b c a | second: | third: d e'],
  ['c', { setId: 'first', index: 0 }, 'first: c a b | second: | third: d e'],
  ['b', { setId: 'second', index: 0 }, 'first: a c | second: b | third: d e'],
  ['a', { setId: 'third', index: 1 }, 'first: b c | second: | third: d a e'],
  ['b', { setId: 'first', index: 1 }, SETS],
  ['nobody', { setId: 'first', index: 0 }, SETS],
])('the rule %s put at %j stands there and the others close up', (rule, place, expected) => {
  const sets = setsOf(SETS);
  expect(outlineOf(moveRule(sets, rule, place))).toBe(expected);
  expect(outlineOf(sets)).toBe(SETS);
});

test('step by step a rule goes through every set, and no further', () => {
  let sets = setsOf(SETS);
  const seen: string[] = [];
  for (let to = stepFrom(sets, 'b', 1); to; to = stepFrom(sets, 'b', 1)) {
    sets = moveRule(sets, 'b', to);
    seen.push(`${to.setId} ${to.index}`);
    expect(placeOf(sets, 'b')).toEqual(to);
  }
  expect(seen).toEqual(['first 2', 'second 0', 'third 0', 'third 1', 'third 2']);
  for (let to = stepFrom(sets, 'b', -1); to; to = stepFrom(sets, 'b', -1)) sets = moveRule(sets, 'b', to);
  expect(outlineOf(sets)).toBe('first: b a c | second: | third: d e');
});

test('a set moves among the sets with all its rules', () => {
  const sets = setsOf(SETS);
  expect(outlineOf(moveSet(sets, 'third', 0))).toBe('third: d e | first: a b c | second:');
  expect(outlineOf(moveSet(sets, 'first', 1))).toBe('second: | first: a b c | third: d e');
  expect(outlineOf(moveSet(sets, 'nobody', 1))).toBe(SETS);
});
