/** Lists the rules that end in ERROR, for the dashboard's lists and its home page. */
import { FailingRules, FailingRulesQuery } from '@/contract/failing-rule';
import { roleProcedure } from '@/server/api/trpc';
import { failingRules } from '@/server/services/rules/failing-rules';

export const failingRulesProcedure = roleProcedure('VIEWER')
  .input(FailingRulesQuery)
  .output(FailingRules)
  .query(({ ctx, input }) => failingRules(ctx, input.program_id));
