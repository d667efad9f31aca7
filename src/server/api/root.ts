/** Every procedure there is, under its dotted name. */
import { apiKeysRouter } from './routers/api-keys';
import { assetsRouter } from './routers/assets';
import { eventsRouter } from './routers/events';
import { organizationsRouter } from './routers/organizations';
import { programsRouter } from './routers/programs';
import { rulesRouter } from './routers/rules';
import { router } from './trpc';

export const appRouter = router({
  apiKeys: apiKeysRouter,
  assets: assetsRouter,
  events: eventsRouter,
  organizations: organizationsRouter,
  programs: programsRouter,
  rules: rulesRouter,
});
export type AppRouter = typeof appRouter;
