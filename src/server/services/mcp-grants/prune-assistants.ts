/** Removes tokens that ran out and clients that registered and were never allowed anything. Grants stay, for the audit log's sake. */
import { deleteExpiredTokens, deleteUnusedClients } from '@/server/db/repositories/mcp-leftovers';
import type { JobOutcome, JobRun } from '@/server/job';

const DAY_MS = 86_400_000;
const BATCH = 1_000;

export async function pruneAssistants({ clock }: JobRun): Promise<JobOutcome> {
  const now = clock.now().getTime();
  const tokens = await deleteExpiredTokens(new Date(now - DAY_MS), BATCH);
  // Registering takes no sign-in. Looking back no further keeps each run short, however many clients are in use.
  const clients = await deleteUnusedClients({ from: new Date(now - 8 * DAY_MS), to: new Date(now - DAY_MS) }, BATCH);
  return { performed: tokens + clients, more: tokens === BATCH || clients === BATCH };
}
