import { Rule, RulePath } from '@/contract/rule';
import { presentRule } from '@/server/api/present/rule';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getRule } from '@/server/services/rules/get-rule';
import { judgedRecord } from '@/server/services/rules/rule-records';

export const getRuleRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/rules/{id}',
      summary: 'Read a rule',
      description: 'Returns a rule with its budgets, what they have consumed, and warnings about likely mistakes.',
      errors: [404],
    }),
  )
  .input(RulePath)
  .output(Rule)
  .query(async ({ ctx, input }) => presentRule(await judgedRecord(ctx, await getRule(ctx, input.id))));
