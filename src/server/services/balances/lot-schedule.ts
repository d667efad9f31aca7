/** Reads a holder's live lots over time: those of one balance in few enough groups to chart, and what falls due next in each balance. */
import { groupByEarning, scheduleOfExpiry } from '@/domain/ledger/lot-schedule';
import type { Holder } from '@/domain/ledger/accounts';
import { amountOf } from '@/domain/money';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { findAsset } from '@/server/db/repositories/programs/assets';
import { findLiveLots, findOutlook, type LotBalance, type OutlookRow } from '@/server/db/repositories/ledger/lot-schedule';

/** The most groups that stay readable in a chart, stacked as rows and side by side as columns. */
const EARNED_MAX = 40;
const EXPIRING_MAX = 36;

/** @throws DomainError not_found (the asset). */
export async function readLotSchedule(ctx: Ctx, holder: Holder, balance: LotBalance) {
  const asset = await findAsset(ctx.organization.id, balance.assetId);
  if (!asset) throw new DomainError('not_found', 'There is no such asset in your organization.', { param: 'asset_id' });
  const rows = await findLiveLots(ctx.organization.id, holder, balance);
  const lots = rows.map(({ id, bucket, remaining, created_at, matures_at, expires_at }) => ({
    id,
    bucket,
    remaining: amountOf(remaining),
    earnedAt: created_at,
    maturesAt: matures_at,
    expiresAt: expires_at,
  }));
  return {
    scale: asset.scale,
    origins: new Map(rows.map(({ id, entry_id, event_id }) => [id, { entryId: entry_id, eventId: event_id }])),
    count: lots.length,
    earned: groupByEarning(lots, EARNED_MAX),
    expiry: scheduleOfExpiry(lots, EXPIRING_MAX),
  };
}
export type LotScheduleRead = Awaited<ReturnType<typeof readLotSchedule>>;

export const readOutlook = (ctx: Ctx, holder: Holder): Promise<OutlookRow[]> => findOutlook(ctx.organization.id, holder);
