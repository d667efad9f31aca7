/** Every job there is, in the order in which due work of one instant is done. A new job is one line here. */
import type { Job } from '@/server/job';

export const JOBS: readonly Job[] = [];
