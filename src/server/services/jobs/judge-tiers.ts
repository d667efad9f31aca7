/** Job: end counter windows and evaluate tier levels when due. */
import { nextStateDue, nextStateDueOfAny } from '@/server/db/repositories/due-state';
import type { ClockJob } from '@/server/job';
import { judgeTiers } from '@/server/services/tiers/judge-tiers';

export const judgeTiersJob: ClockJob = {
  name: 'judge-tiers',
  title: 'Judge tiers and reset counters',
  counter: 'tiers',
  run: judgeTiers,
  nextDue: nextStateDue,
  nextWake: nextStateDueOfAny,
};
