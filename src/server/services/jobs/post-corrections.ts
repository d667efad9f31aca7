/** Job: post approved corrections. */
import type { Job } from '@/server/job';
import { postCorrections } from '@/server/services/corrections/post-corrections';

export const postCorrectionsJob: Job = {
  name: 'post-corrections',
  title: 'Post corrections',
  run: postCorrections,
};
