/** Presents the findings about a draft rule in their wire form. */
import type { RuleValidation } from '@/contract/rule-validation';
import type { Validation } from '@/server/services/rules/validate-rule';
import { presentExampleResult } from './rule-example';
import { presentFinding } from './rule-warning';

export function presentValidation({ faults, findings, examples, sentence, references, enrollments }: Validation): RuleValidation {
  const field = (key: string, dynamic: boolean) => ({ scope: 'event' as const, kind: 'event_field' as const, key, dynamic });
  return {
    valid: faults.length === 0,
    errors: faults.map(({ field: name, message, line, column }) => ({ field: name, message, line, column })),
    warnings: findings.map(presentFinding),
    examples: examples && examples.map(presentExampleResult),
    sentence,
    references: [
      ...references.eventPaths.map((path) => field(path, false)),
      ...references.dynamicEventPaths.map((path) => field(path, true)),
      ...references.state.map(({ scope, kind, key }) => ({ scope, kind, key, dynamic: false })),
      ...enrollments.map((scope) => ({ scope, kind: 'enrollment' as const, key: 'enrolled_at', dynamic: false })),
    ],
  };
}
