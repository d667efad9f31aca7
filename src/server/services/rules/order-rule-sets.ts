/** Reorders all rule sets of a program at once, if its version is still the one that the caller knows. */
import type { OrderRuleSets } from '@/contract/rule-set';
import { assertExpectedVersion } from '@/domain/rules/configuration';
import { orderSets } from '@/domain/rules/rule-sets';
import type { Ctx } from '@/server/platform/context';
import { bumpConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import { listRuleSets, saveRuleSets, type RuleSetRow } from '@/server/db/repositories/rules/rule-sets';
import { withTransaction } from '@/server/db/transaction';
import { beginConfigurationChange } from './configuration-change';

interface OrderedRuleSets {
  readonly version: number;
  readonly sets: readonly RuleSetRow[];
}

/** @throws DomainError not_found, program_archived, rule_configuration_version_conflict, unprocessable (not every set exactly once). */
export function orderRuleSets(ctx: Ctx, command: OrderRuleSets): Promise<OrderedRuleSets> {
  return withTransaction(async (tx) => {
    const change = await beginConfigurationChange(ctx, tx, command.id);
    assertExpectedVersion(change.version, command.expected_rule_configuration_version);
    const sets = orderSets(await listRuleSets(tx, change.organizationId, command.id), command.rule_set_ids);
    await saveRuleSets(tx, change, sets);
    const version = await bumpConfigurationVersion(tx, change);
    return { version, sets: await listRuleSets(tx, change.organizationId, command.id) };
  });
}
