import { RuleConfigurationVersionDetail, RuleConfigurationVersionPath } from '@/contract/rule-configuration-version';
import { presentVersionDetail } from '@/server/api/present/rule-configuration';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getConfigurationVersion } from '@/server/services/rules/configuration-versions';

export const getRuleConfigurationVersionRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/rules/configuration/versions/{version}',
      summary: 'Read one version of a rule configuration',
      description:
        'Returns the rules as of `{version}`, and what that version changed. Events name the version that they were evaluated with.',
      errors: [404],
      tags: ['rules'],
    }),
  )
  .input(RuleConfigurationVersionPath)
  .output(RuleConfigurationVersionDetail)
  .query(({ ctx, input }) => getConfigurationVersion(ctx, input).then(presentVersionDetail));
