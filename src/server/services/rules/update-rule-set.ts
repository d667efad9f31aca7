/** Renames a rule set; a change of nothing creates no new version. */
import type { UpdateRuleSet } from '@/contract/rule-set';
import { alterSet } from '@/domain/rules/rule-sets';
import type { Ctx } from '@/server/platform/context';
import { bumpConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import { listRuleSets, saveRuleSets, type RuleSetRow } from '@/server/db/repositories/rules/rule-sets';
import { withTransaction } from '@/server/db/transaction';
import { beginConfigurationChange } from './configuration-change';

/** @throws DomainError not_found, program_archived, key_exists. */
export function updateRuleSet(ctx: Ctx, { id, rule_set_id, ...fields }: UpdateRuleSet): Promise<RuleSetRow> {
  return withTransaction(async (tx) => {
    const change = await beginConfigurationChange(ctx, tx, id);
    const sets = await listRuleSets(tx, change.organizationId, id);
    const altered = alterSet(sets, rule_set_id, fields);
    if (sets.includes(altered)) return altered;
    await saveRuleSets(tx, change, [altered]);
    return { ...altered, rule_configuration_version: await bumpConfigurationVersion(tx, change), updated_at: change.now };
  });
}
