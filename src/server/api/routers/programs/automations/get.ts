import { Automation, AutomationPath } from '@/contract/automation';
import { presentAutomation } from '@/server/api/present/automation';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getAutomation } from '@/server/services/automations/get-automation';

export const getAutomationRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/automations/{automation_id}',
      summary: 'Read an automation',
      description: 'Returns an automation with its trigger, its last run and its next one.',
      errors: [404],
    }),
  )
  .input(AutomationPath)
  .output(Automation)
  .query(({ ctx, input }) => getAutomation(ctx, input).then(presentAutomation));
