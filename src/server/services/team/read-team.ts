/** Reads who belongs to an organization, and who has a second factor. */
import type { Ctx } from '@/server/platform/context';
import { listTeam, requiresTwoFactor, type TeamMemberRow } from '@/server/db/repositories/organizations/team';

export interface TeamView {
  readonly requireTwoFactor: boolean;
  readonly members: readonly TeamMemberRow[];
}

export async function readTeam({ organization }: Ctx): Promise<TeamView> {
  const [requireTwoFactor, members] = await Promise.all([requiresTwoFactor(organization.id), listTeam(organization.id)]);
  return { requireTwoFactor, members };
}
