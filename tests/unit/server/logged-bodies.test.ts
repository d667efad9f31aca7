/** The bodies of logged requests, as they are stored and read again. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packBodies, unpackBodies } from '@/server/db/repositories/organizations/logged-bodies';

const DAY_MS = 86_400_000;
const NOON = Date.parse('2026-11-24T12:00:00Z');
const [ONE, OTHER] = ['0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d01', '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d02'];

interface Row {
  readonly organizationId: string;
  readonly id: string;
  readonly request: string | null;
  readonly response: string | null;
}

/** The id of the request with this number, made at this time. */
function idOf(number: number, at = NOON): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(number).padStart(12, '0')}`;
}

const rowOf = (settings: Partial<Row> = {}): Row => ({ organizationId: ONE, id: idOf(0), request: null, response: '{}', ...settings });

const isReference = (stored: Buffer): boolean => stored[0] === 0;

/** The row that holds what this one stores: itself, or the one that it names. */
function holderOf(stored: readonly (Buffer | null)[], rows: readonly Row[], index: number): number {
  const own = stored[index]!;
  if (!isReference(own)) return index;
  return rows.findIndex(({ id }) => id.replaceAll('-', '') === own.toString('hex', 1, 17));
}

const body = fc.option(
  fc.oneof(fc.string({ unit: 'grapheme' }), fc.json(), fc.constant(''), fc.string({ minLength: 16_000, maxLength: 16_384 })),
  {
    nil: null,
  },
);
const rowsOf = fc
  .array(fc.record({ request: body, response: body, organizationId: fc.constantFrom(ONE, OTHER), day: fc.constantFrom(0, 1) }), {
    maxLength: 150,
  })
  .map((rows) => rows.map(({ day, ...row }, number): Row => ({ ...row, id: idOf(number, NOON + day * DAY_MS) })));

test('whatever bodies are written together, absent and empty ones too, each row is read as it was', () => {
  fc.assert(
    fc.property(rowsOf, (rows) => {
      const stored = packBodies(rows);
      rows.forEach(({ request, response }, index) => {
        const own = stored[index]!;
        expect(unpackBodies(own, own && isReference(own) ? stored[holderOf(stored, rows, index)]! : null)).toEqual({ request, response });
      });
    }),
    { numRuns: 50 },
  );
});

test('a row depends on no row of another organization, nor of a day that is dropped before it', () => {
  fc.assert(
    fc.property(rowsOf, (rows) => {
      const stored = packBodies(rows);
      rows.forEach((row, index) => {
        if (!stored[index]) return;
        const holder = rows[holderOf(stored, rows, index)]!;
        expect([holder.organizationId, holder.id.slice(0, 12)]).toEqual([row.organizationId, row.id.slice(0, 12)]);
      });
    }),
    { numRuns: 50 },
  );
});

test('nothing is stored where there is no body', () => {
  expect(packBodies([rowOf({ response: null })])).toEqual([null]);
});

test('reading a request takes no more than 64 others, however many are written together', () => {
  const stored = packBodies(Array.from({ length: 200 }, (_, n) => rowOf({ id: idOf(n) })));
  expect(stored.filter((one) => !isReference(one!))).toHaveLength(4);
});

const id = '01a20e3b-eafd-7438-ae1f-a134abcb9b44';
const REQUEST = { program_id: id, external_id: 'customer-48213', event_data: { type: 'purchase', amount: 129.9 } };
const RESPONSE = { id, program_id: id, external_id: 'customer-48213', status: 'PENDING', event_type: 'purchase', error_code: null };

test('a typical event and its answer take less than half of their bytes', () => {
  const [request, response] = [JSON.stringify({ ...REQUEST, idempotency_key: 'order-7731' }), JSON.stringify(RESPONSE)];
  const [stored] = packBodies([rowOf({ request, response })]);
  expect(stored!.length).toBeLessThan((request.length + response.length) / 2);
});

test('many alike that are written together take less than an eighth of theirs', () => {
  const rows = Array.from({ length: 64 }, (_, n) =>
    rowOf({
      id: idOf(n),
      request: JSON.stringify({ ...REQUEST, idempotency_key: `order-${n * 7919}` }),
      response: JSON.stringify(RESPONSE),
    }),
  );
  const bytes = rows.reduce((sum, { request, response }) => sum + request!.length + response!.length, 0);
  expect(packBodies(rows).reduce((sum, stored) => sum + stored!.length, 0)).toBeLessThan(bytes / 8);
});

test('what an earlier release stored is still read', () => {
  expect(unpackBodies(Buffer.from(STORED, 'base64'), null)).toEqual({
    request: '{"name":"Club"}',
    response: '{"id":"01a20e3b-eafd-7438-ae1f-a134abcb9b44","status":"ACTIVE"}',
  });
});

const STORED = 'AeNnYGCoVoLkBSXnnNIkpVp7sBDcIwapxkm6qYlpKbrmJsYWuomphmm6iYbGJolJyUmWSSYmSpjZpxYA';
