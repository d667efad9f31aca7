import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestFingerprint } from '@/domain/idempotency';

const print = (fields: Record<string, unknown>, operation = 'adjust') => requestFingerprint(operation, fields);

test('a fingerprint is SHA-256 in hex', () => {
  expect(print({ a: 1 })).toMatch(/^[0-9a-f]{64}$/);
});

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['the order of keys', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
  ['trailing zeros', { amount: '10.50' }, { amount: '10.5' }],
  ['leading zeros', { amount: '010' }, { amount: '10' }],
  ['zeros after a whole number', { amount: '10.000' }, { amount: '10' }],
  ['surrounding white space', { note: ' hello\n' }, { note: 'hello' }],
  ['white space around a number', { amount: ' 1.0 ' }, { amount: '1' }],
  ['number or decimal text', { quantity: 3 }, { quantity: '3.0' }],
  ['absent or undefined', { a: 1, b: undefined }, { a: 1 }],
  ['zeros inside lists', { lots: [{ amount: '1.00' }] }, { lots: [{ amount: '1' }] }],
  ['forms of a date', { at: new Date('2026-01-01T00:00:00Z') }, { at: '2026-01-01T00:00:00.000Z' }],
])('%s does not count', (_, one, other) => {
  expect(print(one)).toBe(print(other));
});

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['another amount', { amount: '10.50' }, { amount: '10.51' }],
  ['a sign', { amount: '1' }, { amount: '-1' }],
  ['the last of thirty digits', { amount: '1'.repeat(30) }, { amount: `${'1'.repeat(29)}2` }],
  ['another key', { a: '1' }, { b: '1' }],
  ['null and absent', { a: null }, {}],
  ['the order of a list', { ids: ['a', 'b'] }, { ids: ['b', 'a'] }],
  ['inner white space', { note: 'a b' }, { note: 'a  b' }],
  ['case', { note: 'A' }, { note: 'a' }],
  ['true and its text', { a: true }, { a: 'true' }],
  ['nesting', { a: { b: '1' } }, { 'a.b': '1' }],
  ['text in another place', { a: 'x', b: 'y' }, { a: 'y', b: 'x' }],
])('%s counts', (_, one, other) => {
  expect(print(one)).not.toBe(print(other));
});

test('the operation, which names its target, counts', () => {
  expect(print({ a: 1 }, 'fund:x')).not.toBe(print({ a: 1 }, 'burn:x'));
  expect(print({ a: 1 }, 'fund:x')).not.toBe(print({ a: 1 }, 'fund:y'));
});

test('any JSON object has the fingerprint of its copy with keys in another order', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, item]) => [key, reversed(item)]),
    );
  };
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => {
      expect(print(reversed(fields) as Record<string, unknown>)).toBe(print(fields));
    }),
  );
});
