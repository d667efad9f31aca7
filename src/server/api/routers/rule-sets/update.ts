import { RuleSet, UpdateRuleSet } from '@/contract/rule-set';
import { presentRuleSet } from '@/server/api/present/rule-set';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { updateRuleSet } from '@/server/services/rules/update-rule-set';

export const updateRuleSetRoute = organizationProcedure
  .meta(
    route({
      method: 'PATCH',
      path: '/v1/programs/{id}/rule-sets/{rule_set_id}',
      summary: 'Rename a rule set',
      description:
        'To move a set, replace the order of all sets. A request that changes nothing makes no new version of the configuration.',
      errors: [404, 409],
      tags: ['rules'],
    }),
  )
  .input(UpdateRuleSet)
  .output(RuleSet)
  .mutation(({ ctx, input }) => updateRuleSet(ctx, input).then(presentRuleSet));
