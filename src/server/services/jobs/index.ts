/**
 * Lists every job, in the order in which work due at the same instant is done; a new job is one row of a table here. The tables live
 * among the services because moving a sandbox clock runs the jobs too.
 */
import { nextAutomationDue, nextAutomationDueOfAny } from '@/server/db/repositories/automations/automations';
import { nextBroadcastDue, nextBroadcastDueOfAny } from '@/server/db/repositories/events/broadcasts';
import { nextDecisionDue, nextDecisionDueOfAny } from '@/server/db/repositories/decisions/due-decisions';
import { nextEventDue, nextEventDueOfAny, programsWithDueEvents } from '@/server/db/repositories/events/due-events';
import { nextLotDue, nextLotDueOfAny } from '@/server/db/repositories/ledger/lots';
import { nextStateDue, nextStateDueOfAny } from '@/server/db/repositories/people/due-state';
import { nextLeaderboardDue, nextLeaderboardDueOfAny } from '@/server/db/repositories/leaderboards/due-leaderboards';
import { nextNoticeDue, nextNoticeDueOfAny } from '@/server/db/repositories/notices/due-notices';
import { nextReferralDue, nextReferralDueOfAny } from '@/server/db/repositories/referrals/due-referrals';
import { nextOrderDue, nextOrderOfAny } from '@/server/db/repositories/rewards/order-queue';
import { nextReservationDue, nextReservationDueOfAny } from '@/server/db/repositories/rewards/reservations';
import { nextChangeSetDue, nextChangeSetDueOfAny } from '@/server/db/repositories/rules/due-change-sets';
import { nextCampaignDue, nextCampaignDueOfAny } from '@/server/db/repositories/rules/campaign-announcements';
import { endpointsWithDueDeliveries, nextDelivery, nextDeliveryOfAny } from '@/server/db/repositories/webhooks/webhook-queue';
import { countDays, countHours } from '@/server/services/activity/activity';
import { runAutomations } from '@/server/services/automations/run-automations';
import { runBacktests } from '@/server/services/backtests/run-backtests';
import { processDueLots } from '@/server/services/balances/lots';
import { announceDueCampaigns } from '@/server/services/campaigns/campaigns';
import { publishDueChangeSets } from '@/server/services/change-sets/publish-change-set';
import { generateCodes } from '@/server/services/codes/generate-codes';
import { runCodeImports } from '@/server/services/codes/import-codes';
import { postCorrections } from '@/server/services/corrections/post-corrections';
import { expireDecisions } from '@/server/services/decisions/expire-decisions';
import { processEvents } from '@/server/services/events/process-events';
import { pruneEvaluations } from '@/server/services/events/prune-evaluations';
import { runBroadcasts } from '@/server/services/events/run-broadcasts';
import { placeOrders } from '@/server/services/fulfillment/place-orders';
import { runImports } from '@/server/services/imports/run-imports';
import { scoreLeaderboards } from '@/server/services/leaderboards/score-leaderboards';
import { runVerifications } from '@/server/services/ledger/run-verifications';
import { sealEntries } from '@/server/services/ledger/seal-entries';
import { pruneRequestLogs } from '@/server/services/organizations/request-logs';
import { pruneAssistants } from '@/server/services/organizations/assistants';
import { sendNotices } from '@/server/services/notices/send-notices';
import { closePeriods } from '@/server/services/ledger/periods';
import { expireReservations } from '@/server/services/redemptions/reservations';
import { expireReferrals } from '@/server/services/referrals/referrals';
import { evaluateTiers } from '@/server/services/tiers/evaluate-tiers';
import { deliverWebhooks } from '@/server/services/webhooks/deliver-webhooks';
import { pruneWebhooks } from '@/server/services/webhooks/prune-webhooks';
import { nextRecoveryDue, recoverWebhooks } from '@/server/services/webhooks/recoveries';
import type { ClockJob, Job, JobOutcome, JobRun } from '@/server/platform/job';

