/** Builds the trial of a rule draft: alone, or in its place among the program's other rules. */
import type { ConfigurationDraft, RuleConfigurationResource } from '@/contract/rule-configuration';
import { fieldsOf, type RuleFormDraft } from './rule-draft';

/** The trial's reference for an unsaved draft. */
const DRAFT_REF = 'draft';
/** The rule set used when none is chosen. */
const DEFAULT_SET = { key: 'default', name: 'Default' };

type RuleSets = RuleConfigurationResource['rule_sets'];

/**
 * @param ruleId of the edited rule; its budgets continue from what it has given.
 * @param others the rules to try it among; null to try it alone.
 */
export function trialOf(draft: RuleFormDraft, ruleId: string | undefined, others: RuleSets | null): ConfigurationDraft {
  const identity = ruleId === undefined ? { client_ref: DRAFT_REF } : { id: ruleId };
  const tried = { ...fieldsOf(draft), ...identity, name: draft.name.trim() || 'The draft', status: 'ACTIVE' as const };
  if (!others) return { rule_sets: [{ ...DEFAULT_SET, rules: [tried] }] };
  if (ruleId !== undefined)
    return { rule_sets: others.map((set) => ({ ...set, rules: set.rules.map((rule) => (rule.id === ruleId ? tried : rule)) })) };
  const isHome = ({ id, key }: RuleSets[number]) => (draft.rule_set_id ? id === draft.rule_set_id : key === DEFAULT_SET.key);
  if (!others.some(isHome)) return { rule_sets: [...others, { ...DEFAULT_SET, rules: [tried] }] };
  return { rule_sets: others.map((set) => (isHome(set) ? { ...set, rules: [...set.rules, tried] } : set)) };
}
