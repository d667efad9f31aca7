/** Finds pairs of active rules that credit the same asset to the same target for one event. */
import type { CompiledRule } from '../rule';
import { nameOf, type AnalysedRule, type Analysis, type Observation } from './finding';
import { Logic } from './logic';

const MAX_PER_RULE = 10;

export function doubleCreditFindings(analysed: AnalysedRule, { rules, surroundings }: Analysis): Observation[] {
  const own = creditsOf(analysed.rule);
  if (own.size === 0) return [];
  const logic = Logic.of(analysed.rule.condition);
  const found: Observation[] = [];
  for (const [index, other] of rules.entries()) {
    if (found.length === MAX_PER_RULE) break;
    if (other === analysed || !overlap(analysed.rule, other.rule) || stops(analysed, other, rules.indexOf(analysed) < index)) continue;
    const shared = [...creditsOf(other.rule)].find(([credit]) => own.has(credit));
    const relation = shared && relationOf(logic, Logic.of(other.rule.condition));
    if (!relation) continue;
    const symbol = surroundings.assets.get(shared[1])?.symbol ?? 'the same asset';
    const message = `${RELATIONS[relation](nameOf(other))}, and both credit ${symbol} to the same target: one event can be rewarded twice.`;
    found.push({ code: 'double_credit', kind: 'rule', scope: 'event', key: other.ruleId ?? other.clientRef, suggestion: null, message });
  }
  return found;
}

const RELATIONS = {
  same: (name: string) => `${name} matches exactly the same events`,
  implies: (name: string) => `${name} matches every event that this rule matches`,
  implied: (name: string) => `This rule matches every event that ${name} matches`,
  type: (name: string) => `${name} is about the same type of event and can match together with this rule`,
} as const;

type Credits = ReadonlyMap<string, string>;
const known = new WeakMap<CompiledRule, Credits>();

/** The assets that an active rule credits, by asset and target. */
function creditsOf(rule: CompiledRule): Credits {
  let credits = known.get(rule);
  if (credits === undefined) {
    const actions = rule.status === 'ACTIVE' ? rule.actions : [];
    credits = new Map(actions.flatMap(({ source }) => (source.type === 'CREDIT' ? [[`${source.asset_id}/${JSON.stringify(source.target)}`, source.asset_id] as const] : [])));
    known.set(rule, credits);
  }
  return credits;
}

/** How two conditions that can be true of one event are related; null when nothing certain connects them. */
function relationOf(own: Logic, other: Logic): keyof typeof RELATIONS | null {
  const [types, otherTypes] = [own.eventTypes, other.eventTypes];
  const sameType = types !== null && otherTypes !== null && [...types].some((type) => otherTypes.has(type));
  if ((types && otherTypes && !sameType) || !own.meets(other)) return null;
  const [implies, implied] = [own.implies(other), other.implies(own)];
  if (implies) return implied ? 'same' : 'implies';
  if (implied) return 'implied';
  return sameType ? 'type' : null;
}

function overlap(one: CompiledRule, other: CompiledRule): boolean {
  return (!one.activeTo || !other.activeFrom || other.activeFrom < one.activeTo) && (!other.activeTo || !one.activeFrom || one.activeFrom < other.activeTo);
}

/** Whether the first of the two ends the set before the second. */
function stops(analysed: AnalysedRule, other: AnalysedRule, isFirst: boolean): boolean {
  return analysed.ruleSetId !== null && analysed.ruleSetId === other.ruleSetId && (isFirst ? analysed : other).rule.stopAfterMatch;
}
