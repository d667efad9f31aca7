/** Deletes an empty rule set; the sets after it move up. */
import type { RuleSetPath } from '@/contract/rule-set';
import { removeSet } from '@/domain/rules/rule-sets';
import type { Ctx } from '@/server/platform/context';
import { bumpConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import { listRuleSets, removeRuleSets, saveRuleSets } from '@/server/db/repositories/rules/rule-sets';
import { countLiveRules } from '@/server/db/repositories/rules/rules';
import { withTransaction } from '@/server/db/transaction';
import { beginConfigurationChange } from './configuration-change';

/** @throws DomainError not_found, program_archived, rule_set_not_empty. */
export function deleteRuleSet(ctx: Ctx, { id, rule_set_id }: RuleSetPath): Promise<void> {
  return withTransaction(async (tx) => {
    const change = await beginConfigurationChange(ctx, tx, id);
    const sets = await listRuleSets(tx, change.organizationId, id);
    const left = removeSet(sets, rule_set_id, await countLiveRules(tx, change.organizationId, rule_set_id));
    await removeRuleSets(tx, change, [rule_set_id]);
    await saveRuleSets(tx, change, left);
    await bumpConfigurationVersion(tx, change);
  });
}
