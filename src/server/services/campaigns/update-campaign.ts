/** Changes the terms of a campaign, or moves it from one status to another; a change of nothing creates no new version. */
import type { UpdateCampaign } from '@/contract/campaign';
import { canonicalJson } from '@/domain/canonical-json';
import { assertCampaignSound } from '@/domain/campaigns/check';
import { movedCampaign, type CampaignMove } from '@/domain/campaigns/machine';
import { termsOf, type CampaignTerms } from '@/domain/campaigns/terms';
import { alterSet } from '@/domain/rules/rule-sets';
import type { Ctx } from '@/server/platform/context';
import type { CampaignRow } from '@/server/db/repositories/rules/campaigns';
import { bumpConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import { listRuleSets, saveRuleSets } from '@/server/db/repositories/rules/rule-sets';
import { loadRuleSurroundings } from '@/server/db/repositories/rules/rule-surroundings';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { beginConfigurationChange } from '@/server/services/rules/configuration-change';
import { campaignRow, getCampaign, type CampaignRecord } from './get-campaign';

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
