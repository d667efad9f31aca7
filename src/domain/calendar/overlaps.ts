/** Finds rules that are active at the same time and can match the same event, when at least one of them is so only for a time. */
import { Logic } from '../rules/analyse/logic';
import { relationOf, type RuleRelation } from '../rules/analyse/relation';
import type { CompiledCondition } from '../rules/condition';
import { CALENDAR_OVERLAPS_MAX } from './bounds';
import { intersects, type TimeSpan } from './days';
import { quoted, type CalendarFrame, type LeftOut } from './item';
import { windowOf, type DatedRule } from './windows';

/** In a program with more such rules, only the first are compared. */
const COMPARED_MAX = 150;

export interface OverlappingRule extends DatedRule {
  readonly condition: CompiledCondition;
}

export interface WindowOverlap extends TimeSpan {
  readonly rules: readonly [DatedRule, DatedRule];
  readonly relation: RuleRelation;
  /** The values of `event.type` that both match; null if either may match any. */
  readonly eventTypes: readonly string[] | null;
  readonly sentence: string;
}

export function overlapsOf(frame: CalendarFrame, rules: readonly OverlappingRule[]): { overlaps: WindowOverlap[]; leftOut: LeftOut[] } {
  const active = rules.filter((rule) => rule.status === 'ACTIVE' && intersects(windowOf(rule), frame.from, frame.to));
  const compared = active.slice(0, COMPARED_MAX);
  const found = compared.flatMap((one, index) => compared.slice(index + 1).flatMap((other) => overlapOf(frame, one, other) ?? []));
  const more = found.length - CALENDAR_OVERLAPS_MAX;
  const isCut = active.length > COMPARED_MAX;
  const leftOut: LeftOut[] = more > 0 || isCut ? [{ kind: 'OVERLAP', count: Math.max(0, more), atLeast: isCut }] : [];
  return { overlaps: found.slice(0, CALENDAR_OVERLAPS_MAX), leftOut };
}

function overlapOf(frame: CalendarFrame, one: OverlappingRule, other: OverlappingRule): WindowOverlap | null {
  const span = shared(windowOf(one), windowOf(other));
  if (span === null || (span.from === null && span.to === null) || !intersects(span, frame.from, frame.to)) return null;
  const [own, others] = [Logic.of(one.condition), Logic.of(other.condition)];
  const relation = relationOf(own, others);
  // Whether two rules that name no type meet on an event, nobody can tell.
  if (relation === null || (relation === 'OVERLAPS' && !(own.eventTypes && others.eventTypes))) return null;
  const eventTypes = sharedTypes(own.eventTypes, others.eventTypes);
  const what = WORDS[relation](one.name, other.name, eventTypes);
  const sentence = `${quoted(one.name)} and ${quoted(other.name)} are both active ${frame.words.period(span)}; ${what}.`;
  return { rules: [one, other], relation, eventTypes, ...span, sentence };
}

/** The time that two windows have in common; null for none. */
function shared(one: TimeSpan, other: TimeSpan): TimeSpan | null {
  const from = one.from === null || (other.from !== null && other.from > one.from) ? other.from : one.from;
  const to = one.to === null || (other.to !== null && other.to < one.to) ? other.to : one.to;
  return from !== null && to !== null && from >= to ? null : { from, to };
}

function sharedTypes(one: ReadonlySet<string> | null, other: ReadonlySet<string> | null): readonly string[] | null {
  if (one === null || other === null) return one === null ? other && [...other] : [...one];
  return [...one].filter((type) => other.has(type));
}

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const typeWords = (types: readonly string[] | null): string => (types === null ? '' : ` of type ${list.format(types.map(quoted))}`);

const WORDS: Record<RuleRelation, (one: string, other: string, types: readonly string[] | null) => string> = {
  SAME: (_, __, types) => `they match the same events${typeWords(types)}`,
  CONTAINS: (one, other, types) => `every event${typeWords(types)} that matches ${quoted(one)} matches ${quoted(other)}, too`,
  CONTAINED: (one, other, types) => `every event${typeWords(types)} that matches ${quoted(other)} matches ${quoted(one)}, too`,
  OVERLAPS: (_, __, types) => `one event${typeWords(types)} can match both`,
};
