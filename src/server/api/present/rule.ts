/** Presents rules in their wire form. */
import type { Rule } from '@/contract/rule';
import type { RuleRecord } from '@/server/services/rules/rules';
import { presentBudget } from './budget';
import { presentFinding } from './rule-warning';
import { presentTime } from './time';

export function presentRule({ row, budgets, sentence, findings }: RuleRecord): Rule {
  return {
    id: row.id,
    program_id: row.program_id,
    rule_set_id: row.rule_set_id,
    name: row.name,
    description: row.description,
    sentence,
    condition: row.condition,
    actions: row.actions,
    active_from: presentTime(row.active_from),
    active_to: presentTime(row.active_to),
    budgets: budgets.map(presentBudget),
    order: row.position,
    status: row.status,
    stop_after_match: row.stop_after_match,
    examples: row.examples,
    version: row.version,
    rule_configuration_version: row.rule_configuration_version,
    ...(findings && { warnings: findings.map(presentFinding) }),
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    deleted_at: presentTime(row.deleted_at),
  };
}
