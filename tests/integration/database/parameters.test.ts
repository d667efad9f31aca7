/** Values on their way to Postgres: whatever they hold, they arrive as they are. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';

const numRuns = 150;
/** Postgres has no text with NUL, and none that is no Unicode. */
const text = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', ',', ' ', 'NULL', "'", '\n', '$1') }))
  .map((one) => one.replaceAll('\0', ''));
const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });

async function back(type: string, value: unknown): Promise<unknown> {
  const [row] = await statement<{ value: unknown }>(`SELECT $1::${type} AS value`, [value]);
  return row?.value;
}

test('texts and lists of texts arrive as they are, whatever signs they hold', async () => {
  const lists = fc.array(orNull(text), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(orNull(text), lists, async (one, list) => {
      expect(await back('text', one)).toBe(one);
      expect(await back('text[]', list)).toEqual(list);
    }),
    { numRuns },
  );
});

test('lists of lists, of bytes, of numbers and of truths arrive as they are', async () => {
  const square = fc.array(fc.tuple(orNull(text), orNull(text)), { minLength: 1, maxLength: 4 });
  const bytes = fc.array(orNull(fc.uint8Array({ maxLength: 9 }).map((one) => Buffer.from(one))), { maxLength: 4 });
  const plain = fc.tuple(fc.array(orNull(fc.maxSafeInteger())), fc.array(orNull(fc.boolean())));
  await fc.assert(
    fc.asyncProperty(square, bytes, plain, async (table, binary, [numbers, truths]) => {
      expect(await back('text[]', table)).toEqual(table);
      expect(await back('bytea[]', binary)).toEqual(binary);
      expect(await back('bytea', binary[0] ?? null)).toEqual(binary[0] ?? null);
      expect(await back('numeric[]::text[]', numbers)).toEqual(numbers.map((one) => (one === null ? null : String(one))));
      expect(await back('bool[]', truths)).toEqual(truths);
    }),
    { numRuns },
  );
});

test('objects arrive as JSON, alone and in lists', async () => {
  const record = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null)), { noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(record, fc.array(record, { maxLength: 3 }), async (one, list) => {
      expect(await back('json', one)).toEqual(one);
      expect(await back('json[]', list)).toEqual(list);
    }),
    { numRuns },
  );
});

test('times arrive to the millisecond, in any year, also before the first and after 9999', async () => {
  const time = fc.date({ min: new Date(Date.UTC(-4000, 0, 1)), max: new Date(Date.UTC(200_000, 0, 1)), noInvalidDate: true });
  const edges = ['0000-12-31T23:59:59.999Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '+010000-01-01T00:00:00.000Z'];
  const examples = edges.map((edge): [Date[]] => [[new Date(edge)]]);
  await fc.assert(
    fc.asyncProperty(fc.array(time, { minLength: 1, maxLength: 4 }), async (times) => {
      const [row] = await statement<{ ms: string[]; one: string }>(
        `SELECT array_agg((extract(epoch FROM at) * 1000)::bigint::text ORDER BY place) AS ms, (extract(epoch FROM $2::timestamptz) * 1000)::bigint::text AS one
         FROM unnest($1::timestamptz[]) WITH ORDINALITY AS times (at, place)`,
        [times, times[0]],
      );
      expect(row).toEqual({ ms: times.map((at) => String(at.getTime())), one: String(times[0]!.getTime()) });
    }),
    { numRuns, examples },
  );
});
