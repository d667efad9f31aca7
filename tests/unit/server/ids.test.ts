/** Ids that carry their time, and the ids of requests as UUIDs. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstIdAt, idsAt, newId, newIdAt, newRequestId, requestOfUuid, timeOfId, uuidOfRequest } from '@/server/platform/ids';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const hex = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });

test('every id of a request is a UUIDv7 of its time, and is found in it again', () => {
  fc.assert(
    fc.property(hex(28), (digits) => {
      const id = uuidOfRequest(`req_${digits}`)!;
      expect(id).toMatch(UUID_V7);
      expect(timeOfId(id).getTime()).toBe(Number.parseInt(digits.slice(0, 12), 16));
      expect(requestOfUuid(id)).toBe(`req_${digits}`);
    }),
  );
});

test('ids of requests made one after another sort in that order, as text and as UUIDs', () => {
  const made = Array.from({ length: 2_000 }, newRequestId);
  expect(new Set(made).size).toBe(made.length);
  expect(made.toSorted()).toEqual(made);
  const uuids = made.map((id) => uuidOfRequest(id)!);
  expect(uuids.toSorted()).toEqual(uuids);
});

test.each(['', 'req_1', `req_${'g'.repeat(28)}`, `req_${'0'.repeat(29)}`, newId()])('%j is no id of a request', (text) => {
  expect(uuidOfRequest(text)).toBeNull();
});

test('the first id of a time is above every earlier id and not above any of its own', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4_102_444_800_000 }), hex(16), (at, random) => {
      const idAt = (ms: number) => uuidOfRequest(`req_${ms.toString(16).padStart(12, '0')}${random}`)!;
      expect(firstIdAt(new Date(at)) <= idAt(at)).toBe(true);
      expect(firstIdAt(new Date(at)) > idAt(at - 1)).toBe(true);
    }),
  );
});

test('an id says the time it was made for, and ids made for one time sort in the order in which they were made', () => {
  const [soon, later] = [new Date('2031-01-01T00:00:00.001Z'), new Date('2031-01-01T00:00:00.002Z')];
  const made = Array.from({ length: 2_000 }, (_, index) => [idsAt(soon)(), newIdAt(later), index % 7 === 0 ? newId() : ''] as const);
  for (const [first, second] of [made.map(([id]) => id), made.map(([, id]) => id)].map((ids) => [ids, ids.toSorted()]))
    expect(first).toEqual(second);
  expect(made.every(([id]) => UUID_V7.test(id) && timeOfId(id).getTime() === soon.getTime())).toBe(true);
  expect(made.every(([id, other]) => id < other)).toBe(true);
});
