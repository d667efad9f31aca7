import { describe, expect, test } from 'vitest';
import { Budget, BudgetDefinitions } from '@/contract/budget';
import { budgetDraftOf, budgetOf, newBudget } from '@/components/rules/budget-draft';
import { tightestBudget } from '@/components/rules/budget-meter';
import { percentUsed } from '@/domain/rules/budget-use';

const ASSET = '0f9d1a52-7a2b-4a55-9c1a-0c3f9a6b1d2e';
const saved = (fields: Partial<Budget>): Budget =>
  Budget.parse({ sentence: '', asset_id: ASSET, scope: 'PROGRAM', limit: '100.00', schedule_type: null, ...fields });

describe('a budget in the form', () => {
  test.each([
    ['for life', {}],
    ['of each recipient by an interval', { scope: 'PARTICIPANT', schedule_type: 'INTERVAL', interval: '1w' }],
    ['by a cron expression', { schedule_type: 'CRON', cron_expression: '0 0 1 * *' }],
  ] as const)('%s is sent as it was saved, without what the service adds', (_, fields) => {
    const shown = saved({ ...fields, consumed: '12.00', next_reset_at: '2026-03-01T00:00:00.000Z' });
    expect(BudgetDefinitions.parse([budgetOf(budgetDraftOf(shown))])).toEqual([
      { asset_id: ASSET, scope: 'PROGRAM', limit: '100.00', schedule_type: null, ...fields },
    ]);
  });

  test('is sent with the fields of the schedule that is chosen last', () => {
    const draft = {
      ...budgetDraftOf(saved({ schedule_type: 'CRON', cron_expression: '0 0 1 * *' })),
      schedule: 'INTERVAL' as const,
      interval: ' 30d ',
    };
    expect(budgetOf(draft)).toEqual({ asset_id: ASSET, scope: 'PROGRAM', limit: '100.00', schedule_type: 'INTERVAL', interval: '30d' });
    expect(budgetOf(newBudget(ASSET))).toEqual({ asset_id: ASSET, scope: 'PROGRAM', limit: '', schedule_type: null });
  });
});

describe('the share of a budget that is used', () => {
  test.each([
    ['0.00', '100.00', 0],
    ['99.99', '100.00', 99],
    ['100.00', '100.00', 100],
    ['80.00', '50.00', 100],
    ['0.000000000000000001', '0.000000000000000003', 33],
  ])('%s of %s is %d %%', (consumed, limit, percent) => {
    expect(percentUsed({ consumed, limit })).toBe(percent);
  });

  test('is looked at where least is left, and not for budgets of each recipient', () => {
    const [half, most] = [saved({ consumed: '50.00' }), saved({ consumed: '90.00' })];
    expect(tightestBudget([half, most, saved({ scope: 'PARTICIPANT' })])).toEqual(most);
    expect(tightestBudget([saved({ scope: 'PARTICIPANT' })])).toBeUndefined();
  });
});
