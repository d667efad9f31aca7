/** Job: total the activity of past days and hours. */
import type { Job } from '@/server/job';
import { countDays } from '@/server/services/activity/count-days';
import { countHours } from '@/server/services/activity/count-hours';

export const countActivityJob: Job = {
  name: 'count-activity',
  title: 'Count the days and hours that are over',
  run: async (options) => {
    const [days, hours] = [await countDays(options), await countHours(options)];
    return { performed: days.performed + hours.performed, more: days.more || hours.more };
  },
};
