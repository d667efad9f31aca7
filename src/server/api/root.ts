/** Every procedure there is, under its dotted name. */
import { apiKeysRouter } from './routers/api-keys';
import { assetsRouter } from './routers/assets';
import { auditLogRouter } from './routers/audit-log';
import { backtestsRouter } from './routers/backtests';
import { eventsRouter } from './routers/events';
import { exportsRouter } from './routers/exports';
import { fulfillmentAccountsRouter } from './routers/fulfillment-accounts';
import { groupsRouter } from './routers/groups';
import { journalEntriesRouter } from './routers/journal-entries';
import { ledgerRouter } from './routers/ledger';
import { logsRouter } from './routers/logs';
import { organizationsRouter } from './routers/organizations';
import { overviewRouter } from './routers/overview';
import { participantsRouter } from './routers/participants';
import { programsRouter } from './routers/programs';
import { redemptionsRouter } from './routers/redemptions';
import { reportsRouter } from './routers/reports';
import { ruleConfigurationRouter } from './routers/rule-configuration';
import { ruleSetsRouter } from './routers/rule-sets';
import { rulesRouter } from './routers/rules';
import { sandboxRouter } from './routers/sandbox';
import { transfersRouter } from './routers/transfers';
import { webhookDeliveriesRouter } from './routers/webhook-deliveries';
import { webhookEndpointsRouter } from './routers/webhook-endpoints';
import { webhookEventTypesRouter } from './routers/webhook-event-types';
import { router } from './trpc';

export const appRouter = router({
  apiKeys: apiKeysRouter,
  assets: assetsRouter,
  auditLog: auditLogRouter,
  backtests: backtestsRouter,
  events: eventsRouter,
  exports: exportsRouter,
  fulfillmentAccounts: fulfillmentAccountsRouter,
  groups: groupsRouter,
  journalEntries: journalEntriesRouter,
  ledger: ledgerRouter,
  logs: logsRouter,
  organizations: organizationsRouter,
  overview: overviewRouter,
  participants: participantsRouter,
  programs: programsRouter,
  redemptions: redemptionsRouter,
  reports: reportsRouter,
  ruleConfiguration: ruleConfigurationRouter,
  ruleSets: ruleSetsRouter,
  rules: rulesRouter,
  sandbox: sandboxRouter,
  transfers: transfersRouter,
  webhookDeliveries: webhookDeliveriesRouter,
  webhookEndpoints: webhookEndpointsRouter,
  webhookEventTypes: webhookEventTypesRouter,
});
export type AppRouter = typeof appRouter;
