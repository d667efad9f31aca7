/** An amount that can never be moved is reported at its place, and one that sometimes can is not. */
import { describe, expect, test } from 'vitest';
import type { KnownAsset, Observation } from '@/domain/rules/analyse/finding';
import { unmovableAmountFindings } from '@/domain/rules/analyse/unmovable-amount';
import { compileRule, type ActionSource } from '@/domain/rules/rule';

const CASH = '00000000-0000-4000-8000-00000000000b';
const ASSETS: ReadonlyMap<string, KnownAsset> = new Map([[CASH, { symbol: 'CASH', scale: 2, archived: false, unlimited: false }]]);

function found(amount: string, condition = 'event.type == "a"', { assets = ASSETS } = {}): Observation[] {
  const action = { type: 'CREDIT', asset_id: CASH, amount, target: { type: 'ACTOR' } } as unknown as ActionSource;
  const rule = compileRule({
    id: 'rule',
    ruleSetId: 'set',
    name: 'Rule',
    version: 1,
    status: 'ACTIVE',
    condition,
    actions: [action],
    activeFrom: null,
    activeTo: null,
    stopAfterMatch: false,
    budgets: [],
    createdAt: new Date('2026-03-01T12:00:00Z'),
  });
  return unmovableAmountFindings({ ruleId: 'rule', ruleSetId: 'set', clientRef: null, rule }, { surroundings: { assets } });
}

describe('amounts that can never be moved', () => {
  test.each([
    ['{{ 0 }}', '0 or less'],
    ['{{ 2 - 7 }}', '0 or less'],
    ['{{ event.amount * 0 }}', '0 or less'],
    ['{{ math.least(event.amount, -1) }}', '0 or less'],
    ['{{ event.amount > 1 ? 0 : -3 }}', '0 or less'],
    ['{{ 0.009 }}', 'less than 0.01'],
    ['{{ math.least(event.amount, 0.005) }}', 'less than 0.01'],
    [`{{ ${'9'.repeat(18)} * ${'9'.repeat(18)} * 100000 }}`, 'more than 40 digits'],
  ])('%s', (amount, trouble) => {
    expect(found(amount)).toMatchObject([{ kind: 'action', key: 'actions[0].amount', message: expect.stringContaining(trouble) }]);
  });

  test.each([
    '{{ event.amount }}',
    '{{ 0.01 }}',
    '{{ event.a - event.b }}',
    '{{ math.greatest(event.amount, 0) }}',
    '{{ event.text }}',
    '5',
  ])('%s can be moved', (amount) => expect(found(amount)).toEqual([]));

  test('what the condition says of the amount counts', () => {
    expect(found('{{ event.amount }}', 'event.amount <= 0')).toHaveLength(1);
    expect(found('{{ event.amount }}', 'event.amount <= 1')).toEqual([]);
  });

  test('without the asset only the sign is evaluated', () => {
    expect(found('{{ 0.001 }}', 'true', { assets: new Map() })).toEqual([]);
    expect(found('{{ 0 }}', 'true', { assets: new Map() })).toHaveLength(1);
  });
});
