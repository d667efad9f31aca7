/** Collects every procedure under its dotted name. */
import { accountRouter } from './routers/account';
import { apiKeysRouter } from './routers/api-keys';
import { assetsRouter } from './routers/assets';
import { auditLogRouter } from './routers/audit-log';
import { backtestsRouter } from './routers/backtests';
import { balancesRouter } from './routers/balances';
import { campaignsRouter } from './routers/campaigns';
import { challengeCompletionsRouter } from './routers/challenge-completions';
import { challengesRouter } from './routers/challenges';
import { changeSetsRouter } from './routers/change-sets';
import { codeBatchesRouter } from './routers/code-batches';
import { codeImportsRouter } from './routers/code-imports';
import { codesRouter, codeRedemptionsRouter } from './routers/codes';
import { correctionsRouter } from './routers/corrections';
import { decisionsRouter } from './routers/decisions';
import { eventsRouter } from './routers/events';
import { exportsRouter } from './routers/exports';
import { fulfillmentAccountsRouter } from './routers/fulfillment-accounts';
import { groupsRouter } from './routers/groups';
import { holdersRouter } from './routers/holders';
import { importsRouter } from './routers/imports';
import { journalEntriesRouter } from './routers/journal-entries';
import { leaderboardsRouter } from './routers/leaderboards';
import { ledgerRouter } from './routers/ledger';
import { ledgerPeriodsRouter } from './routers/ledger-periods';
import { logsRouter } from './routers/logs';
import { mcpGrantsRouter } from './routers/mcp-grants';
import { noticeSettingsRouter } from './routers/notice-settings';
import { noticesRouter } from './routers/notices';
import { organizationsRouter } from './routers/organizations';
import { overviewRouter } from './routers/overview';
import { participantsRouter } from './routers/participants';
import { programsRouter } from './routers/programs';
import { redemptionsRouter } from './routers/redemptions';
import { referralCodesRouter, referralsRouter } from './routers/referrals';
import { referralProgramsRouter } from './routers/referral-programs';
import { reportsRouter } from './routers/reports';
import { ruleConfigurationRouter } from './routers/rule-configuration';
import { ruleSetsRouter } from './routers/rule-sets';
import { rulesRouter } from './routers/rules';
import { sandboxRouter } from './routers/sandbox';
import { savedViewsRouter } from './routers/saved-views';
import { startRouter } from './routers/start';
import { teamRouter } from './routers/team';
import { transfersRouter } from './routers/transfers';
import { webhookDeliveriesRouter } from './routers/webhook-deliveries';
import { webhookEndpointsRouter } from './routers/webhook-endpoints';
import { webhookEventTypesRouter } from './routers/webhook-event-types';
import { router } from './trpc';

export const appRouter = router({
  account: accountRouter,
  apiKeys: apiKeysRouter,
  assets: assetsRouter,
  auditLog: auditLogRouter,
  backtests: backtestsRouter,
  balances: balancesRouter,
  campaigns: campaignsRouter,
  challengeCompletions: challengeCompletionsRouter,
  challenges: challengesRouter,
  changeSets: changeSetsRouter,
  codeBatches: codeBatchesRouter,
  codeImports: codeImportsRouter,
  codeRedemptions: codeRedemptionsRouter,
  codes: codesRouter,
  corrections: correctionsRouter,
  decisions: decisionsRouter,
  events: eventsRouter,
  exports: exportsRouter,
  fulfillmentAccounts: fulfillmentAccountsRouter,
  groups: groupsRouter,
  holders: holdersRouter,
  imports: importsRouter,
  journalEntries: journalEntriesRouter,
  leaderboards: leaderboardsRouter,
  ledger: ledgerRouter,
  ledgerPeriods: ledgerPeriodsRouter,
  logs: logsRouter,
  mcpGrants: mcpGrantsRouter,
  notices: noticesRouter,
  noticeSettings: noticeSettingsRouter,
  organizations: organizationsRouter,
  overview: overviewRouter,
  participants: participantsRouter,
  programs: programsRouter,
  redemptions: redemptionsRouter,
  referralCodes: referralCodesRouter,
  referralPrograms: referralProgramsRouter,
  referrals: referralsRouter,
  reports: reportsRouter,
  ruleConfiguration: ruleConfigurationRouter,
  ruleSets: ruleSetsRouter,
  rules: rulesRouter,
  sandbox: sandboxRouter,
  savedViews: savedViewsRouter,
  start: startRouter,
  team: teamRouter,
  transfers: transfersRouter,
  webhookDeliveries: webhookDeliveriesRouter,
  webhookEndpoints: webhookEndpointsRouter,
  webhookEventTypes: webhookEventTypesRouter,
});
export type AppRouter = typeof appRouter;
