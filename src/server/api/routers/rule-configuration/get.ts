import { ProgramPath } from '@/contract/program';
import { RuleConfiguration } from '@/contract/rule-configuration';
import { presentConfiguration } from '@/server/api/present/rule-configuration';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getConfiguration } from '@/server/services/rules/get-configuration';

export const getRuleConfigurationRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/rules/configuration',
      summary: 'Read the rule configuration of a program',
      description:
        'Returns all rule sets in evaluation order, each with its rules in order, all as of one version, without archived rules. You can change the document and send it back with PUT; fields that the service sets itself may stay in it.',
      errors: [404],
      tags: ['rules'],
    }),
  )
  .input(ProgramPath)
  .output(RuleConfiguration)
  .query(({ ctx, input }) => getConfiguration(ctx, input.id).then(presentConfiguration));
