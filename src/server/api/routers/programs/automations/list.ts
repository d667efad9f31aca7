import { AutomationPage, ListAutomations } from '@/contract/automation';
import { presentAutomation } from '@/server/api/present/automation';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listAutomations } from '@/server/services/automations/get-automation';

export const listAutomationsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/automations',
      summary: 'List the automations of a program',
      description: 'Each with its trigger, its last run and its next one.',
      errors: [404],
    }),
  )
  .input(ListAutomations)
  .output(AutomationPage)
  .query(async ({ ctx, input }) => presentPage(await listAutomations(ctx, input), presentAutomation));
