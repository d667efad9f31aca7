import { ProgramPath } from '@/contract/program';
import { PortableRuleConfiguration } from '@/contract/rule-configuration';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { exportConfiguration } from '@/server/services/rules/export-configuration';

export const exportRuleConfigurationRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/rules/configuration/export',
      summary: 'Export the rule configuration of a program as a portable document',
      description:
        'For a repository, or for another program: the document has no ids, versions or times, names assets by their symbols, and each set and rule by its `client_ref`. Together with `expected_rule_configuration_version` it is a valid body for PUT in any program that links assets with these symbols, and exports from there unchanged. Participants and groups that an action names by id stay named by id.',
      errors: [404],
      tags: ['rules'],
    }),
  )
  .input(ProgramPath)
  .output(PortableRuleConfiguration)
  .query(({ ctx, input }) => exportConfiguration(ctx, input.id));
