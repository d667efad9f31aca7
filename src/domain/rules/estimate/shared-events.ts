/** Sums what the rules of a program give together on events that a draft touches, rule by rule. */
import { ZERO, type Amount } from '@/domain/money';
import type { RuleRelation } from '../analyse/relation';
import type { Evaluation, EventOutcome } from '../evaluate';
import type { CompiledRule } from '../rule';
import { creditsIn } from './credits';

/** Amounts by asset. */
type Credits = Map<string, Amount>;

export interface SharingRule {
  readonly rule: Pick<CompiledRule, 'id' | 'name'>;
  readonly relation: RuleRelation;
  /** On how many of the events it matches, too. */
  readonly events: number;
  readonly credits: ReadonlyMap<string, Amount>;
}

export interface SharedEvents {
  /** The events of the draft that were looked at. */
  readonly events: number;
  readonly draft: ReadonlyMap<string, Amount>;
  readonly others: ReadonlyMap<string, Amount>;
  /** Those that share most come first. */
  readonly rules: readonly SharingRule[];
}

const MOST_RULES = 20;

export const EMPTY_SHARE: SharedEvents = { events: 0, draft: new Map(), others: new Map(), rules: [] };

/** @param relations of the other rules to the draft; one that only might match its events is left out unless it does. */
export function shareOf(
  draft: CompiledRule,
  relations: ReadonlyMap<CompiledRule, RuleRelation>,
  outcomes: readonly EventOutcome[],
): SharedEvents {
  const [own, others]: [Credits, Credits] = [new Map(), new Map()];
  const byRule = new Map<string, { events: number; credits: Credits }>();
  for (const { evaluations } of outcomes) {
    for (const evaluation of evaluations.filter(({ status }) => status === 'MATCHED')) {
      const isDraft = evaluation.rule.id === draft.id;
      addCredits(isDraft ? own : others, evaluation);
      if (isDraft) continue;
      const sums = byRule.get(evaluation.rule.id) ?? { events: 0, credits: new Map() };
      byRule.set(evaluation.rule.id, { events: sums.events + 1, credits: addCredits(sums.credits, evaluation) });
    }
  }
  const rules = [...relations].flatMap(([rule, relation]): SharingRule[] => {
    const found = byRule.get(rule.id) ?? { events: 0, credits: new Map() };
    return found.events > 0 || relation !== 'OVERLAPS' ? [{ rule, relation, ...found }] : [];
  });
  return {
    events: outcomes.length,
    draft: own,
    others,
    rules: rules.sort((one, other) => other.events - one.events).slice(0, MOST_RULES),
  };
}

function addCredits(credits: Credits, evaluation: Evaluation): Credits {
  for (const { assetId, amount } of creditsIn(evaluation)) credits.set(assetId, (credits.get(assetId) ?? ZERO).plus(amount));
  return credits;
}
