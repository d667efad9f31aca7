/** Job: apply the rows of imported files. */
import type { Job } from '@/server/job';
import { runImports } from '@/server/services/imports/run-imports';

export const runImportsJob: Job = {
  name: 'run-imports',
  title: 'Apply imported files',
  run: runImports,
};
