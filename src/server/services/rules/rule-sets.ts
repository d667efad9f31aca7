/**
 * Creates rule sets, last in their program's order, reads, renames and reorders them, and deletes those that are empty. A change of nothing creates no new
 * version; an order is taken if its version is still the one that the caller knows.
 */
import type { CreateRuleSet, ListRuleSets, OrderRuleSets, RuleSetPath, UpdateRuleSet } from '@/contract/rule-set';
import { DomainError } from '@/domain/errors';
import { assertExpectedVersion } from '@/domain/rules/configuration';
import { alterSet, appendSet, orderSets, removeSet } from '@/domain/rules/rule-sets';
import type { KeysetPage } from '@/server/db/keyset';
import { bumpConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import {
  findRuleSet,
  listRuleSetRows,
  listRuleSets,
  removeRuleSets,
  saveRuleSets,
  type RuleSetRow,
} from '@/server/db/repositories/rules/rule-sets';
import { countLiveRules } from '@/server/db/repositories/rules/rules';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { getProgram } from '@/server/services/programs/programs';
import { beginConfigurationChange } from './put-configuration';

/** @throws DomainError not_found, program_archived, key_exists. */
export async function createRuleSet(ctx: Ctx, tx: Tx, { id, key, name }: CreateRuleSet): Promise<RuleSetRow> {
  const change = await beginConfigurationChange(ctx, tx, id);
  const set = appendSet(await listRuleSets(tx, change.organizationId, id), { id: newId(), key, name });
  await saveRuleSets(tx, change, [set]);
  const rule_configuration_version = await bumpConfigurationVersion(tx, change);
  return { ...set, program_id: id, rule_configuration_version, created_at: change.now, updated_at: change.now };
}

/** @throws DomainError not_found. */
export async function getRuleSet(ctx: Ctx, { id, rule_set_id }: RuleSetPath): Promise<RuleSetRow> {
  const set = await findRuleSet(ctx.organization.id, id, rule_set_id);
  if (!set) throw new DomainError('not_found', 'The program has no such rule set.', { param: 'rule_set_id' });
  return set;
}

/** @throws DomainError not_found. */
export async function listRuleSetPage(ctx: Ctx, query: ListRuleSets): Promise<KeysetPage<RuleSetRow>> {
  await getProgram(ctx, query.id);
  return listRuleSetRows(ctx.organization.id, query);
}

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
