/** Presents the verdict of a rule on an event in its wire form: as it is kept, or as it would be. */
import type { RuleEvaluation } from '@/contract/event';
import type { Evaluation } from '@/domain/rules/evaluate';
import { explainMiss } from '@/domain/rules/explanation';
import type { ToldEvaluation } from '@/domain/rules/kept-evaluation';

const explanationOf = ({ status, trace }: Pick<ToldEvaluation, 'status' | 'trace'>): string | null =>
  status === 'NOT_MATCHED' ? explainMiss(trace) : null;

export const presentEvaluation = (evaluation: ToldEvaluation): RuleEvaluation => ({
  ...evaluation,
  trace: [...evaluation.trace],
  actions: [...evaluation.actions],
  explanation: explanationOf(evaluation),
});

/** Without the ids of anything that is not made. */
export const presentTrial = ({ rule, status, reason, trace, actions }: Evaluation) => ({
  rule_id: rule.id,
  rule_set_id: rule.ruleSetId,
  rule_name: rule.name,
  rule_version: rule.version,
  status,
  reason,
  explanation: explanationOf({ status, trace }),
  trace: [...trace],
  actions: actions.map(({ journal_entry_id: _entry, event_id: _event, broadcast_id: _broadcast, ...action }) => action),
});
