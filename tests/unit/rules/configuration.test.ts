import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  assertExpectedVersion,
  diffConfigurations,
  isEmptyDiff,
  type Configuration,
  type ConfigurationDiff,
  type ConfiguredItem,
  type ConfiguredRule,
  type ConfiguredSet,
  type ConfigurationFieldChange,
} from '@/domain/rules/configuration';
import { PLAIN_CONTENT } from './plain-rule';

const rule = (id: string, more: Partial<ConfiguredRule> = {}): ConfiguredRule => ({
  id,
  client_ref: `ref-${id}`,
  name: `Rule ${id}`,
  ...PLAIN_CONTENT,
  ...more,
});
const set = (id: string, rules: ConfiguredRule[], more: Partial<ConfiguredSet> = {}): ConfiguredSet => ({
  id,
  client_ref: `ref-${id}`,
  key: id,
  name: `Set ${id}`,
  rules,
  ...more,
});

const someRule = (id: string): fc.Arbitrary<ConfiguredRule> =>
  fc
    .record({
      name: fc.constantFrom('A', 'B'),
      condition: fc.constantFrom('true', 'false'),
      status: fc.constantFrom('ACTIVE' as const, 'SUSPENDED' as const),
      active_from: fc.constantFrom(null, '2026-01-01T00:00:00.000Z'),
      actions: fc.constantFrom([], [{ type: 'UNTAG' as const, tag: 'vip', target: { type: 'ACTOR' as const } }]),
    })
    .map((more) => rule(id, more));

const RULES = Array.from({ length: 9 }, (_, i) => `r${i}`);
const SETS = ['s0', 's1', 's2', 's3'];

/** Some of the sets, holding some of the rules, all in any order. */
const configurations: fc.Arbitrary<Configuration> = fc
  .record({
    sets: fc
      .shuffledSubarray(SETS)
      .chain((ids) => fc.tuple(...ids.map((id) => fc.constantFrom('X', 'Y').map((name) => set(id, [], { name }))))),
    rules: fc.shuffledSubarray(RULES).chain((ids) => fc.tuple(...ids.map(someRule))),
    homes: fc.array(fc.nat(), { minLength: RULES.length, maxLength: RULES.length }),
  })
  .map(({ sets, rules, homes }) =>
    sets.map((each, index) => ({ ...each, rules: rules.filter((_, i) => homes[i]! % sets.length === index) })),
  );

const idOf = (item: ConfiguredItem): string => (item.type === 'RULE' ? item.rule.id : item.set.id);
const changed = <Item>(item: Item, changes: readonly ConfigurationFieldChange[]): Item => ({
  ...item,
  ...Object.fromEntries(changes.map(({ field, after }) => [field, after])),
});

/** Applies the diff alone, without knowing the result it should lead to. */
function applied(before: Configuration, diff: ConfigurationDiff): Configuration {
  const gone = new Set([...diff.archived, ...diff.moved].map(idOf));
  const arriving = [...diff.created, ...diff.moved].sort((a, b) => a.to.order - b.to.order);
  const changesOf = (id: string) => diff.updated.find((item) => idOf(item) === id)?.changes ?? [];
  const contents = new Map<string, ConfiguredRule>(
    before.flatMap(({ rules }) => rules.map((each) => [each.id, changed(each, changesOf(each.id))])),
  );
  const heads = new Map<string, ConfiguredSet>(before.map((each) => [each.id, changed(each, changesOf(each.id))]));
  for (const item of diff.created) {
    if (item.type === 'RULE') contents.set(item.rule.id, item.rule);
    else heads.set(item.set.id, item.set);
  }
  const staying = (ids: readonly string[], setId: string | null): string[] => {
    const list = ids.filter((id) => !gone.has(id));
    for (const item of arriving.filter(({ to }) => to.setId === setId)) list.splice(item.to.order - 1, 0, idOf(item));
    return list;
  };
  return staying(
    before.map(({ id }) => id),
    null,
  ).map((id) => {
    const old = before.find((each) => each.id === id)?.rules ?? [];
    return {
      ...heads.get(id)!,
      rules: staying(
        old.map((each) => each.id),
        id,
      ).map((ruleId) => contents.get(ruleId)!),
    };
  });
}

describe('a diff', () => {
  test('of a configuration with itself is empty', () => {
    fc.assert(fc.property(configurations, (a) => isEmptyDiff(diffConfigurations(a, structuredClone(a)))));
  });

  test('applied to the one configuration gives the other', () => {
    fc.assert(
      fc.property(configurations, configurations, (a, b) => {
        expect(applied(a, diffConfigurations(a, b))).toEqual(b);
      }),
      { numRuns: 2000 },
    );
  });

  test('names each rule and set at most once as new, gone or moved, and as changed only beside a move', () => {
    fc.assert(
      fc.property(configurations, configurations, (a, b) => {
        const { created, archived, moved, updated } = diffConfigurations(a, b);
        const placed = [...created, ...archived, ...moved].map(idOf);
        expect(new Set(placed).size).toBe(placed.length);
        const all = [...created, ...archived, ...updated].map(idOf);
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });

  test('moves one rule, not those that make room for it', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => rule(id));
    const diff = diffConfigurations([set('s', [a!, b!, c!, d!])], [set('s', [d!, a!, b!, c!])]);
    expect(diff).toMatchObject({
      created: [],
      archived: [],
      updated: [],
      moved: [{ type: 'RULE', rule: { id: 'd' }, from: { setId: 's', order: 4 }, to: { setId: 's', order: 1 } }],
    });
    expect(diffConfigurations([set('s', [a!, b!])], [set('s', [c!, a!, b!])]).moved).toEqual([]);
    expect(diffConfigurations([set('s', [a!, b!, c!])], [set('s', [b!, c!])]).moved).toEqual([]);
  });

  test('says what each field was and is, and passes over the order of keys and the zeros of a limit', () => {
    const budget = { asset_id: 'x', scope: 'PROGRAM', limit: '500', schedule_type: null } as const;
    const before = rule('a', { budgets: [budget], actions: [{ type: 'UNTAG', tag: 'vip', target: { type: 'ACTOR' } }] });
    const alike = rule('a', {
      budgets: [{ schedule_type: null, limit: '500.00', scope: 'PROGRAM', asset_id: 'x' }],
      actions: [{ target: { type: 'ACTOR' }, tag: 'vip', type: 'UNTAG' }],
    });
    expect(isEmptyDiff(diffConfigurations([set('s', [before])], [set('s', [alike])]))).toBe(true);
    const other = rule('a', { budgets: [{ ...budget, limit: '500.01' }], actions: before.actions, stop_after_match: true });
    expect(diffConfigurations([set('s', [before])], [set('s', [other])]).updated).toMatchObject([
      {
        changes: [
          { field: 'budgets', before: [budget], after: [{ ...budget, limit: '500.01' }] },
          { field: 'stop_after_match', before: false, after: true },
        ],
      },
    ]);
  });
});

test('a change based on another version than the current one is refused', () => {
  expect(() => assertExpectedVersion(3, 3)).not.toThrow();
  expect(() => assertExpectedVersion(3, 2)).toThrow(expect.objectContaining({ code: 'rule_configuration_version_conflict' }));
  expect(() => assertExpectedVersion(3, 4)).toThrow(expect.objectContaining({ code: 'rule_configuration_version_conflict' }));
});
