/** Reads the organization's rules: one, or a page at a time. */
import type { ListRules } from '@/contract/rule';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { findRule, listRuleRows, type RuleRow } from '@/server/db/repositories/rules/rules';

/** @throws DomainError not_found. */
export async function getRule(ctx: Ctx, id: string, param = 'id'): Promise<RuleRow> {
  const rule = await findRule(ctx.organization.id, id);
  if (!rule) throw new DomainError('not_found', 'There is no such rule in your organization.', { param });
  return rule;
}

export const listRules = (ctx: Ctx, query: ListRules): Promise<KeysetPage<RuleRow>> => listRuleRows(ctx.organization.id, query);
