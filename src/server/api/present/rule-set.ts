/** Presents rule sets in their wire form. */
import type { RuleSet } from '@/contract/rule-set';
import type { RuleSetRow } from '@/server/db/repositories/rules/rule-sets';
import { presentTerms } from './campaign-terms';
import { presentTime } from './time';

export function presentRuleSet(row: RuleSetRow): RuleSet {
  return {
    id: row.id,
    program_id: row.program_id,
    key: row.key,
    name: row.name,
    campaign: row.campaign && presentTerms(row.campaign),
    order: row.position,
    rule_configuration_version: row.rule_configuration_version,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
  };
}
