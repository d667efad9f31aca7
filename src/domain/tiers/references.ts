/** Finds out whether a rule refers to a tier: an action sets its levels, or an expression reads it. */
import { ACTION_TYPES, stateSetBy } from '@/domain/rules/actions/catalog';
import { compileCondition } from '@/domain/rules/condition';
import { referencesOf } from '@/domain/rules/references';
import { compileTemplate, templateExpressions } from '@/domain/rules/template';

/** A rule as it is stored. */
export interface StoredRule {
  readonly condition: string;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
}

/** Whether the rule sets or reads the tier with this key. */
export function refersToTier(rule: StoredRule, key: string): boolean {
  if (levelsGiven(rule, key).length > 0) return true;
  const templates = rule.actions.flatMap(textsIn).filter((text) => text.includes('{{'));
  const expressions = [
    compileCondition(rule.condition).expression,
    ...templates.flatMap((text) => templateExpressions(compileTemplate(text, 'text'))),
  ];
  return referencesOf(expressions).state.some((reference) => reference.kind === 'tier' && reference.key === key);
}

/** The levels of the tier that actions of the rule set; null for an action that removes the level. */
export function levelsGiven({ actions }: StoredRule, key: string): (string | null)[] {
  return actions.flatMap(({ type, tier, level }) =>
    TIER_SETTING.includes(type) && tier === key ? [typeof level === 'string' ? level : null] : [],
  );
}

const TIER_SETTING: readonly unknown[] = ACTION_TYPES.filter((type) => stateSetBy(type) === 'tier');

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(textsIn);
}
