import { ListRuleConfigurationVersions, RuleConfigurationVersionPage } from '@/contract/rule-configuration-version';
import { presentPage } from '@/server/api/present/page';
import { presentConfigurationVersion } from '@/server/api/present/rule-configuration';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listConfigurationVersions } from '@/server/services/rules/configuration-versions';

export const listRuleConfigurationVersionsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/rules/configuration/versions',
      summary: 'List the versions of a rule configuration',
      description: 'Newest first, each with who made it. Every change of a rule, a set or their order makes a version.',
      errors: [404],
      tags: ['rules'],
    }),
  )
  .input(ListRuleConfigurationVersions)
  .output(RuleConfigurationVersionPage)
  .query(async ({ ctx, input }) => presentPage(await listConfigurationVersions(ctx, input), presentConfigurationVersion));
