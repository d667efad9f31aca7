/** Tells of a rule that ended in ERROR for some of the latest events: the events completed, and nobody got what the rule would have given. */
import type { AnalysedRule, Analysis, Observation, AnalysisSurroundings } from './finding';

const ABSENT_FIELD = /event\.(\S+) is absent$/;

export function failureFindings({ ruleId }: AnalysedRule, { surroundings }: Analysis): Observation[] {
  const failures = ruleId === null ? undefined : surroundings.failures.get(ruleId);
  if (ruleId === null || failures === undefined) return [];
  const { failed, evaluated, reason } = failures;
  const [, field] = ABSENT_FIELD.exec(reason) ?? [];
  if (field !== undefined && isNeverObserved(field, surroundings)) return [];
  const remedy = field === undefined ? '' : ' Use `has(…)` to test for a field that some events do not have.';
  return [
    {
      code: 'failing_rule',
      kind: 'rule',
      scope: 'event',
      key: ruleId,
      suggestion: null,
      message: `As saved, the rule ended in ERROR for ${failed} of the latest ${evaluated} events it was evaluated for, and did nothing for them. The latest reason: ${reason}.${remedy}`,
    },
  ];
}

/** A finding of its own says so, and what may have been meant. */
const isNeverObserved = (field: string, { observed }: AnalysisSurroundings): boolean =>
  observed !== null && observed.sampleSize > 0 && !observed.paths.has(field);
