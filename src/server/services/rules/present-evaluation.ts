/** Presents the verdict of a rule on an event, and what the event does or would do, in their wire form. */
import type { z } from 'zod';
import type { RuleEvaluation } from '@/contract/event';
import type { SimulatedEffect as PresentedEffect } from '@/contract/rule-simulation';
import type { SimulatedEffect } from '@/domain/rules/effects';
import type { Evaluation } from '@/domain/rules/evaluate';
import { explainMiss } from '@/domain/rules/explanation';
import type { ToldEvaluation } from '@/domain/rules/kept-evaluation';
import type { SupposedPerson } from '@/domain/rules/simulation';

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

/** @param people by id; who is `fresh` has no id yet. */
export function presentEffect(
  { ruleId, type, target, assetId, bucket, amount, requested, key, value, eventData, dueAt }: SimulatedEffect,
  people: ReadonlyMap<string, Pick<SupposedPerson, 'externalId' | 'fresh'>>,
): z.infer<typeof PresentedEffect> {
  const person = target && people.get(target.id);
  return {
    rule_id: ruleId,
    type,
    target: target && { type: target.type, id: person?.fresh ? null : target.id, external_id: person?.externalId ?? null },
    ...(assetId === undefined ? {} : { asset_id: assetId }),
    ...(bucket === undefined ? {} : { bucket }),
    ...(amount === undefined ? {} : { amount }),
    ...(requested === undefined ? {} : { requested }),
    ...(key === undefined ? {} : { key }),
    ...(value === undefined ? {} : { value }),
    ...(eventData === undefined ? {} : { event_data: eventData }),
    ...(dueAt === undefined ? {} : { due_at: dueAt.toISOString() }),
  };
}
