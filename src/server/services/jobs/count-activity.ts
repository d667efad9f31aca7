/** Job: count the days that are over. */
import type { Job } from '@/server/job';
import { countDays } from '@/server/services/activity/count-days';

export const countActivityJob: Job = {
  name: 'count-activity',
  title: 'Count the days that are over',
  run: countDays,
};
