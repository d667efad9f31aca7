/**
 * Every job there is, in the order in which due work of one instant is done. A new job is one line
 * here. The list stands among the services because a sandbox clock does this work too.
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
import { pruneRequestLogsJob } from './prune-request-logs';
import { runBacktestsJob } from './run-backtests';
import { runImportsJob } from './run-imports';
import { runAutomationsJob } from './run-automations';
import { pruneWebhooksJob } from './prune-webhooks';
import { recoverWebhooksJob } from './recover-webhooks';
import { runBroadcastsJob } from './run-broadcasts';
import { sealEntriesJob } from './seal-entries';
import { verifyLedgersJob } from './verify-ledgers';

/** What falls due on the clock of an organization. */
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

/** All of them: also what is done as soon as it can be, whatever any clock says. */
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
  pruneWebhooksJob,
  pruneAssistantsJob,
];
