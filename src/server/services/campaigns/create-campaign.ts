/** Creates a campaign: a rule set with terms, last in its program's order and without rules. */
import type { CreateCampaign } from '@/contract/campaign';
import { assertCampaignSound } from '@/domain/campaigns/check';
import { keyFromName } from '@/domain/campaigns/key';
import { termsOf } from '@/domain/campaigns/terms';
import { appendSet } from '@/domain/rules/rule-sets';
import type { Ctx } from '@/server/platform/context';
import { bumpConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import { listRuleSets, saveRuleSets } from '@/server/db/repositories/rules/rule-sets';
import { loadRuleSurroundings } from '@/server/db/repositories/rules/rule-surroundings';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { beginConfigurationChange } from '@/server/services/rules/configuration-change';
import { getCampaign, type CampaignRecord } from './get-campaign';

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
