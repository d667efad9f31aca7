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
        'Fields that you leave out stay unchanged. Scheduled runs that fall into a pause are skipped; a single run, and changes of state, wait until the pause is over. A run that has started continues through a pause. COMPLETED, CANCELLED and ARCHIVED automations cannot be changed.',
      errors: [404, 409],
    }),
  )
  .input(UpdateAutomation)
  .output(Automation)
  .mutation(({ ctx, input }) => updateAutomation(ctx, input).then(presentAutomation));
