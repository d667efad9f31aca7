/** Creates an empty rule set, last in its program's order. */
import type { CreateRuleSet } from '@/contract/rule-set';
import { appendSet } from '@/domain/rules/rule-sets';
import type { Ctx } from '@/server/platform/context';
import { bumpConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import { listRuleSets, saveRuleSets, type RuleSetRow } from '@/server/db/repositories/rules/rule-sets';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { beginConfigurationChange } from './configuration-change';

/** @throws DomainError not_found, program_archived, key_exists. */
export async function createRuleSet(ctx: Ctx, tx: Tx, { id, key, name }: CreateRuleSet): Promise<RuleSetRow> {
  const change = await beginConfigurationChange(ctx, tx, id);
  const set = appendSet(await listRuleSets(tx, change.organizationId, id), { id: newId(), key, name });
  await saveRuleSets(tx, change, [set]);
  const rule_configuration_version = await bumpConfigurationVersion(tx, change);
  return { ...set, program_id: id, rule_configuration_version, created_at: change.now, updated_at: change.now };
}
