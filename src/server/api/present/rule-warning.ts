/** Presents findings about rules in their wire form. */
import type { RuleWarning } from '@/contract/rule-warning';
import type { Finding } from '@/domain/rules/analyse/finding';

export const presentFinding = (finding: Finding): RuleWarning => ({
  client_ref: finding.clientRef,
  code: finding.code,
  key: finding.key,
  kind: finding.kind,
  message: finding.message,
  rule_id: finding.ruleId,
  rule_set_id: finding.ruleSetId,
  scope: finding.scope,
  suggestion: finding.suggestion,
});
