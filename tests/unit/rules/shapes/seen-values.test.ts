import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seenValues } from '@/domain/rules/shapes/seen-values';

const pathsOf = (records: Parameters<typeof seenValues>[0]): string[] => seenValues(records).map(({ path }) => path);

describe('the values that fields have', () => {
  test('are counted by record, commonest first, also within lists and objects', () => {
    const order = (channel: string, ...categories: string[]) => ({
      order: { channel },
      items: categories.map((category) => ({ category })),
    });
    expect(seenValues([order('web', 'coffee', 'coffee', 'tea'), order('store', 'coffee'), order('web')])).toEqual([
      {
        path: 'items[].category',
        presentCount: 2,
        values: [
          { value: 'coffee', count: 2 },
          { value: 'tea', count: 1 },
        ],
        truncated: false,
      },
      {
        path: 'order.channel',
        presentCount: 3,
        values: [
          { value: 'web', count: 2 },
          { value: 'store', count: 1 },
        ],
        truncated: false,
      },
    ]);
  });

  test('are of texts, numbers and booleans, each as it is', () => {
    const [field] = seenValues([{ v: 1 }, { v: '1' }, { v: true }, { v: null }, { v: '' }, {}]);
    expect(field).toMatchObject({ path: 'v', presentCount: 3 });
    expect(field?.values.map(({ value }) => value)).toHaveLength(3);
  });

  test.each([
    ['addresses', (n: number) => `ada${n % 2}@example.com`],
    ['ids', () => '01a20180-0000-7000-8000-000000000001'],
    ['telephone numbers', () => '+49 30 1234567'],
    ['links', () => 'https://example.com/a'],
    ['times', () => '2026-03-01T00:00:00Z'],
    ['days', () => '2026-03-01'],
    ['long texts', () => 'word '.repeat(20)],
    ['long numbers', () => '10012345'],
    ['a value of its own for each record', (n: number) => `order-${n}`],
    ['more than 50 values', (n: number) => `kind-${n % 51}`],
  ])('are not shown of a field with %s', (_, value) => {
    expect(pathsOf(Array.from({ length: 200 }, (__, n) => ({ kind: 'a', field: value(n) })))).toEqual(['kind']);
  });

  test('are not shown of a field whose name is itself data', () => {
    expect(pathsOf([{ by: { 'ada@example.com': 'x', plain: 'x' } }])).toEqual(['by.plain']);
  });

  test('are at most 20 of a field, which then says that there are more', () => {
    const [field] = seenValues(Array.from({ length: 90 }, (_, n) => ({ kind: `k${n % 30}` })));
    expect(field).toMatchObject({ presentCount: 90, truncated: true });
    expect(field?.values).toHaveLength(20);
  });

  test('add up: no count exceeds that of its field, which does not exceed the records, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue()), { maxLength: 20 }), (records) => {
        for (const { presentCount, values } of seenValues(records as Parameters<typeof seenValues>[0])) {
          expect(presentCount).toBeLessThanOrEqual(records.length);
          expect(values.length).toBeGreaterThan(0);
          for (const { count } of values) expect(count).toBeLessThanOrEqual(presentCount);
        }
      }),
    );
  });
});
