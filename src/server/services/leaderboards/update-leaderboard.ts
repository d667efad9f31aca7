/** Changes and archives leaderboards, and has their scores counted anew. */
import type { UpdateLeaderboard } from '@/contract/leaderboard';
import { DomainError } from '@/domain/errors';
import { applyLeaderboardChange } from '@/domain/leaderboards/change';
import { updateLeaderboardRow, type LeaderboardRow, type NamedLeaderboardRow } from '@/server/db/repositories/leaderboards/leaderboards';
import { wantScan } from '@/server/db/repositories/leaderboards/scan';
import { moveSeasonEnd } from '@/server/db/repositories/leaderboards/seasons';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { wake } from '@/server/platform/wake';
import { assertCampaignKnown } from '@/server/services/campaigns/get-campaign';
import { timeOf } from '@/server/services/rewards/create-reward';
import { getLeaderboard, getLeaderboardForUpdate } from './get-leaderboard';

/** @throws DomainError not_found (leaderboard, campaign), invalid_status, invalid_parameter, validation_error. */
export async function updateLeaderboard(ctx: Ctx, { id, ends_at, ...change }: UpdateLeaderboard): Promise<NamedLeaderboardRow> {
  await withTransaction(async (tx) => {
    const row = await getLeaderboardForUpdate(ctx, tx, id);
    const until = ends_at === undefined ? undefined : timeOf(ends_at);
    const changed = applyLeaderboardChange(row, { ...change, ends_at: until }, ctx.clock.now());
    if (changed !== row) await writeLeaderboard(ctx, tx, row, changed);
  });
  return getLeaderboard(ctx, id);
}

/** @param before locked. @throws DomainError not_found (campaign). */
export async function writeLeaderboard(ctx: Ctx, tx: Tx, before: LeaderboardRow, after: LeaderboardRow): Promise<void> {
  const now = ctx.clock.now();
  const key = { organization_id: ctx.organization.id, id: before.id };
  if (after.campaign_id !== before.campaign_id) await assertCampaignKnown(ctx, tx, after);
  await updateLeaderboardRow(tx, key.organization_id, after.status === 'ARCHIVED' ? { ...after, due_at: now } : after);
  if (after.ends_at?.getTime() !== before.ends_at?.getTime()) {
    await moveSeasonEnd(tx, key, after.ends_at);
    // Until another end, other changes count.
    await wantScan(tx, key, now);
  }
  tx.afterCommit(() => wake('score-leaderboards'));
}

/** Archives a leaderboard: nobody is scored any more, and no further prize is won. @throws DomainError not_found. */
export async function archiveLeaderboard(ctx: Ctx, id: string): Promise<void> {
  await updateLeaderboard(ctx, { id, status: 'ARCHIVED' });
}

/** Has the scores of seasons that are not frozen counted anew, from the facts. @throws DomainError not_found, invalid_status. */
export async function rebuildLeaderboard(ctx: Ctx, id: string): Promise<NamedLeaderboardRow> {
  await withTransaction(async (tx) => {
    const { status } = await getLeaderboardForUpdate(ctx, tx, id);
    if (status !== 'ACTIVE')
      throw new DomainError('invalid_status', 'The leaderboard is over: its ranks are final, and are not counted again.', { param: 'id' });
    await wantScan(tx, { organization_id: ctx.organization.id, id }, ctx.clock.now());
    tx.afterCommit(() => wake('score-leaderboards'));
  });
  return getLeaderboard(ctx, id);
}
