/** Job: make the coming months of outcomes, and forget the evaluations of those that are past their time. */
import type { Job } from '@/server/job';
import { pruneEvaluations } from '@/server/services/events/prune-evaluations';

export const pruneEvaluationsJob: Job = {
  name: 'prune-evaluations',
  title: 'Forget what rules decided long ago',
  run: pruneEvaluations,
};
