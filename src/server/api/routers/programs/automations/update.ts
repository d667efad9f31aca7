import { Automation, UpdateAutomation } from '@/contract/automation';
import { presentAutomation } from '@/server/api/present/automation';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { updateAutomation } from '@/server/services/automations/update-automation';

export const updateAutomationRoute = organizationProcedure
  .meta(
    route({
      method: 'PATCH',
      path: '/v1/programs/{id}/automations/{automation_id}',
      summary: 'Change, pause, resume, cancel or archive an automation',
      description:
        'Fields that are left out stay as they are. Runs of a schedule that fall into a pause are left out; a single run, and changes of state, wait until it is over. A run that has begun goes on through a pause. COMPLETED, CANCELLED and ARCHIVED automations stay as they are.',
      errors: [404, 409],
    }),
  )
  .input(UpdateAutomation)
  .output(Automation)
  .mutation(({ ctx, input }) => updateAutomation(ctx, input).then(presentAutomation));
