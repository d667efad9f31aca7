/** What the guards find out about values of any kind, which they must do by looking at them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldsOf, isOneOf, isRecord, namesIn, withFields } from '@/domain/fields';

test('a record is an object that is not a list, and nothing else', () => {
  for (const value of [{}, { a: 1 }, Object.create(null), new Error('x')]) expect(isRecord(value)).toBe(true);
  for (const value of [null, undefined, [], ['a'], 'text', 1, 1n, true, Symbol('a'), () => 1]) expect(isRecord(value)).toBe(false);
});

test('any value has fields, and what is not an object has none', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(fieldsOf(value)).toEqual(isRecord(value) ? value : {});
    }),
  );
  expect(fieldsOf(Object.assign(new Error('x'), { code: 'EEXIST' }))['code']).toBe('EEXIST');
});

test('a value is one of a list only if it is the very same as an item', () => {
  expect(['A', 'B', null].map((value) => isOneOf(['A'], value))).toEqual([true, false, false]);
  expect(isOneOf(['1'], 1)).toBe(false);
  expect(isOneOf(['A'], ['A'])).toBe(false);
  expect(isOneOf([], undefined)).toBe(false);
});

test('an object made of names has each of them, with its value', () => {
  expect(withFields(['a', 'b'], (name) => name.toUpperCase())).toEqual({ a: 'A', b: 'B' });
  expect(namesIn(withFields(['b', 'a'], () => null))).toEqual(['b', 'a']);
});
