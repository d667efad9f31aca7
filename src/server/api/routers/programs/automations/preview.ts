import { AutomationPreview, PreviewAutomation } from '@/contract/automation-preview';
import { presentPreview } from '@/server/api/present/automation-preview';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { previewAutomation } from '@/server/services/automations/preview-automation';

export const previewAutomationRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/programs/{id}/automations/preview',
      summary: 'Check an automation without saving it',
      description:
        'Compiles the filter, the guard and every template and reports each mistake with its line and column; a mistake is not an error of the request. If there are none, the response says for how many participants the filter is true now, with examples of the events. Nothing is stored and no event is created.',
      errors: [404],
    }),
  )
  .input(PreviewAutomation)
  .output(AutomationPreview)
  .query(({ ctx, input }) => previewAutomation(ctx, input).then(presentPreview));
