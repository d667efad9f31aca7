/** Changes of rule sets are applied together with those of rules, carried over to what has become of them, and turned around. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyChanges, assertSetsFit, settled } from '@/domain/change-sets/apply';
import type { DraftedChange } from '@/domain/change-sets/change';
import { conflictsOf } from '@/domain/change-sets/conflicts';
import { drafted, withdrawn, type SentChange } from '@/domain/change-sets/drafting';
import { rebased, reversed } from '@/domain/change-sets/revision';
import type { Configuration } from '@/domain/rules/configuration';
import { content, FALLBACK, liveIn, newId, set } from './live';

const draft = (configuration: Configuration, ...sent: readonly SentChange[]) => drafted([], sent, liveIn(configuration), newId);
const apply = (configuration: Configuration, changes: readonly DraftedChange[]) => applyChanges(configuration, changes, FALLBACK);
const names = (configuration: Configuration) =>
  configuration.map(({ name, rules }) => `${name}: ${rules.map((rule) => rule.name).join(' ')}`);

const createSet = (key: string, order: number | null = null): SentChange => ({ type: 'CREATE_RULE_SET', set: { key, name: key }, order });
const updateSet = (id: string, fields: { key?: string; name?: string }, order?: number | null): SentChange => ({
  type: 'UPDATE_RULE_SET',
  id,
  set: fields,
  order,
});
const deleteSet = (id: string): SentChange => ({ type: 'DELETE_RULE_SET', id });
const createRule = (name: string, rule_set_id: string): SentChange => ({
  type: 'CREATE_RULE',
  rule: content(name),
  place: { rule_set_id },
});
const moveRule = (id: string, rule_set_id: string): SentChange => ({ type: 'UPDATE_RULE', id, rule: {}, place: { rule_set_id } });

const LIVE: Configuration = [set('base', 'a', 'b'), set('bonus', 'c'), set('empty')];

describe('applied', () => {
  test('new sets and moved ones come to stand at their places, and a drafted rule into a drafted set', () => {
    const sets = draft(LIVE, createSet('first', 1), updateSet('bonus', { name: 'Bonus' }, 2), deleteSet('empty'));
    const changes = drafted(sets, [createRule('new', sets[0]!.id)], liveIn(LIVE), newId);
    expect(names(apply(LIVE, changes))).toEqual(['first: new', 'Bonus: c', 'base: a b']);
  });

  test('a set is deleted once its rules are moved or archived; one that still has rules stays, and is refused', () => {
    const emptied = draft(LIVE, deleteSet('bonus'), moveRule('c', 'base'));
    expect(names(apply(LIVE, emptied))).toEqual(['base: a b c', 'empty: ']);
    const full = draft(LIVE, deleteSet('bonus'));
    expect(() => assertSetsFit(full, apply(LIVE, full))).toThrow('The set “bonus” still has rules');
  });

  test('two sets of one key are refused, unless the other gives it up in the same change set', () => {
    const taken = draft(LIVE, createSet('bonus'));
    expect(() => assertSetsFit(taken, apply(LIVE, taken))).toThrow('has the key “bonus”');
    const given = draft(LIVE, createSet('bonus'), updateSet('bonus', { key: 'former' }));
    expect(() => assertSetsFit(given, apply(LIVE, given))).not.toThrow();
  });
});

test('a set that is withdrawn leaves its drafted rules to the default set, and moved ones where they are', () => {
  const [made] = draft(LIVE, createSet('new'));
  const changes = drafted([made!], [createRule('x', made!.id), moveRule('a', made!.id)], liveIn(LIVE), newId);
  expect(withdrawn(changes, [made!.id])).toMatchObject([{ type: 'CREATE_RULE', rule_set_id: null }]);
});

test('a later change of a set is merged into the earlier one, and what is as before drops out', () => {
  const changes = draft(LIVE, updateSet('base', { name: 'Base' }));
  expect(drafted(changes, [updateSet('base', { key: 'ground' }, 2)], liveIn(LIVE), newId)).toMatchObject([
    { set: { name: 'Base', key: 'ground' }, order: 2 },
  ]);
  expect(drafted(changes, [updateSet('base', { name: 'base' })], liveIn(LIVE), newId)).toEqual([]);
});

test('a place that was drafted is dropped without the rest of the change, and stays when nothing is said of it', () => {
  const changes = draft(LIVE, updateSet('base', { name: 'Base' }, 2), createSet('new', 1));
  const created = changes[1]!.id;
  const again = (...sent: SentChange[]) => drafted(changes, sent, liveIn(LIVE), newId);
  expect(again(updateSet('base', { key: 'ground' }), updateSet(created, {}))).toMatchObject([{ order: 2 }, { order: 1 }]);
  expect(again(updateSet('base', {}, null), updateSet(created, {}, null))).toMatchObject([
    { set: { name: 'Base' }, order: null },
    { type: 'CREATE_RULE_SET', order: null },
  ]);
});

test('a set that was renamed or deleted meanwhile is a conflict, and rebasing leaves none', () => {
  const changes = draft(LIVE, updateSet('base', { name: 'Ours' }), updateSet('bonus', { name: 'Ours too' }), deleteSet('empty'));
  const live = liveIn([{ ...set('base', 'a', 'b'), name: 'Theirs', key: 'theirs' }, set('empty')]);
  expect(conflictsOf(changes, live)).toEqual([
    { type: 'UPDATE_RULE_SET', id: 'base', name: 'Ours', reason: 'CHANGED', fields: ['key', 'name'] },
    { type: 'UPDATE_RULE_SET', id: 'bonus', name: 'Ours too', reason: 'ARCHIVED', fields: [] },
  ]);
  const carried = rebased(changes, live);
  expect(conflictsOf(carried, live)).toEqual([]);
  expect(carried).toMatchObject([{ id: 'base', set: { name: 'Ours' } }, { type: 'DELETE_RULE_SET' }]);
});

/** By reference, since what was deleted comes back with another id. */
const byReference = (configuration: Configuration) =>
  configuration.map(({ id: _id, rules, ...one }) => ({ ...one, rules: rules.map(({ id: _rule, ...rule }) => rule) }));

