/** Deletes expired tokens and clients that registered but were never granted anything. Grants stay, for the audit log. */
import { deleteExpiredTokens, deleteUnusedClients } from '@/server/db/repositories/organizations/mcp-leftovers';
import type { JobOutcome, JobRun } from '@/server/platform/job';

const DAY_MS = 86_400_000;
const BATCH = 1_000;

export async function pruneAssistants({ clock }: JobRun): Promise<JobOutcome> {
  const now = clock.now().getTime();
  const tokens = await deleteExpiredTokens(new Date(now - DAY_MS), BATCH);
  // Anyone can register a client. Looking back no further than this keeps each run short, however many are in use.
  const clients = await deleteUnusedClients({ from: new Date(now - 8 * DAY_MS), to: new Date(now - DAY_MS) }, BATCH);
  return { performed: tokens + clients, more: tokens === BATCH || clients === BATCH };
}
