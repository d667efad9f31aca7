import { PutRuleConfiguration, RuleConfigurationChange } from '@/contract/rule-configuration';
import { presentOutcome } from '@/server/api/present/rule-configuration';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { putConfiguration } from '@/server/services/rules/put-configuration';

export const putRuleConfigurationRoute = organizationProcedure
  .meta(
    route({
      method: 'PUT',
      path: '/v1/programs/{id}/rules/configuration',
      summary: 'Replace the whole rule configuration of a program',
      description:
        'All or nothing. A set or rule is identified by its `id`, or else by its `client_ref` (a set also by its `key`). Sets and rules that match no existing one are created; existing ones that you leave out are archived. An unchanged rule keeps its version, and a request that changes nothing makes no new version of the configuration. Errors name their field like `rule_sets[0].rules[1].condition`. With `dry_run`, the response is the same and nothing is kept.',
      errors: [404, 409, 422],
      tags: ['rules'],
    }),
  )
  .input(PutRuleConfiguration)
  .output(RuleConfigurationChange)
  .mutation(({ ctx, input }) => putConfiguration(ctx, input).then(presentOutcome));