/** Jobs whose work falls due on an organization's clock. */
export const CLOCK_JOBS: readonly ClockJob[] = [
  {
    name: 'process-due-lots',
    title: 'Let lots mature and expire',
    counter: 'lots',
    run: processDueLots,
    nextDue: nextLotDue,
    nextWake: nextLotDueOfAny,
  },
  {
    name: 'place-orders',
    title: 'Order gift cards',
    counter: 'orders',
    run: placeOrders,
    nextDue: nextOrderDue,
    nextWake: nextOrderOfAny,
  },
  {
    name: 'expire-reservations',
    title: 'Let reservations expire',
    counter: 'reservations',
    run: expireReservations,
    nextDue: nextReservationDue,
    nextWake: nextReservationDueOfAny,
  },
  {
    name: 'expire-decisions',
    title: 'Let reserved decisions expire',
    counter: 'decisions',
    run: expireDecisions,
    nextDue: nextDecisionDue,
    nextWake: nextDecisionDueOfAny,
  },
  {
    name: 'expire-referrals',
    title: 'Let referrals expire',
    counter: 'referrals',
    run: expireReferrals,
    nextDue: nextReferralDue,
    nextWake: nextReferralDueOfAny,
  },
  {
    name: 'evaluate-tiers',
    title: 'Evaluate tiers and reset counters',
    counter: 'tiers',
    run: evaluateTiers,
    nextDue: nextStateDue,
    nextWake: nextStateDueOfAny,
  },
  {
    name: 'publish-change-sets',
    title: 'Publish change sets',
    counter: 'change_sets',
    run: publishDueChangeSets,
    nextDue: nextChangeSetDue,
    nextWake: nextChangeSetDueOfAny,
  },
  {
    name: 'announce-campaigns',
    title: 'Announce campaigns that start and end',
    counter: 'campaigns',
    run: announceDueCampaigns,
    nextDue: nextCampaignDue,
    nextWake: nextCampaignDueOfAny,
  },
  {
    name: 'run-automations',
    title: 'Run automations',
    counter: 'automations',
    run: runAutomations,
    nextDue: nextAutomationDue,
    nextWake: nextAutomationDueOfAny,
  },
  {
    name: 'send-notices',
    title: 'Send notices',
    counter: 'notices',
    run: sendNotices,
    nextDue: nextNoticeDue,
    nextWake: nextNoticeDueOfAny,
  },
  {
    name: 'score-leaderboards',
    title: 'Score leaderboards and freeze those that are over',
    counter: 'leaderboards',
    run: scoreLeaderboards,
    nextDue: nextLeaderboardDue,
    nextWake: nextLeaderboardDueOfAny,
  },
  {
    name: 'process-events',
    title: 'Run the rules over events',
    counter: 'events',
    run: processEvents,
    lanes: { key: 'program_id', due: async (now) => (await programsWithDueEvents(now, null, 1)).map(({ programId }) => programId) },
    nextDue: nextEventDue,
    nextWake: nextEventDueOfAny,
  },
  {
    name: 'run-broadcasts',
    title: 'Make the events of broadcasts',
    counter: 'broadcasts',
    run: runBroadcasts,
    nextDue: nextBroadcastDue,
    nextWake: nextBroadcastDueOfAny,
  },
  {
    name: 'recover-webhooks',
    title: 'Recover failed webhooks',
    counter: 'webhook_recoveries',
    run: recoverWebhooks,
    nextDue: nextRecoveryDue,
    // A step becomes due when the deliveries it waits for end, not at a time; they wake it.
    nextWake: () => Promise.resolve(null),
  },
  {
    name: 'deliver-webhooks',
    title: 'Deliver webhooks',
    counter: 'webhook_deliveries',
    run: deliverWebhooks,
    lanes: { key: 'endpoint_id', due: endpointsWithDueDeliveries },
    nextDue: nextDelivery,
    nextWake: nextDeliveryOfAny,
  },
];

/** All jobs, including those whose work is done as soon as possible, whatever any clock says. */
export const JOBS: readonly Job[] = [
  ...CLOCK_JOBS,
  {
    name: 'seal-entries',
    title: 'Seal journal entries',
    run: sealEntries,
  },
  {
    name: 'close-periods',
    title: 'Close periods',
    run: closePeriods,
  },
  {
    name: 'verify-ledgers',
    title: 'Verify ledgers',
    run: runVerifications,
  },
  {
    name: 'run-backtests',
    title: 'Run backtests',
    run: runBacktests,
  },
  {
    name: 'run-imports',
    title: 'Apply imported files',
    run: runImports,
  },
  {
    name: 'generate-codes',
    title: 'Make the codes of batches',
    run: generateCodes,
  },
  {
    name: 'import-codes',
    title: 'Add the codes of files to batches',
    run: runCodeImports,
  },
  {
    name: 'post-corrections',
    title: 'Post corrections',
    run: postCorrections,
  },
  {
    name: 'count-activity',
    title: 'Count the days and hours that are over',
    run: countActivity,
  },
  {
    name: 'prune-request-logs',
    title: 'Forget old API requests',
    run: pruneRequestLogs,
    sweepMs: 60_000,
  },
  {
    name: 'prune-evaluations',
    title: 'Forget what rules decided long ago',
    run: pruneEvaluations,
  },
  {
    name: 'prune-webhooks',
    title: 'Forget old webhooks',
    run: pruneWebhooks,
    sweepMs: 60_000,
  },
  {
    name: 'prune-assistants',
    title: 'Forget what assistants can no longer use',
    run: pruneAssistants,
    sweepMs: 60_000,
  },
];

async function countActivity(options: JobRun): Promise<JobOutcome> {
  const [days, hours] = [await countDays(options), await countHours(options)];
  return { performed: days.performed + hours.performed, more: days.more || hours.more };
}
