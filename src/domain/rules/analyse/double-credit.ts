/** Finds pairs of active rules that credit the same asset to the same target for one event. */
import { issues } from '../actions/catalog';
import type { CompiledRule } from '../rule';
import { nameOf, type AnalysedRule, type Analysis, type Observation } from './finding';
import { logicOf, runTogether } from './matching';
import { relationOf, type RuleRelation } from './relation';

const MAX_PER_RULE = 10;
/** In a program with very many rules, only the nearest ones are compared. */
const MAX_COMPARED = 300;

export function doubleCreditFindings(analysed: AnalysedRule, { rules, surroundings }: Analysis): Observation[] {
  const own = logicOf(analysed.rule);
  const found: Observation[] = [];
  for (const { other, assetId } of CreditIndex.of(rules).rivalsOf(analysed, surroundings.now)) {
    if (found.length === MAX_PER_RULE) break;
    const others = logicOf(other.rule);
    const relation = relationOf(own, others);
    if (relation === null || (relation === 'OVERLAPS' && !(own.eventTypes && others.eventTypes))) continue;
    const symbol = surroundings.assets.get(assetId)?.symbol ?? 'the same asset';
    const message = `${RELATIONS[relation](nameOf(other))}, and both credit ${symbol} to the same target: one event can be rewarded twice.`;
    found.push({ code: 'double_credit', kind: 'rule', scope: 'event', key: other.ruleId ?? other.clientRef, suggestion: null, message });
  }
  return found;
}

const RELATIONS = {
  SAME: (name: string) => `${name} matches exactly the same events`,
  CONTAINS: (name: string) => `${name} matches every event that this rule matches`,
  CONTAINED: (name: string) => `This rule matches every event that ${name} matches`,
  OVERLAPS: (name: string) => `${name} is about the same type of event and can match together with this rule`,
} as const satisfies Record<RuleRelation, (name: string) => string>;

interface CreditSite {
  readonly rule: AnalysedRule;
  readonly index: number;
}

interface Rival {
  readonly other: AnalysedRule;
  readonly assetId: string;
}

/** Indexes the active rules of a program by what they credit to whom, and by the event types they require. */
class CreditIndex {
  private static readonly known = new WeakMap<Analysis['rules'], CreditIndex>();
  private readonly places = new Map<string, CreditSite[]>();
  private readonly indexes = new Map<AnalysedRule, number>();

  static of(rules: Analysis['rules']): CreditIndex {
    let index = CreditIndex.known.get(rules);
    if (index === undefined) CreditIndex.known.set(rules, (index = new CreditIndex(rules)));
    return index;
  }

  private constructor(rules: Analysis['rules']) {
    for (const [index, rule] of rules.entries()) {
      this.indexes.set(rule, index);
      for (const key of keysOf(rule)) {
        const places = this.places.get(key);
        if (places) places.push({ rule, index });
        else this.places.set(key, [{ rule, index }]);
      }
    }
  }

  /** Rules that credit what this one credits and can be evaluated for the same event from now on; nearest first. */
  rivalsOf(analysed: AnalysedRule, now: Date): Rival[] {
    const own = this.indexes.get(analysed) ?? 0;
    const rivals = new Map<number, Rival>();
    for (const credit of creditsOf(analysed.rule)) {
      for (const { rule: other, index } of this.sharing(credit.key, analysed.rule)) {
        if (other !== analysed && runTogether(analysed.rule, other.rule, now) && !stops(analysed, other, own < index))
          rivals.set(index, { other, assetId: credit.assetId });
      }
    }
    const nearest = [...rivals].sort(([one], [other]) => Math.abs(one - own) - Math.abs(other - own) || one - other);
    return nearest.slice(0, MAX_COMPARED).map(([, rival]) => rival);
  }

  private sharing(credit: string, rule: CompiledRule): CreditSite[] {
    const { eventTypes } = logicOf(rule);
    const kinds = eventTypes ? [...[...eventTypes].map((type) => keyOf(credit, type)), keyOf(credit, null)] : [credit];
    return kinds.flatMap((kind) => this.places.get(kind) ?? []);
  }
}

const keyOf = (credit: string, type: string | null): string => `${credit}/${JSON.stringify(type)}`;

/** Each credit alone, where rules for any event look, and with its event types (null: any), where all other rules look. */
function keysOf({ rule }: AnalysedRule): string[] {
  const { eventTypes } = logicOf(rule);
  return creditsOf(rule).flatMap(({ key }) => [
    key,
    ...(eventTypes ? [...eventTypes].map((type) => keyOf(key, type)) : [keyOf(key, null)]),
  ]);
}

function creditsOf({ status, actions }: CompiledRule): { readonly key: string; readonly assetId: string }[] {
  if (status !== 'ACTIVE') return [];
  const credits = actions.flatMap(({ source }) =>
    issues(source) ? [[`${source.asset_id}/${JSON.stringify(source.target)}`, source.asset_id] as const] : [],
  );
  return [...new Map(credits)].map(([key, assetId]) => ({ key, assetId }));
}

/** Whether the earlier of the two stops their set before the later one. */
function stops(analysed: AnalysedRule, other: AnalysedRule, isFirst: boolean): boolean {
  return analysed.ruleSetId !== null && analysed.ruleSetId === other.ruleSetId && (isFirst ? analysed : other).rule.stopAfterMatch;
}
