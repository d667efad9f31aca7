/** Presents a rule's verdict in its wire form, in which it is stored with the event. */
import type { StoredEvaluation } from '@/contract/event';
import type { Evaluation } from '@/domain/rules/evaluate';

/** The actions of a failed event posted nothing, so they are left out. */
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
