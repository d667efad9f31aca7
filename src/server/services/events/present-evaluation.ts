/** The wire form of a rule's verdict, as it is stored with the event. */
import type { StoredEvaluation } from '@/contract/event';
import type { Evaluation } from '@/domain/rules/evaluate';

/** Actions of an event that failed posted nothing, so they are left out. */
export function presentEvaluation(evaluation: Evaluation, eventFailed: boolean): StoredEvaluation {
  return {
    rule_id: evaluation.rule.id,
    rule_set_id: evaluation.rule.ruleSetId,
    rule_name: evaluation.rule.name,
    rule_version: evaluation.rule.version,
    status: evaluation.status,
    reason: evaluation.reason,
    trace: [...evaluation.trace],
    actions: eventFailed ? [] : [...evaluation.actions],
  };
}
