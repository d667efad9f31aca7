/** Warnings of event shapes report what changed for which rules, once each. */
import { expect, test } from 'vitest';
import type { JsonRecord } from '@/domain/rules/activation';
import { compareShapes } from '@/domain/rules/shapes/compare';
import type { SampledEvent } from '@/domain/rules/shapes/inventory';
import { webhook } from '../support';

const AT = new Date('2026-03-01T12:00:00Z');
const events = (payloads: readonly JsonRecord[]): SampledEvent[] =>
  payloads.map((payload) => ({ eventType: 'EXTERNAL', observedAt: AT, payload }));
const compare = (current: JsonRecord[], baseline: JsonRecord[], eventPaths: string[] = [], dynamicEventPaths: string[] = []) =>
  compareShapes(events(current), events(baseline), { eventPaths, dynamicEventPaths });
const told = (current: JsonRecord[], baseline: JsonRecord[], eventPaths: string[] = []) =>
  compare(current, baseline, eventPaths).warnings.map(({ code, path, variant, referenced }) => [code, path, variant, referenced]);

test('a read field that no event has is never observed, with its type in the period before', () => {
  const { warnings, referencedNeverObserved } = compare([{ b: 1 }], [{ b: 1, a: 'x' }], ['a', 'b']);
  expect(referencedNeverObserved).toEqual(['a']);
  expect(warnings[0]).toMatchObject({
    code: 'referenced_event_field_never_observed',
    path: 'a',
    eventType: null,
    referenced: true,
    baselineType: 'string',
    baselineTypeRate: 1,
    currentType: null,
    currentTypeRate: null,
  });
});

test('without any event nothing is warned of, though nothing was observed', () => {
  const { warnings, referencedNeverObserved } = compare([], [{ a: 1 }], ['a']);
  expect([warnings, referencedNeverObserved]).toEqual([[], ['a']]);
});

test('a change of the dominant type is told for the kind of event that changed', () => {
  const { warnings } = compare(
    [
      { type: 'a', n: '1' },
      { type: 'b', n: 1 },
    ],
    [
      { type: 'a', n: 1 },
      { type: 'b', n: 1 },
    ],
    ['n'],
  );
  expect(warnings).toMatchObject([
    {
      code: 'event_field_type_changed',
      path: 'n',
      eventType: 'EXTERNAL',
      eventName: 'a',
      variant: 'dominant',
      referenced: true,
      baselineType: 'number',
      baselineTypeRate: 1,
      currentType: 'string',
      currentTypeRate: 1,
    },
  ]);
});

test('a type that comes up beside the dominant one is additional', () => {
  const { warnings } = compare([{ n: 1 }, { n: 2 }, { n: '3' }], [{ n: 1 }]);
  expect(warnings).toMatchObject([
    { variant: 'additional', referenced: false, baselineType: 'number', currentType: 'string', currentTypeRate: 0.3333 },
  ]);
});

test('a field that every event had and some or all lack now is missing, once for an object and all in it', () => {
  const before = { user: { name: 'x', id: 1 }, note: 'y' };
  expect(told([{ note: 'y' }], [before])).toEqual([['event_field_missing', 'user', 'always', false]]);
  expect(told([before, { note: 'y' }], [before], ['user.id'])).toEqual([
    ['event_field_missing', 'user', 'sometimes', true],
    ['event_field_missing', 'user.id', 'sometimes', true],
  ]);
});

test('an empty list is not a missing field, and neither is what was not always there', () => {
  expect(told([{ list: [] }], [{ list: [{ a: 1 }] }])).toEqual([]);
  expect(told([{ x: 1 }], [{ x: 1, y: 1 }, { x: 1 }])).toEqual([]);
});

test('a field of several types is mixed even without a period before', () => {
  expect(told([{ n: 1 }, { n: '1' }, { n: null }], [])).toEqual([['event_field_mixed_types', 'n', 'mixed', false]]);
});

test('what rules read, lead through, or may read by a dynamic key is not unreferenced', () => {
  const opened = webhook('pull_request', 'opened');
  const { observedUnreferenced } = compare([opened], [], ['pull_request.user.login', 'labels'], ['repository[*]']);
  expect(observedUnreferenced).toContain('pull_request.title');
  for (const read of [
    'pull_request',
    'pull_request.user',
    'pull_request.user.login',
    'repository',
    'repository.owner',
    'repository.owner.login',
  ]) {
    expect(observedUnreferenced).not.toContain(read);
  }
  expect(compare([opened], [], [], ['[*]']).observedUnreferenced).toEqual([]);
  expect(compare([{ prices: { eur: { amount: 1, note: 'x' } }, other: 1 }], [], [], ['prices[*].amount']).observedUnreferenced).toEqual([
    'other',
    'prices.eur',
    'prices.eur.note',
  ]);
});

test('warnings that concern rules come first, and at most 100 are shown', () => {
  const wide = (value: number | string) => Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`f${index}`, value]));
  const { warnings } = compare([wide('x')], [wide(1)], ['f149']);
  expect(warnings).toHaveLength(100);
  expect(warnings[0]).toMatchObject({ path: 'f149', referenced: true });
});
