/** Budgets of rules on the wire (contract: "Budgets"). */
import { z } from 'zod';
import { isAmountText, MAX_INTEGER_DIGITS } from '@/domain/amount-text';
import { BUDGET_SCHEDULES, BUDGET_SCOPES } from '@/domain/rules/budget';
import { CronExpression, DecimalString, DurationString, Timestamp, Uuid } from './primitives';

const fields = {
  asset_id: Uuid.describe('The asset whose credits are capped.'),
  scope: z.enum(BUDGET_SCOPES).describe('PROGRAM caps all credits of the asset by the rule, PARTICIPANT those to each recipient.'),
  cron_expression: CronExpression.optional().describe(
    'Cron expression, in UTC, of the times at which a new budget period begins. Only with CRON.',
  ),
  interval: DurationString.optional().describe(
    'Length of a budget period. Periods count from the creation of the rule. Only with INTERVAL.',
  ),
};

/** A budget as sent with a rule. Its asset and the decimal places of its limit are checked where the program is known. */
export const BudgetDefinition = z
  .strictObject({
    ...fields,
    limit: z
      .string()
      .refine(isAmountText, {
        message: `Must be a positive decimal string such as "12.50", with at most ${MAX_INTEGER_DIGITS} digits before the point.`,
        params: { reason: 'out_of_range', expected: 'positive decimal string' },
      })
      .describe('Maximum total of the credits in one period. A credit that exceeds it is cut to what is left.')
      .meta({ examples: ['500.00'] }),
    schedule_type: z
      .enum(BUDGET_SCHEDULES)
      .nullable()
      .default(null)
      .describe('How new periods begin; null when there are none and the budget is for the lifetime of the rule.'),
  })
  .meta({ id: 'BudgetDefinition' });
export type BudgetDefinition = z.infer<typeof BudgetDefinition>;

/** Checks what can only be evaluated for a list of budgets as a whole. */
export function checkBudgets<Definition extends Omit<BudgetDefinition, 'asset_id' | 'limit'>>(
  budgets: readonly Definition[],
  context: z.core.$RefinementCtx,
  sameAsset: (one: Definition, other: Definition) => boolean,
): void {
  budgets.forEach((budget, index) => {
    for (const [field, schedule] of [
      ['cron_expression', 'CRON'],
      ['interval', 'INTERVAL'],
    ] as const) {
      const wanted = budget.schedule_type === schedule;
      if (wanted === (budget[field] !== undefined)) continue;
      const message = wanted
        ? `A budget with the schedule ${schedule} needs \`${field}\`.`
        : `\`${field}\` belongs to the schedule ${schedule} only; leave it out.`;
      context.addIssue({ code: 'custom', path: [index, field], message, params: { reason: wanted ? 'required' : 'not_allowed' } });
    }
    const twin = budgets.findIndex((other, earlier) => earlier < index && other.scope === budget.scope && sameAsset(other, budget));
    if (twin >= 0) {
      const message = `The rule has a budget of this scope for the asset already, \`budgets[${twin}]\`; keep one of them.`;
      context.addIssue({ code: 'custom', path: [index, 'scope'], message, params: { reason: 'duplicate' } });
    }
  });
}

/** At most one for each asset and scope. */
export const BudgetDefinitions = z
  .array(BudgetDefinition)
  .max(40)
  .superRefine((budgets, context) => checkBudgets(budgets, context, (one, other) => one.asset_id === other.asset_id));

/** A budget as a rule shows it, with what its current period has consumed. */
export const Budget = z
  .strictObject({
    ...fields,
    limit: DecimalString,
    schedule_type: z.enum(BUDGET_SCHEDULES).nullable(),
    sentence: z
      .string()
      .describe('What the budget allows, in plain words.')
      .meta({ examples: ['At most 500.00 EUR a month for each participant.'] }),
    consumed: DecimalString.optional().describe('Amount credited in the current period. PROGRAM budgets only.'),
    next_reset_at: Timestamp.optional().describe('When the next period begins. Absent for lifetime and PARTICIPANT budgets.'),
  })
  .meta({ id: 'Budget' });
export type Budget = z.infer<typeof Budget>;
