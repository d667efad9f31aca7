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
        'Every set of the program is named exactly once; places are numbered again from 1 and the version grows. A list that misses, repeats or adds a set answers `unprocessable`, with `details` that say which. A stale version answers `rule_configuration_version_conflict` and leaves the order as it is.',
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
