import { RestoreRuleConfiguration, RuleConfigurationChange } from '@/contract/rule-configuration';
import { presentOutcome } from '@/server/api/present/rule-configuration';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { restoreConfiguration } from '@/server/services/rules/configuration-versions';

export const restoreRuleConfigurationRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/programs/{id}/rules/configuration/versions/{version}/restore',
      summary: 'Restore an earlier rule configuration',
      description:
        'Makes a new version with the content of the old one; if the rules are already the same, nothing changes. Archived rules stay archived: a rule that no longer exists is restored as a new rule whose budgets start over, and `restores_id` in the diff names the old one.',
      errors: [404, 409, 422],
      tags: ['rules'],
    }),
  )
  .input(RestoreRuleConfiguration)
  .output(RuleConfigurationChange)
  .mutation(({ ctx, input }) => restoreConfiguration(ctx, input).then(presentOutcome));
