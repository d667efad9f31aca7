/** Changes of rules are applied to what is live, carried over to what has become of it, and turned around. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DomainError } from '@/domain/errors';
import { applyChanges, settled } from '@/domain/change-sets/apply';
import type { DraftedChange, RuleContent } from '@/domain/change-sets/change';
import { assertNoConflicts, conflictsOf } from '@/domain/change-sets/conflicts';
import { drafted, withdrawn, type SentChange } from '@/domain/change-sets/drafting';
import { rebased, reversed } from '@/domain/change-sets/revision';
import type { Configuration } from '@/domain/rules/configuration';
import { content, FALLBACK, liveIn, newId, rule, set } from './live';

const found = (changes: readonly DraftedChange[], configuration: Configuration) => conflictsOf(changes, liveIn(configuration));
const draft = (configuration: Configuration, ...sent: readonly SentChange[]) => drafted([], sent, liveIn(configuration), newId);
const apply = (configuration: Configuration, changes: readonly DraftedChange[]) => applyChanges(configuration, changes, FALLBACK);
const names = (configuration: Configuration) => configuration.map(({ key, rules }) => `${key}: ${rules.map(({ name }) => name).join(' ')}`);

const update = (id: string, fields: Partial<RuleContent>, place: { rule_set_id?: string; order?: number | null } = {}): SentChange => ({
  type: 'UPDATE_RULE',
  id,
  rule: fields,
  place,
});
const create = (name: string, place: { rule_set_id?: string; order?: number } = {}): SentChange => ({
  type: 'CREATE_RULE',
  rule: content(name),
  place,
});
const archive = (id: string): SentChange => ({ type: 'ARCHIVE_RULE', id });

const LIVE: Configuration = [set('base', 'a', 'b', 'c'), set('bonus', 'd')];

describe('applied', () => {
  test('each rule comes to stand at its place, and the others keep their order', () => {
    const changes = draft(
      LIVE,
      create('new', { rule_set_id: 'base', order: 1 }),
      archive('b'),
      update('c', { name: 'C' }),
      update('d', {}, { rule_set_id: 'base', order: 3 }),
    );
    expect(names(apply(LIVE, changes))).toEqual(['base: new a d C', 'bonus: ']);
  });

  test('a new rule without a set comes last into the default one, which is made on demand', () => {
    const published = apply(LIVE, draft(LIVE, create('one'), create('two')));
    expect(names(published)).toEqual(['base: a b c', 'bonus: d', 'default: one two']);
    expect(names(apply(published, draft(published, create('three'))))).toEqual(['base: a b c', 'bonus: d', 'default: one two three']);
  });
});

describe('drafted', () => {
  test('only what differs is kept, and an update of nothing is no change', () => {
    expect(draft(LIVE, update('a', { name: 'A', condition: 'true' }))).toMatchObject([{ rule: { name: 'A' } }]);
    expect(draft(LIVE, update('a', { name: 'a' }))).toEqual([]);
    const changes = draft(LIVE, update('a', { name: 'A' }));
    expect(drafted(changes, [update('a', { name: 'a' })], liveIn(LIVE), newId)).toEqual([]);
  });

  test('a place that was drafted is dropped alone, and with the set in which the rule is anyway', () => {
    const changes = draft(LIVE, update('a', { name: 'A' }, { rule_set_id: 'base', order: 3 }));
    expect(drafted(changes, [update('a', {}, { order: null })], liveIn(LIVE), newId)).toMatchObject([
      { rule: { name: 'A' }, rule_set_id: null, order: null },
    ]);
    const moved = draft(LIVE, update('a', {}, { rule_set_id: 'base', order: 3 }));
    expect(drafted(moved, [update('a', {}, { order: null })], liveIn(LIVE), newId)).toEqual([]);
  });

  test('the base of a change stays the one that it was begun from', () => {
    const changes = draft(LIVE, update('a', { name: 'A' }));
    const later = [{ ...set('base', 'b'), rules: [rule('a', { description: 'theirs' })] }];
    expect(drafted(changes, [update('a', { condition: 'false' })], liveIn(later), newId)).toMatchObject([
      { base: { rule: { description: null } }, rule: { name: 'A', condition: 'false' } },
    ]);
  });

  test('more than a hundred changes, and changes of what is not there, are refused', () => {
    const refusal = (work: () => unknown) => {
      try {
        return work();
      } catch (error) {
        return error instanceof DomainError ? [error.code, error.param] : error;
      }
    };
    expect(refusal(() => draft(LIVE, ...Array.from({ length: 101 }, (_, n) => create(`r${n}`))))).toEqual(['validation_error', 'changes']);
    expect(refusal(() => draft(LIVE, archive('a'), archive('x')))).toEqual(['not_found', 'changes[1].id']);
    expect(refusal(() => withdrawn(draft(LIVE, archive('a')), ['b']))).toEqual(['not_found', 'withdraw[0]']);
  });
});

describe('conflicts', () => {
  const changes = draft(LIVE, update('a', { name: 'A' }), archive('b'), create('new', { rule_set_id: 'bonus' }));

  test('there are none as long as the touched rules are as they were, wherever they stand', () => {
    expect(found(changes, LIVE)).toEqual([]);
    expect(found(changes, [{ ...set('base'), rules: [rule('b'), rule('x'), rule('a')] }, set('bonus')])).toEqual([]);
  });

  test('each is named with what became of its rule', () => {
    const live = [{ ...set('base'), rules: [rule('a', { status: 'SUSPENDED', name: 'Other' })] }];
    expect(found(changes, live)).toEqual([
      { type: 'UPDATE_RULE', id: 'a', name: 'A', reason: 'CHANGED', fields: ['name', 'status'] },
      { type: 'ARCHIVE_RULE', id: 'b', name: 'b', reason: 'ARCHIVED', fields: [] },
      { type: 'CREATE_RULE', id: changes[2]!.id, name: 'new', reason: 'SET_ARCHIVED', fields: [] },
    ]);
    expect(() => assertNoConflicts(found(changes, live), 'look again')).toThrow('“A” was changed meanwhile, and 2 more; look again.');
    expect(found(draft(LIVE, archive('d')), [set('base', 'd')])).toMatchObject([{ reason: 'CHANGED', fields: ['rule_set_id'] }]);
  });

  test('rebasing leaves none, keeps what others changed, and drops what is gone or live already', () => {
    const all = [...changes, ...draft(LIVE, update('c', { name: 'C', condition: 'false' }))];
    const live = [{ ...set('base'), rules: [rule('a', { name: 'A' }), rule('c', { name: 'C', description: 'theirs' })] }];
    const carried = rebased(all, liveIn(live));
    expect(found(carried, live)).toEqual([]);
    expect(carried).toMatchObject([
      { type: 'CREATE_RULE', rule_set_id: null },
      { id: 'c', rule: { condition: 'false' } },
    ]);
    expect(apply(live, carried)[0]?.rules[1]).toMatchObject({ name: 'C', condition: 'false', description: 'theirs' });
  });
});

const IDS = Array.from({ length: 8 }, (_, n) => `r${n}`);
const someConfiguration = fc
  .record({ order: fc.shuffledSubarray(IDS, { minLength: 1 }), cut: fc.nat({ max: IDS.length }) })
  .map(({ order, cut }): Configuration => [set('one', ...order.slice(0, cut)), set('two', ...order.slice(cut))]);
const somePlace = fc.record({
  rule_set_id: fc.constantFrom(undefined, 'one', 'two'),
  order: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
});
const someChange = fc.oneof(
  fc.record({ type: fc.constant('CREATE_RULE' as const), rule: fc.constantFrom('x', 'y').map((name) => content(name)), place: somePlace }),
  fc.record({
    type: fc.constant('UPDATE_RULE' as const),
    id: fc.constantFrom(...IDS),
    rule: fc.constantFrom<Partial<RuleContent>>({}, { name: 'N' }, { status: 'SUSPENDED', condition: 'false' }),
    place: somePlace,
  }),
  fc.record({ type: fc.constant('ARCHIVE_RULE' as const), id: fc.constantFrom(...IDS) }),
);

/** By reference, since an archived rule comes back with another id; a default set that was made stays, empty. */
const byReference = (configuration: Configuration) =>
  configuration
    .filter(({ key }) => key !== 'default')
    .map(({ rules, ...one }) => ({ ...one, rules: rules.map(({ id: _id, ...content }) => content) }));

test('publishing the reverse of what was published restores every rule, every field and every place', () => {
  fc.assert(
    fc.property(someConfiguration, fc.array(someChange, { maxLength: 6 }), (before, sent) => {
      const live = liveIn(before);
      const known = sent.filter((one) => one.type === 'CREATE_RULE' || live.rules.has(one.id));
      const last = new Map(known.map((one) => [one.type === 'CREATE_RULE' ? newId() : one.id, one]));
      const changes = draft(before, ...last.values());
      const after = apply(before, changes);
      const back = reversed(settled(changes, after), { before, after }, new Map(), newId);
      expect(found(back, after)).toEqual([]);
      expect(byReference(apply(after, back))).toEqual(byReference(before));
    }),
  );
});
