/** Job: compute the figures of periods that are being closed. */
import type { Job } from '@/server/job';
import { closePeriods } from '@/server/services/periods/close-periods';

export const closePeriodsJob: Job = {
  name: 'close-periods',
  title: 'Close periods',
  run: closePeriods,
};
