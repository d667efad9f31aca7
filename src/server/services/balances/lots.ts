/** Reads a holder's lots, a page at a time or in few enough groups to chart, and matures and expires those that are due, one account per transaction. */
import type { LotPage } from '@/contract/balance';
import { DomainError } from '@/domain/errors';
import type { Holder } from '@/domain/ledger/accounts';
import { catchUp } from '@/domain/ledger/catch-up';
import { groupByEarning, scheduleOfExpiry } from '@/domain/ledger/lot-schedule';
import { Amount, amountOf, formatAmount, ZERO } from '@/domain/money';
import { commitDecision } from '@/server/db/commit';
import type { KeysetPage } from '@/server/db/keyset';
import { loadAccountsForUpdate } from '@/server/db/repositories/ledger/accounts';
import { findLiveLots, findOutlook, type LotBalance, type OutlookRow } from '@/server/db/repositories/ledger/lot-schedule';
import {
  accountsWithDueLots,
  listLotRows,
  sumAvailability,
  type AvailabilityRow,
  type DueAccount,
  type LotListRow,
  type LotsQuery,
} from '@/server/db/repositories/ledger/lots';
import { findAssetTerms } from '@/server/db/repositories/ledger/operation-context';
import { findAsset } from '@/server/db/repositories/programs/assets';
import { withTransaction } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { idsAt } from '@/server/platform/ids';
import type { JobOutcome, JobRun } from '@/server/platform/job';

/** The most groups that stay readable in a chart, stacked as rows and side by side as columns. */
const EARNED_MAX = 40;
const EXPIRING_MAX = 36;

/** @throws DomainError invalid_filter (an asset that is not kept in lots). */
export async function listLots(
  ctx: Ctx,
  holder: Holder,
  query: LotsQuery,
): Promise<{ page: KeysetPage<LotListRow>; availability: LotPage['availability'] }> {
  await assertInLots(ctx, query.asset_id);
  const page = await listLotRows(ctx.organization.id, holder, query);
  return { page, availability: availabilityOf(await sumAvailability(ctx.organization.id, holder, query)) };
}

const NOTHING: AvailabilityRow = { gross: '0', available: '0', scale: 0 };

/** Amounts of different assets have no total, so there is none. */
function availabilityOf(assets: readonly AvailabilityRow[]): LotPage['availability'] {
  const [{ gross, available, scale } = NOTHING, ...others] = assets;
  if (others.length > 0) return null;
  const ledger = amountOf(available);
  return {
    gross_available_lot_total: formatAmount(amountOf(gross), scale),
    ledger_available_balance: formatAmount(ledger, scale),
    overdraft_offset: formatAmount(amountOf(gross).minus(ledger), scale),
    spendable_available: formatAmount(Amount.max(ledger, ZERO), scale),
  };
}

async function assertInLots(ctx: Ctx, assetId: string | undefined): Promise<void> {
  const asset = assetId === undefined ? null : await findAsset(ctx.organization.id, assetId);
  if (asset?.inventory_mode !== 'SIMPLE') return;
  throw new DomainError('invalid_filter', `${asset.symbol} is not kept in lots; choose a LOT asset, or leave \`asset_id\` out.`, {
    param: 'asset_id',
  });
}

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

export async function processDueLots({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const due = await accountsWithDueLots(organization?.now ?? clock.now(), organization?.id ?? null, limit);
  let performed = 0;
  for (const account of due) {
    if (signal.aborted) break;
    const now = organization?.now ?? new Date(clock.now().getTime() + account.clock_offset_ms);
    performed += await bringAccountUpToDate(account, now);
  }
  return { performed, more: due.length === limit };
}

/** @returns how many journal entries were posted. */
function bringAccountUpToDate({ organization_id, program_id, asset_id, account_type, account_id }: DueAccount, now: Date): Promise<number> {
  return withTransaction(async (tx) => {
    const asset = await findAssetTerms(tx, organization_id, asset_id);
    const accounts = await loadAccountsForUpdate(tx, organization_id, [
      { type: account_type, id: account_id, programId: program_id, assetId: asset_id },
    ]);
    const decision = catchUp(accounts, new Map([[asset_id, asset]]), { organizationId: organization_id, now, newId: idsAt(now) });
    await commitDecision(tx, { organizationId: organization_id, now }, decision);
    return decision.entries.length;
  });
}
