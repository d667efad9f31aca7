/** Copies a campaign with its rules as new ones, as a draft whose budgets are unused; and deletes one with its rules. */
import type { CloneCampaign } from '@/contract/campaign';
import { assertCampaignSound } from '@/domain/campaigns/check';
import { keyFromName } from '@/domain/campaigns/key';
import { termsOf } from '@/domain/campaigns/terms';
import { diffConfigurations, type Configuration } from '@/domain/rules/configuration';
import type { Ctx } from '@/server/platform/context';
import { loadRuleSurroundings } from '@/server/db/repositories/rules/rule-surroundings';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { beginConfigurationChange } from '@/server/services/rules/configuration-change';
import { configurationOf, configurationRows } from '@/server/services/rules/get-configuration';
import { writeConfiguration } from '@/server/services/rules/replace-configuration';
import { campaignRow, getCampaign, type CampaignRecord } from './get-campaign';

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
