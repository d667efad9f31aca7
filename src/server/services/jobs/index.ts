/**
 * Lists every job, in the order in which work due at the same instant is done; a new job is one line
 * here. The list lives among the services because moving a sandbox clock runs the jobs too.
 */
import type { ClockJob, Job } from '@/server/job';
import { closePeriodsJob } from './close-periods';
import { countActivityJob } from './count-activity';
import { deliverWebhooksJob } from './deliver-webhooks';
import { expireReservationsJob } from './expire-reservations';
import { judgeTiersJob } from './judge-tiers';
import { placeOrdersJob } from './place-orders';
import { postCorrectionsJob } from './post-corrections';
import { processDueLotsJob } from './process-due-lots';
import { processEventsJob } from './process-events';
import { pruneAssistantsJob } from './prune-assistants';
import { pruneEvaluationsJob } from './prune-evaluations';
import { pruneRequestLogsJob } from './prune-request-logs';
import { runBacktestsJob } from './run-backtests';
import { runImportsJob } from './run-imports';
import { runAutomationsJob } from './run-automations';
import { pruneWebhooksJob } from './prune-webhooks';
import { recoverWebhooksJob } from './recover-webhooks';
import { runBroadcastsJob } from './run-broadcasts';
import { sealEntriesJob } from './seal-entries';
import { verifyLedgersJob } from './verify-ledgers';

/** Jobs whose work falls due on an organization's clock. */
export const CLOCK_JOBS: readonly ClockJob[] = [
  processDueLotsJob,
  placeOrdersJob,
  expireReservationsJob,
  judgeTiersJob,
  runAutomationsJob,
  processEventsJob,
  runBroadcastsJob,
  recoverWebhooksJob,
  deliverWebhooksJob,
];

/** All jobs, including those whose work is done as soon as possible, whatever any clock says. */
export const JOBS: readonly Job[] = [
  ...CLOCK_JOBS,
  sealEntriesJob,
  closePeriodsJob,
  verifyLedgersJob,
  runBacktestsJob,
  runImportsJob,
  postCorrectionsJob,
  countActivityJob,
  pruneRequestLogsJob,
  pruneEvaluationsJob,
  pruneWebhooksJob,
  pruneAssistantsJob,
];
