/** Reads referrals and who brought whom, level by level, cancels them for good, and lets those expire whose friends did not qualify in time. */
import type { CancelReferral, ExportReferrals, ListReferrals, ReadReferralTree } from '@/contract/referral';
import { NOTHING } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { cancelledEvent, referralCancelled, referralExpired } from '@/domain/referrals/announce';
import { isCancelled, stepAt } from '@/domain/referrals/referral';
import { commitDecision } from '@/server/db/commit';
import type { KeysetPage } from '@/server/db/keyset';
import { expireReferralRows, organizationsWithDueReferrals } from '@/server/db/repositories/referrals/due-referrals';
import { writeCancelled } from '@/server/db/repositories/referrals/referral-changes';
import { broughtBy, broughtOf, type TreeRow } from '@/server/db/repositories/referrals/referral-tree';
import {
  everyReferralRow,
  findReferral,
  findReferralForUpdate,
  listReferralRows,
  type ReferralRow,
} from '@/server/db/repositories/referrals/referrals';
import { withTransaction } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newIdAt } from '@/server/platform/ids';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { participantId } from '@/server/services/participants/participants';
import { announced } from './bind-referral';
import { getReferralProgram } from './referral-program';

const MOST_FRIENDS = 500;

/** @throws DomainError not_found. */
export async function getReferral(ctx: Ctx, id: string): Promise<ReferralRow> {
  return (await findReferral(ctx.organization.id, id)) ?? unknownReferral();
}

export const listReferrals = (ctx: Ctx, query: ListReferrals): Promise<KeysetPage<ReferralRow>> =>
  listReferralRows(ctx.organization.id, query);

/** Every one that matches, from one snapshot. */
export const everyReferral = (ctx: Ctx, query: ExportReferrals): AsyncIterable<ReferralRow[]> =>
  everyReferralRow(ctx.organization.id, query);

function unknownReferral(): never {
  throw new DomainError('not_found', 'There is no such referral in your organization.', { param: 'id' });
}

/** One that is cancelled already stays as it is. @throws DomainError not_found, invalid_status. */
export async function cancelReferral(ctx: Ctx, { id, reason }: CancelReferral): Promise<ReferralRow> {
  const { referral_program_id } = await getReferral(ctx, id);
  const { key, steps } = await getReferralProgram(ctx, referral_program_id);
  return withTransaction(async (tx) => {
    const row = (await findReferralForUpdate(tx, ctx.organization.id, id)) ?? unknownReferral();
    const { counted, referrer_external_id, ...referral } = row;
    if (isCancelled(referral.status)) return referral;
    const now = ctx.clock.now();
    const scope = { organizationId: ctx.organization.id, now, requestId: ctx.requestId };
    await writeCancelled(tx, scope, referral, reason);
    const told = { id: newIdAt(now), programId: row.program_id, dueAt: now, cause: null, referralId: id, referralProgram: key };
    const referrer = { id: row.referrer_id, externalId: referrer_external_id };
    const { rewarded } = referral;
    const event = cancelledEvent(told, referrer, {
      referredId: row.referred_id,
      rewarded,
      count: rewarded ? counted - 1 : counted,
      step: rewarded ? stepAt(steps, counted) : null,
    });
    await commitDecision(tx, scope, {
      ...NOTHING,
      events: [event],
      webhooks: [referralCancelled(announced(ctx.organization.id, row), reason)],
    });
    return { ...referral, status: 'CANCELLED', cancelled_at: now, reason, updated_at: now };
  });
}

export async function expireReferrals({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const now = organization?.now ?? clock.now();
  let performed = 0;
  for (const { organization_id, clock_offset_ms } of await organizationsWithDueReferrals(now, organization?.id ?? null, limit)) {
    if (signal.aborted) break;
    performed += await expireIn(organization_id, new Date(now.getTime() + clock_offset_ms), limit);
  }
  return { performed, more: performed > 0 };
}

/** @returns how many have expired. */
function expireIn(organizationId: string, now: Date, limit: number): Promise<number> {
  return withTransaction(async (tx) => {
    const expired = await expireReferralRows(tx, organizationId, now, limit);
    const webhooks = expired.map((row) => referralExpired(announced(organizationId, row)));
    if (webhooks.length > 0) await commitDecision(tx, { organizationId, now }, { ...NOTHING, webhooks });
    return expired.length;
  });
}

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
    const room = MOST_FRIENDS - friends.length;
    const rows = await broughtBy(ctx.organization.id, program.id, above, room + 1);
    truncated = rows.length > room;
    const shown = rows.slice(0, room);
    friends.push(...shown.map((row) => ({ ...row, level })));
    above = shown.flatMap(({ participant_id, brought: further }) => (further > 0 ? [participant_id] : []));
  }
  return { participantId: root, referralProgramId: program.id, broughtBy: brought, friends, truncated };
}
