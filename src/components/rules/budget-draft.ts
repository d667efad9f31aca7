/** Holds a rule budget as its form edits it: every field as text, for every schedule. */
import type { Budget, BudgetDefinition } from '@/contract/budget';

/** The schedule type of a budget that never resets. */
export const LIFETIME = 'LIFETIME';

export interface BudgetDraft {
  readonly asset_id: string;
  readonly scope: BudgetDefinition['scope'];
  readonly limit: string;
  readonly schedule: NonNullable<BudgetDefinition['schedule_type']> | typeof LIFETIME;
  readonly cron_expression: string;
  readonly interval: string;
}

export const newBudget = (assetId: string, scope: BudgetDefinition['scope'] = 'PROGRAM'): BudgetDraft => ({
  asset_id: assetId,
  scope,
  limit: '',
  schedule: LIFETIME,
  cron_expression: '',
  interval: '',
});

export const budgetDraftOf = ({ asset_id, scope, limit, schedule_type, cron_expression, interval }: Budget): BudgetDraft => ({
  asset_id,
  scope,
  limit,
  schedule: schedule_type ?? LIFETIME,
  cron_expression: cron_expression ?? '',
  interval: interval ?? '',
});

/** The request's budget: only the fields of the chosen schedule. */
export const budgetOf = ({ asset_id, scope, limit, schedule, cron_expression, interval }: BudgetDraft): BudgetDefinition => ({
  asset_id,
  scope,
  limit: limit.trim(),
  schedule_type: schedule === LIFETIME ? null : schedule,
  ...(schedule === 'CRON' ? { cron_expression: cron_expression.trim() } : {}),
  ...(schedule === 'INTERVAL' ? { interval: interval.trim() } : {}),
});
