/** Tells who brought a participant, and whom they brought, level by level, up to a depth and a number of friends. */
import type { ReadReferralTree } from '@/contract/referral';
import { broughtBy, broughtOf, type TreeRow } from '@/server/db/repositories/referrals/referral-tree';
import type { Ctx } from '@/server/platform/context';
import { participantId } from '@/server/services/participants/get-participant';
import { getReferralProgram } from './get-referral-program';

const MOST = 500;

export interface ReferralBranches {
  readonly participantId: string;
  readonly referralProgramId: string;
  readonly broughtBy: Omit<TreeRow, 'brought'> | null;
  readonly friends: readonly (TreeRow & { readonly level: number })[];
  readonly truncated: boolean;
}

/** @throws DomainError not_found. */
export async function referralTree(ctx: Ctx, { id, referral_program_id, depth }: ReadReferralTree): Promise<ReferralBranches> {
  const program = await getReferralProgram(ctx, referral_program_id, 'referral_program_id');
  const root = await participantId(ctx, id);
  const brought = await broughtOf(ctx.organization.id, program.id, root);
  const friends: (TreeRow & { level: number })[] = [];
  let above = [root];
  let truncated = false;
  for (let level = 1; level <= depth && above.length > 0 && !truncated; level++) {
    const room = MOST - friends.length;
    const rows = await broughtBy(ctx.organization.id, program.id, above, room + 1);
    truncated = rows.length > room;
    const shown = rows.slice(0, room);
    friends.push(...shown.map((row) => ({ ...row, level })));
    above = shown.flatMap(({ participant_id, brought: further }) => (further > 0 ? [participant_id] : []));
  }
  return { participantId: root, referralProgramId: program.id, broughtBy: brought, friends, truncated };
}
