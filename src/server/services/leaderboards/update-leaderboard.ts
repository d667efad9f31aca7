/** Changes and archives leaderboards, and has their scores counted anew. */
import type { UpdateLeaderboard } from '@/contract/leaderboard';
import { DomainError } from '@/domain/errors';
import { applyLeaderboardChange } from '@/domain/leaderboards/change';
import { updateLeaderboardRow, type NamedLeaderboardRow } from '@/server/db/repositories/leaderboards/leaderboards';
import { wantScan } from '@/server/db/repositories/leaderboards/scan';
import { moveSeasonEnd } from '@/server/db/repositories/leaderboards/seasons';
import { withTransaction } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { wake } from '@/server/platform/wake';
import { assertCampaignKnown } from '@/server/services/campaigns/get-campaign';
import { timeOf } from '@/server/services/rewards/create-reward';
import { getLeaderboard, getLeaderboardForUpdate } from './get-leaderboard';

/** @throws DomainError not_found (leaderboard, campaign), invalid_status, invalid_parameter, validation_error. */
export async function updateLeaderboard(ctx: Ctx, { id, ends_at, ...change }: UpdateLeaderboard): Promise<NamedLeaderboardRow> {
  const now = ctx.clock.now();
  const organizationId = ctx.organization.id;
  const key = { organization_id: organizationId, id };
  await withTransaction(async (tx) => {
    const row = await getLeaderboardForUpdate(ctx, tx, id);
    const changed = applyLeaderboardChange(row, { ...change, ends_at: ends_at === undefined ? undefined : timeOf(ends_at) }, now);
    if (changed === row) return;
    if (changed.campaign_id !== row.campaign_id) await assertCampaignKnown(ctx, tx, changed);
    await updateLeaderboardRow(tx, organizationId, changed.status === 'ARCHIVED' ? { ...changed, due_at: now } : changed);
    if (changed.ends_at?.getTime() !== row.ends_at?.getTime()) {
      await moveSeasonEnd(tx, key, changed.ends_at);
      // Until another end, other changes count.
      await wantScan(tx, key, now);
    }
    tx.afterCommit(() => wake('score-leaderboards'));
  });
  return getLeaderboard(ctx, id);
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
