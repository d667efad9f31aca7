/** Every procedure there is, under its dotted name. */
import { apiKeysRouter } from './routers/api-keys';
import { assetsRouter } from './routers/assets';
import { eventsRouter } from './routers/events';
import { groupsRouter } from './routers/groups';
import { journalEntriesRouter } from './routers/journal-entries';
import { organizationsRouter } from './routers/organizations';
import { overviewRouter } from './routers/overview';
import { participantsRouter } from './routers/participants';
import { programsRouter } from './routers/programs';
import { reportsRouter } from './routers/reports';
import { rulesRouter } from './routers/rules';
import { sandboxRouter } from './routers/sandbox';
import { webhookDeliveriesRouter } from './routers/webhook-deliveries';
import { webhookEndpointsRouter } from './routers/webhook-endpoints';
import { webhookEventTypesRouter } from './routers/webhook-event-types';
import { router } from './trpc';

export const appRouter = router({
  apiKeys: apiKeysRouter,
  assets: assetsRouter,
  events: eventsRouter,
  groups: groupsRouter,
  journalEntries: journalEntriesRouter,
  organizations: organizationsRouter,
  overview: overviewRouter,
  participants: participantsRouter,
  programs: programsRouter,
  reports: reportsRouter,
  rules: rulesRouter,
  sandbox: sandboxRouter,
  webhookDeliveries: webhookDeliveriesRouter,
  webhookEndpoints: webhookEndpointsRouter,
  webhookEventTypes: webhookEventTypesRouter,
});
export type AppRouter = typeof appRouter;
