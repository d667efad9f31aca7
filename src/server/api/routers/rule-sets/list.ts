import { ListRuleSets, RuleSetPage } from '@/contract/rule-set';
import { presentPage } from '@/server/api/present/page';
import { presentRuleSet } from '@/server/api/present/rule-set';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listRuleSetPage } from '@/server/services/rules/get-rule-set';

export const listRuleSetsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/rule-sets',
      summary: 'List the rule sets of a program',
      description: 'Sorted in evaluation order by default. `search` matches name and key.',
      errors: [404],
      tags: ['rules'],
    }),
  )
  .input(ListRuleSets)
  .output(RuleSetPage)
  .query(async ({ ctx, input }) => presentPage(await listRuleSetPage(ctx, input), presentRuleSet));
