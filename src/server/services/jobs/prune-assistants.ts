/** Job: delete assistants' expired tokens and clients that were never authorized. */
import type { Job } from '@/server/job';
import { pruneAssistants } from '@/server/services/mcp-grants/prune-assistants';

export const pruneAssistantsJob: Job = {
  name: 'prune-assistants',
  title: 'Forget what assistants can no longer use',
  run: pruneAssistants,
  sweepMs: 60_000,
};
