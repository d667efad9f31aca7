/** Reads the rule sets of a program: one, or a page at a time. */
import type { ListRuleSets, RuleSetPath } from '@/contract/rule-set';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { findRuleSet, listRuleSetRows, type RuleSetRow } from '@/server/db/repositories/rules/rule-sets';
import { getProgram } from '@/server/services/programs/get-program';

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
