import { AutomationRunPage, ListAutomationRuns } from '@/contract/automation';
import { presentAutomationRun } from '@/server/api/present/automation';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listAutomationRuns } from '@/server/services/automations/get-automation';

export const listAutomationRunsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/automations/{automation_id}/runs',
      summary: 'List the runs of an automation',
      description: 'Participants that are evaluated together after changes of state appear as one run, if that created events or failed.',
      errors: [404],
    }),
  )
  .input(ListAutomationRuns)
  .output(AutomationRunPage)
  .query(async ({ ctx, input }) => presentPage(await listAutomationRuns(ctx, input), presentAutomationRun));
