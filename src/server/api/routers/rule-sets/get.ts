import { RuleSet, RuleSetPath } from '@/contract/rule-set';
import { presentRuleSet } from '@/server/api/present/rule-set';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getRuleSet } from '@/server/services/rules/get-rule-set';

export const getRuleSetRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/rule-sets/{rule_set_id}',
      summary: 'Read a rule set',
      description: 'Returns a set with its position in the evaluation order of the program.',
      errors: [404],
      tags: ['rules'],
    }),
  )
  .input(RuleSetPath)
  .output(RuleSet)
  .query(({ ctx, input }) => getRuleSet(ctx, input).then(presentRuleSet));
