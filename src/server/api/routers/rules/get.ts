import { Rule, RulePath } from '@/contract/rule';
import { presentRule } from '@/server/api/present/rule';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getRule } from '@/server/services/rules/get-rule';

export const getRuleRoute = organizationProcedure
  .meta(route({ method: 'GET', path: '/v1/rules/{id}', summary: 'Read a rule', errors: [404] }))
  .input(RulePath)
  .output(Rule)
  .query(({ ctx, input }) => getRule(ctx, input.id).then(presentRule));
