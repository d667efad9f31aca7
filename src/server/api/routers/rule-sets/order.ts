import { OrderRuleSets, RuleSetOrder } from '@/contract/rule-set';
import { presentRuleSet } from '@/server/api/present/rule-set';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { orderRuleSets } from '@/server/services/rules/order-rule-sets';

export const orderRuleSetsRoute = organizationProcedure
  .meta(
    route({
      method: 'PUT',
      path: '/v1/programs/{id}/rule-sets/order',
      summary: 'Replace the order of all rule sets',
      description:
        'Name every set of the program exactly once; positions are renumbered from 1 and the version grows. A list that misses, repeats or adds a set is refused as `unprocessable`, with `details` that say which. An outdated version is refused with `rule_configuration_version_conflict`, and the order stays unchanged.',
      errors: [404, 409, 422],
      tags: ['rules'],
    }),
  )
  .input(OrderRuleSets)
  .output(RuleSetOrder)
  .mutation(async ({ ctx, input }) => {
    const { version, sets } = await orderRuleSets(ctx, input);
    return { rule_configuration_version: version, rule_sets: sets.map(presentRuleSet) };
  });
