import { describe, expect, test } from 'vitest';
import type { Configuration } from '@/domain/rules/configuration';
import { nameConfiguration, type NamedRule, type NamedSet } from '@/domain/rules/configuration-names';
import { PLAIN_CONTENT } from './plain-rule';

const CONTENT = { name: 'A name', ...PLAIN_CONTENT };
const rule = (names: Pick<NamedRule, 'id' | 'client_ref'>): NamedRule => ({ ...CONTENT, ...names });
const set = (key: string, rules: NamedRule[] = [], names: Pick<NamedSet, 'id' | 'client_ref'> = {}): NamedSet => ({
  key,
  name: key,
  rules,
  ...names,
});

const CURRENT: Configuration = [
  {
    id: 'set-1',
    client_ref: 'one',
    key: 'first',
    name: 'first',
    rules: [
      { ...CONTENT, id: 'rule-1', client_ref: 'alpha' },
      { ...CONTENT, id: 'rule-2', client_ref: 'rule-2' },
    ],
  },
  { id: 'set-2', client_ref: 'two', key: 'second', name: 'second', rules: [] },
];

function named(document: NamedSet[], current = CURRENT): [string, string, [string, string][]][] {
  let count = 0;
  return nameConfiguration(document, current, () => `new-${(count += 1)}`).map(({ id, client_ref, rules }) => [
    id,
    client_ref,
    rules.map((each) => [each.id, each.client_ref]),
  ]);
}

const faultsOf = (document: NamedSet[]): string[] => {
  try {
    named(document);
  } catch (error) {
    return (error as { fields: { field: string; reason: string }[] }).fields.map(({ field, reason }) => `${field} ${reason}`);
  }
  return [];
};

describe('what a document names', () => {
  test('by id keeps its reference, or takes the one that it is given', () => {
    expect(named([set('first', [rule({ id: 'rule-1' }), rule({ id: 'rule-2', client_ref: 'beta' })], { id: 'set-1' })])).toEqual([
      [
        'set-1',
        'one',
        [
          ['rule-1', 'alpha'],
          ['rule-2', 'beta'],
        ],
      ],
    ]);
  });

  test('by reference is found wherever it stands', () => {
    expect(named([set('second', [rule({ client_ref: 'alpha' })], { client_ref: 'two' })])).toEqual([
      ['set-2', 'two', [['rule-1', 'alpha']]],
    ]);
    expect(named([set('renamed', [], { client_ref: 'one' })])).toEqual([['set-1', 'one', []]]);
  });

  test('by neither is new; a rule then has its id as reference, a set its key', () => {
    expect(named([set('third', [rule({})])])).toEqual([['new-1', 'third', [['new-2', 'new-2']]]]);
  });

  test('with the key of a set that nothing else names is that set', () => {
    expect(named([set('first'), set('second', [], { client_ref: 'my-second' })])).toEqual([
      ['set-1', 'one', []],
      ['set-2', 'my-second', []],
    ]);
    expect(named([set('second', [], { id: 'set-1' }), set('first', [], { id: 'set-2' })])).toEqual([
      ['set-1', 'one', []],
      ['set-2', 'two', []],
    ]);
    expect(named([set('first', [], { id: 'set-2' }), set('third', [], { client_ref: 'first' })])).toEqual([
      ['set-2', 'two', []],
      ['new-1', 'first', []],
    ]);
  });

  test('whose key is another set’s reference has its id as reference', () => {
    expect(named([set('two'), set('second', [], { id: 'set-2' })])).toEqual([
      ['new-1', 'new-1', []],
      ['set-2', 'two', []],
    ]);
  });

  test('under an unknown reference is new and keeps it', () => {
    expect(named([set('first', [rule({ client_ref: 'gamma' })])])[0]![2]).toEqual([['new-1', 'gamma']]);
  });
});

describe('faults of a document are all named', () => {
  test('unknown ids', () => {
    expect(faultsOf([set('first', [rule({ id: 'nope' }), rule({ id: 'rule-1' }), rule({ id: 'set-1' })], { id: 'rule-1' })])).toEqual([
      'rule_sets[0].id not_found',
      'rule_sets[0].rules[0].id not_found',
      'rule_sets[0].rules[2].id not_found',
    ]);
  });

  test('what is named twice, in one way or in two', () => {
    expect(faultsOf([set('a'), set('a')])).toEqual(['rule_sets[1].key duplicate']);
    expect(faultsOf([set('a', [rule({ id: 'rule-1' })]), set('b', [rule({ client_ref: 'alpha' })])])).toEqual([
      'rule_sets[1].rules[0].client_ref duplicate',
    ]);
    expect(faultsOf([set('a', [rule({ client_ref: 'x' }), rule({ client_ref: 'x' })])])).toEqual([
      'rule_sets[0].rules[1].client_ref duplicate',
    ]);
    expect(faultsOf([set('a', [rule({ id: 'rule-1' }), rule({ id: 'rule-2', client_ref: 'alpha' })])])).toEqual([
      'rule_sets[0].rules[1].client_ref duplicate',
    ]);
  });
});
