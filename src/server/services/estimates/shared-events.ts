/** Tries a draft together with the other rules of its program on events that it touches: which of them match these, too, and what they give. */
import { Logic } from '@/domain/rules/analyse/logic';
import { relationOf, type RuleRelation } from '@/domain/rules/analyse/relation';
import { EMPTY_SHARE, shareOf, type SharedEvents } from '@/domain/rules/estimate/shared-events';
import { configurationOf, type CompiledRule } from '@/domain/rules/rule';
import type { PastEvent } from '@/server/db/repositories/rules/past-events';
import { sceneScopeOf, type DraftedRule } from './draft';
import { tryEvents, type Deadline } from './try-events';

/** How often a rule is run on an event at most, all rules together. */
const MOST_RUNS = 20_000;

export async function sharedEvents(draft: DraftedRule, touched: readonly PastEvent[], isLate: Deadline): Promise<SharedEvents> {
  const { draft: own, together } = draft.trial;
  const logic = Logic.of(own.condition);
  const relations = new Map(
    together.rules.flatMap((rule): [CompiledRule, RuleRelation][] => {
      const relation = rule === own ? null : relationOf(logic, Logic.of(rule.condition));
      return relation === null ? [] : [[rule, relation]];
    }),
  );
  if (relations.size === 0) return EMPTY_SHARE;
  const configuration = configurationOf(
    together.version,
    together.rules.filter((rule) => rule === own || relations.has(rule)),
  );
  const events = touched.slice(0, Math.max(1, Math.floor(MOST_RUNS / configuration.rules.length)));
  const outcomes = [];
  for await (const { outcome } of tryEvents({ scope: sceneScopeOf(draft), configuration, isLate }, events))
    if (outcome) outcomes.push(outcome);
  return shareOf(own, relations, outcomes);
}
