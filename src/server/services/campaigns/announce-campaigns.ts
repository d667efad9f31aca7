/** Announces campaigns that time alone starts or ends, each in a transaction of its own. */
import { announceDueCampaign, dueCampaigns } from '@/server/db/repositories/rules/campaign-announcements';
import { withTransaction } from '@/server/db/transaction';
import type { JobOutcome, JobRun } from '@/server/platform/job';

export async function announceDueCampaigns({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const due = await dueCampaigns(organization?.now ?? clock.now(), organization?.id ?? null, limit);
  let performed = 0;
  for (const { id, organization_id: organizationId, program_id: programId, clock_offset_ms } of due) {
    if (signal.aborted) break;
    const now = organization?.now ?? new Date(clock.now().getTime() + clock_offset_ms);
    if (await withTransaction((tx) => announceDueCampaign(tx, { id, organizationId, programId, now }))) performed++;
  }
  return { performed, more: due.length === limit };
}
