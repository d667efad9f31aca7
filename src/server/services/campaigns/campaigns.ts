/**
 * Creates, reads, changes, clones and deletes campaigns, each a rule set with terms; restarts their budgets, and announces those that time alone starts or
 * ends.
 */
import type { CloneCampaign, CreateCampaign, ListCampaigns, UpdateCampaign } from '@/contract/campaign';
import { only } from '@/domain/assert';
import { campaignSentence } from '@/domain/campaigns/campaign-sentence';
import { assertCampaignSound } from '@/domain/campaigns/check';
import { keyFromName, termsOf, type CampaignTerms } from '@/domain/campaigns/terms';
import { campaignStatus, movedCampaign, type CampaignMove, type CampaignStatus } from '@/domain/campaigns/machine';
import { canonicalJson } from '@/domain/canonical-json';
import { DomainError } from '@/domain/errors';
import { diffConfigurations, type Configuration } from '@/domain/rules/configuration';
import { alterSet, appendSet } from '@/domain/rules/rule-sets';
import { keepFromReturning } from '@/server/db/repositories/decisions/decisions';
import { loadAssetNames } from '@/server/db/repositories/programs/assets';
import { clearProgramUsage } from '@/server/db/repositories/rules/budgets';
import { announceDueCampaign, dueCampaigns } from '@/server/db/repositories/rules/campaign-announcements';
import { findCampaign, listCampaignRows, type CampaignRow } from '@/server/db/repositories/rules/campaigns';
import { bumpConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import { listRuleSets, saveRuleSets } from '@/server/db/repositories/rules/rule-sets';
import { loadRuleSurroundings } from '@/server/db/repositories/rules/rule-surroundings';
import { autocommit, withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { getProgram } from '@/server/services/programs/programs';
import { budgetStates, type BudgetState } from '@/server/services/rules/budgets';
import { configurationOf, configurationRows } from '@/server/services/rules/get-configuration';
import { beginConfigurationChange } from '@/server/services/rules/put-configuration';
import { writeConfiguration } from '@/server/services/rules/replace-configuration';

/** @throws DomainError not_found (program), program_archived, key_exists, validation_error, asset_not_linked. */
export async function createCampaign(ctx: Ctx, tx: Tx, { program_id, name, key, ...sent }: CreateCampaign): Promise<CampaignRecord> {
  const change = await beginConfigurationChange(ctx, tx, program_id, 'program_id');
  const terms = termsOf(sent);
  assertCampaignSound(terms, (await loadRuleSurroundings(tx, change.organizationId, program_id)).assets);
  const sets = await listRuleSets(tx, change.organizationId, program_id);
  const wanted = key ?? keyFromName(name, new Set(sets.map((set) => set.key)));
  const set = appendSet(sets, { id: newId(), key: wanted, name, campaign: terms });
  await saveRuleSets(tx, change, [set]);
  await bumpConfigurationVersion(tx, change);
  return getCampaign(ctx, set.id, tx);
}

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

/** @throws DomainError not_found, program_archived, key_exists, validation_error, asset_not_linked. */
export const updateCampaign = (ctx: Ctx, { id, name, key, ...fields }: UpdateCampaign): Promise<CampaignRecord> =>
  change(ctx, id, { name, key }, async (tx, { program_id, campaign }) => {
    const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const terms = termsOf({ ...campaign, ...sent });
    assertCampaignSound(terms, (await loadRuleSurroundings(tx, ctx.organization.id, program_id)).assets);
    return terms;
  });

/** A move that is done already changes nothing. @throws DomainError not_found, program_archived, invalid_status. */
export const moveCampaign = (ctx: Ctx, id: string, move: CampaignMove): Promise<CampaignRecord> =>
  change(ctx, id, {}, (_tx, { campaign }) => Promise.resolve(movedCampaign(campaign, move, ctx.clock.now())));

async function change(
  ctx: Ctx,
  id: string,
  names: Parameters<typeof alterSet>[2],
  termsAfter: (tx: Tx, row: CampaignRow) => Promise<CampaignTerms>,
): Promise<CampaignRecord> {
  const { program_id } = await campaignRow(ctx, id);
  return withTransaction(async (tx) => {
    const started = await beginConfigurationChange(ctx, tx, program_id);
    const row = await campaignRow(ctx, id, tx);
    const set = alterSet(await listRuleSets(tx, started.organizationId, program_id), id, names);
    const terms = await termsAfter(tx, row);
    if (set.name !== row.name || set.key !== row.key || canonicalJson(terms) !== canonicalJson(row.campaign)) {
      await saveRuleSets(tx, started, [{ ...set, campaign: terms }]);
      await bumpConfigurationVersion(tx, started);
    }
    return getCampaign(ctx, id, tx);
  });
}

/** Windows of its rules are not copied: they lie within the one of the original. @throws DomainError not_found, program_archived, validation_error. */
export async function cloneCampaign(ctx: Ctx, tx: Tx, { id, name, ...window }: CloneCampaign): Promise<CampaignRecord> {
  const made = newId();
  await rewrite(ctx, tx, id, async (sets) => {
    const row = await campaignRow(ctx, id, tx);
    const terms = termsOf({ ...row.campaign, starts_at: null, ends_at: null, ...window, status: 'DRAFT' });
    assertCampaignSound(terms, (await loadRuleSurroundings(tx, ctx.organization.id, row.program_id)).assets);
    const rules = (sets.find((set) => set.id === id)?.rules ?? []).map((rule) => {
      const ruleId = newId();
      return { ...rule, id: ruleId, client_ref: ruleId, active_from: null, active_to: null };
    });
    const key = keyFromName(name, new Set(sets.map((set) => set.key)));
    return [...sets, { id: made, client_ref: made, key, name, campaign: terms, rules }];
  });
  return getCampaign(ctx, made, tx);
}

/** Archives the rule set and its rules; what they have given stays. @throws DomainError not_found, program_archived. */
export const deleteCampaign = (ctx: Ctx, id: string): Promise<void> =>
  withTransaction((tx) => rewrite(ctx, tx, id, (sets) => Promise.resolve(sets.filter((set) => set.id !== id))));

/** Changes the sets of the program of a campaign, as one version. */
async function rewrite(ctx: Ctx, tx: Tx, id: string, after: (sets: Configuration) => Promise<Configuration>): Promise<void> {
  const { program_id } = await campaignRow(ctx, id, tx);
  const started = await beginConfigurationChange(ctx, tx, program_id);
  await campaignRow(ctx, id, tx);
  const stored = await configurationRows(ctx, program_id, tx);
  const before = configurationOf(stored);
  const wanted = await after(before);
  await writeConfiguration(tx, started, stored, wanted, diffConfigurations(before, wanted));
}

/** @throws DomainError not_found (the campaign), budget_not_found. */
export async function resetCampaignBudget(ctx: Ctx, id: string, assetId: string): Promise<BudgetState> {
  await campaignRow(ctx, id);
  return withTransaction(async (tx) => {
    const usage = { organizationId: ctx.organization.id, now: ctx.clock.now() };
    await keepFromReturning(tx, ctx.organization.id, { ownerId: id, assetId });
    await clearProgramUsage(tx, usage, { owner: 'CAMPAIGN', ownerId: id, assetId });
    const { budgets } = await getCampaign(ctx, id, tx);
    const reset = budgets.find(({ source }) => source.scope === 'PROGRAM' && source.asset_id === assetId);
    if (!reset)
      throw new DomainError('budget_not_found', 'The campaign has no PROGRAM budget for this asset; add one first.', { param: 'asset_id' });
    return reset;
  });
}

export async function announceDueCampaigns({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const due = await dueCampaigns(organization?.now ?? clock.now(), organization?.id ?? null, limit);
  let performed = 0;
  for (const { id, organization_id: organizationId, program_id: programId, clock_offset_ms } of due) {
    if (signal.aborted) break;
    const now = organization?.now ?? new Date(clock.now().getTime() + clock_offset_ms);
    if (await withTransaction((tx) => announceDueCampaign(tx, { id, organizationId, programId, now }))) performed++;
  }
  return { performed, more: due.length === limit };
}
