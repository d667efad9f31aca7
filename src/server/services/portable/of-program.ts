/** Reads how documents name what a program has. */
import { findAssets, loadProgramAssets } from '@/server/db/repositories/programs/assets';
import { loadProgramNoticeSettings } from '@/server/db/repositories/notices/notice-settings';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { campaignIdsOf } from './campaign-keys';
import type { OfProgram } from './section';

/** As the transaction sees the program, which it has locked. */
export async function ofProgram(ctx: Ctx, tx: Tx, programId: string): Promise<OfProgram> {
  const organizationId = ctx.organization.id;
  const campaignIds = await campaignIdsOf(tx, organizationId, programId);
  const linked = await loadProgramAssets(tx, organizationId, programId);
  // A setting can name an asset that is no longer linked.
  const settings = await loadProgramNoticeSettings(tx, organizationId, programId);
  const named = settings.flatMap(({ terms }) => ('asset_id' in terms && terms.asset_id !== null ? [terms.asset_id] : []));
  const strange = named.filter((id) => linked.every((asset) => asset.id !== id));
  const others = strange.length === 0 ? [] : await findAssets(organizationId, strange);
  return {
    ctx,
    tx,
    programId,
    campaignIds,
    campaignKeys: new Map([...campaignIds].map(([key, id]) => [id, key])),
    assets: new Map(linked.map(({ symbol, id }) => [symbol, id])),
    symbols: new Map([...linked, ...others].map(({ id, symbol }) => [id, symbol])),
  };
}
