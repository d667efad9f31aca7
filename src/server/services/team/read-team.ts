/** Who belongs to an organization, and whether each has the second factor that it may ask for. */
import type { Ctx } from '@/server/context';
import { listTeam, requiresTwoFactor, type TeamMemberRow } from '@/server/db/repositories/team';

export interface TeamView {
  readonly requireTwoFactor: boolean;
  readonly members: readonly TeamMemberRow[];
}

export async function readTeam({ organization }: Ctx): Promise<TeamView> {
  const [requireTwoFactor, members] = await Promise.all([requiresTwoFactor(organization.id), listTeam(organization.id)]);
  return { requireTwoFactor, members };
}
