/** Job: mature and expire lots when due. */
import { nextLotDue, nextLotDueOfAny } from '@/server/db/repositories/lots';
import type { ClockJob } from '@/server/job';
import { processDueLots } from '@/server/services/balances/process-due-lots';

export const processDueLotsJob: ClockJob = {
  name: 'process-due-lots',
  title: 'Let lots mature and expire',
  counter: 'lots',
  run: processDueLots,
  nextDue: nextLotDue,
  nextWake: nextLotDueOfAny,
};
