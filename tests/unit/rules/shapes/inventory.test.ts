/** The inventory counts events, not occurrences, and shows no content. */
import examples from '@octokit/webhooks-examples';
import { expect, test } from 'vitest';
import type { JsonRecord } from '@/domain/rules/activation';
import { compareShapes } from '@/domain/rules/shapes/compare';
import type { FieldShape, SampledEvent } from '@/domain/rules/shapes/inventory';
import { redacted, shownKey } from '@/domain/rules/shapes/redact';

const AT = new Date('2026-03-01T12:00:00Z');
const NOTHING_READ = { eventPaths: [], dynamicEventPaths: [] };
const events = (...payloads: JsonRecord[]): SampledEvent[] =>
  payloads.map((payload, index) => ({ eventType: 'EXTERNAL', observedAt: new Date(AT.getTime() + index), payload }));
const inventoryOf = (...payloads: JsonRecord[]) => compareShapes(events(...payloads), [], NOTHING_READ).inventory;
const field = (fields: readonly FieldShape[], path: string) => fields.find((candidate) => candidate.path === path);

const payloads = (examples as unknown as { examples: JsonRecord[] }[]).flatMap((group) => group.examples);

test('a field is counted once an event, with the rate of each of its types; null counts as present', () => {
  const { fields } = inventoryOf({ amount: 1 }, { amount: '2' }, { amount: null }, {}, { amount: 3 });
  expect(field(fields, 'amount')).toEqual({
    path: 'amount',
    dominantType: 'number',
    dominantTypeRate: 0.5,
    missingCount: 1,
    missingRate: 0.2,
    nullCount: 1,
    nullRate: 0.25,
    presentCount: 4,
    presenceRate: 0.8,
    mixed: true,
    types: [
      { type: 'number', count: 2, rate: 0.5 },
      { type: 'string', count: 1, rate: 0.25 },
      { type: 'null', count: 1, rate: 0.25 },
    ],
  });
});

test('the elements of a list are one field, and null beside one type is not mixed', () => {
  const { fields } = inventoryOf({ commits: [{ id: 'a' }, { id: null }, { id: 'b' }] });
  expect(fields.map(({ path }) => path)).toEqual(['commits', 'commits[]', 'commits[].id']);
  expect(field(fields, 'commits[].id')).toMatchObject({
    presentCount: 1,
    mixed: false,
    types: [
      { type: 'string', count: 1 },
      { type: 'null', count: 1 },
    ],
  });
});

test('events of one type and name are one shape, observed from the first to the last of them', () => {
  const { shapes } = inventoryOf({ type: 'refund', a: 1 }, { type: 'purchase' }, { type: 'refund' }, { type: 7 });
  expect(shapes.map(({ eventName, sampleSize }) => [eventName, sampleSize])).toEqual([
    [null, 1],
    ['purchase', 1],
    ['refund', 2],
  ]);
  expect(shapes[2]).toMatchObject({ firstObservedAt: AT, lastObservedAt: new Date(AT.getTime() + 2), truncated: false });
});

test('counts of missing and present events add up to the sample for every field of all GitHub payloads', () => {
  const { fields, truncated } = inventoryOf(...payloads);
  expect(truncated).toBe(true);
  expect(fields).toHaveLength(500);
  expect(field(fields, 'sender.login')).toMatchObject({ dominantType: 'string', mixed: false });
  for (const { path, presentCount, missingCount, types } of fields) {
    expect(presentCount + missingCount, path).toBe(payloads.length);
    expect(Math.max(...types.map(({ count }) => count)), path).toBeLessThanOrEqual(presentCount);
  }
});

/** Every text and number in a JSON value. */
function leaves(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(leaves) : [];
}

test('no text and no number of a GitHub payload is in its example, and every shown key is one that was sent', () => {
  for (const payload of payloads) {
    const shown = leaves(redacted(payload));
    expect(shown.filter((text) => !/^\[[a-z]+\]$/.test(text))).toEqual([]);
  }
});

test('what is recognisably personal leaks neither as a value, nor as a key, nor as the name of an event', () => {
  const payload = {
    type: 'ada@example.com',
    'ada@example.com': { '+49 30 1234567': 'Ada Lovelace' },
    '4111111111111111': 1,
    user: {
      email: 'ada@example.com',
      phone: '+49 (30) 123-4567',
      name: 'Ada Lovelace',
      born: '1815-12-10',
      id: 'c56a4180-65aa-42ec-a945-5fd21dec0538',
      vip: true,
      age: 36,
      none: null,
    },
  };
  const inventory = inventoryOf(payload);
  expect(JSON.stringify(inventory)).not.toMatch(/ada|lovelace|4111|1234|1815|c56a/i);
  expect(inventory.shapes[0]).toMatchObject({ eventName: '[email]' });
  expect(inventory.shapes[0]?.examples).toEqual([
    {
      type: '[email]',
      '[email]': { '[phone]': '[text]' },
      '[number]': '[integer]',
      user: { email: '[email]', phone: '[phone]', name: '[text]', born: '[date]', id: '[uuid]', vip: true, age: '[integer]', none: null },
    },
  ]);
});

test('a key that reads like a name stays as it is', () => {
  for (const key of ['type', 'X-GitHub-Event', 'line 2', 'größe', '__proto__', 'utm_2024']) expect(shownKey(key)).toBe(key);
});

test('an example of a huge payload is cut, and says so by kinds', () => {
  const list = Array.from({ length: 5_000 }, (_, index) => ({ [`field${index}`]: index }));
  expect(JSON.stringify(redacted({ list })).length).toBeLessThan(1_000);
  let deep: JsonRecord = { end: 1 };
  for (let level = 0; level < 40; level += 1) deep = { deep };
  expect(JSON.stringify(redacted(deep))).toContain('"[object]"');
});
