/**
 * Every job there is, in the order in which due work of one instant is done. A new job is one line
 * here. The list stands among the services because a sandbox clock does this work too.
 */
import type { Job } from '@/server/job';
import { deliverWebhooksJob } from './deliver-webhooks';
import { processDueLotsJob } from './process-due-lots';
import { processEventsJob } from './process-events';

export const JOBS: readonly Job[] = [processDueLotsJob, processEventsJob, deliverWebhooksJob];
