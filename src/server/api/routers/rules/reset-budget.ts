import { Budget } from '@/contract/budget';
import { ResetBudget } from '@/contract/rule';
import { presentBudget } from '@/server/api/present/budget';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { resetBudget } from '@/server/services/rules/reset-budget';

export const resetBudgetRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/rules/{id}/reset-budget',
      query: ['asset_id'],
      summary: 'Reset what a budget has consumed',
      description:
        "Sets `consumed` of the rule's `PROGRAM` budget on the asset to zero. Its schedule stays: `next_reset_at` is the next scheduled reset, and a lifetime budget has none. If the rule has no `PROGRAM` budget on the asset, the response is 404 `budget_not_found`.",
      errors: [404],
    }),
  )
  .input(ResetBudget)
  .output(Budget)
  .mutation(async ({ ctx, input }) => presentBudget(await resetBudget(ctx, input)));
