/** Reads campaigns, each with what its budgets have consumed and its sentence. */
import type { ListCampaigns } from '@/contract/campaign';
import { only } from '@/domain/assert';
import { campaignSentence } from '@/domain/campaigns/campaign-sentence';
import { campaignStatus, type CampaignStatus } from '@/domain/campaigns/machine';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { loadAssetNames } from '@/server/db/repositories/programs/assets';
import { findCampaign, listCampaignRows, type CampaignRow } from '@/server/db/repositories/rules/campaigns';
import { autocommit, type Tx } from '@/server/db/transaction';
import { getProgram } from '@/server/services/programs/get-program';
import { budgetStates, type BudgetState } from '@/server/services/rules/budget-states';

export interface CampaignRecord {
  readonly row: CampaignRow;
  readonly status: CampaignStatus;
  readonly budgets: readonly BudgetState[];
  readonly sentence: string;
}

/** @param tx the transaction that changed it, if not yet committed. @throws DomainError not_found. */
export async function campaignRow(ctx: Ctx, id: string, tx?: Pick<Tx, 'query'>): Promise<CampaignRow> {
  const row = await findCampaign(ctx.organization.id, id, tx);
  if (!row) throw new DomainError('not_found', 'There is no such campaign in your organization.', { param: 'id' });
  return row;
}

/** @param tx the transaction that changed it, if not yet committed. @throws DomainError not_found. */
export async function getCampaign(ctx: Ctx, id: string, tx?: Pick<Tx, 'query'>): Promise<CampaignRecord> {
  return only(await campaignRecords(ctx, [await campaignRow(ctx, id, tx)], tx));
}

interface OfCampaign {
  readonly campaign_id: string | null;
  readonly program_id: string;
}

/** For what belongs to a campaign. @throws DomainError not_found for one that the program does not have. */
export async function assertCampaignKnown(ctx: Ctx, tx: Tx, { campaign_id, program_id }: OfCampaign): Promise<void> {
  if (campaign_id === null) return;
  const campaign = await findCampaign(ctx.organization.id, campaign_id, tx);
  if (campaign?.program_id !== program_id)
    throw new DomainError('not_found', 'The program has no such campaign.', { param: 'campaign_id' });
}

/** @throws DomainError not_found (program). */
export async function listCampaigns(ctx: Ctx, query: ListCampaigns): Promise<{ rows: CampaignRecord[]; nextCursor: string | null }> {
  if (query.program_id !== undefined) await getProgram(ctx, query.program_id, 'program_id');
  const { rows, nextCursor } = await listCampaignRows(ctx.organization.id, query, ctx.clock.now());
  return { rows: await campaignRecords(ctx, rows), nextCursor };
}

async function campaignRecords(ctx: Ctx, rows: readonly CampaignRow[], tx: Pick<Tx, 'query'> = autocommit): Promise<CampaignRecord[]> {
  const named = rows.flatMap(({ campaign }) => campaign.budgets.map(({ asset_id }) => asset_id));
  const assets = await loadAssetNames(tx, ctx.organization.id, [...new Set(named)]);
  const owners = rows.map(({ id, created_at, campaign }) => ({ id, created_at, budgets: campaign.budgets }));
  const budgets = await budgetStates(ctx, tx, 'CAMPAIGN', owners, assets);
  return rows.map((row) => ({
    row,
    status: campaignStatus(row.campaign, ctx.clock.now()),
    budgets: budgets.get(row.id) ?? [],
    sentence: campaignSentence(row.campaign, (id) => assets.get(id)?.symbol),
  }));
}