const someSetChange = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), order: fc.option(fc.integer({ min: 1, max: 6 })) }),
  fc.record({
    kind: fc.constant('update' as const),
    id: fc.constantFrom('s1', 's2', 's3'),
    name: fc.constantFrom('s1', 'other'),
    order: fc.option(fc.integer({ min: 1, max: 6 })),
  }),
  fc.record({ kind: fc.constant('empty' as const), id: fc.constantFrom('s1', 's2', 's3'), into: fc.constantFrom('s1', 's2', 's3') }),
);

test('publishing the reverse restores every set, its name, its rules and its place', () => {
  fc.assert(
    fc.property(fc.array(someSetChange, { maxLength: 5 }), (wanted) => {
      const before: Configuration = [set('s1', 'a', 'b'), set('s2', 'c'), set('s3', 'd', 'e')];
      let made = 0;
      const sent = wanted.flatMap((one): SentChange[] => {
        if (one.kind === 'create') return [createSet(`n${(made += 1)}`, one.order)];
        if (one.kind === 'update') return [updateSet(one.id, { name: one.name }, one.order)];
        const rules = before.find(({ id }) => id === one.id)?.rules ?? [];
        return one.id === one.into ? [] : [...rules.map(({ id }) => moveRule(id, one.into)), deleteSet(one.id)];
      });
      const changes = draft(before, ...sent);
      const after = apply(before, changes);
      // A set that others of these changes fill, and a rule into a set that is gone, would be refused.
      const isRefused = changes.some(({ type, id }) => type === 'DELETE_RULE_SET' && after.some((one) => one.id === id));
      fc.pre(!isRefused);
      const back = reversed(settled(changes, after), { before, after }, new Map(), newId);
      expect(conflictsOf(back, liveIn(after))).toEqual([]);
      expect(byReference(apply(after, back))).toEqual(byReference(before));
    }),
  );
});
