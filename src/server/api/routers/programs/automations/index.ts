import { router } from '@/server/api/trpc';
import { createAutomationRoute } from './create';
import { getAutomationRoute } from './get';
import { listAutomationsRoute } from './list';
import { previewAutomationRoute } from './preview';
import { listAutomationRunsRoute } from './runs';
import { triggerAutomationRoute } from './trigger';
import { updateAutomationRoute } from './update';

export const automationsRouter = router({
  create: createAutomationRoute,
  list: listAutomationsRoute,
  get: getAutomationRoute,
  update: updateAutomationRoute,
  trigger: triggerAutomationRoute,
  runs: listAutomationRunsRoute,
  preview: previewAutomationRoute,
});
