/** Rules, rule sets and automations that are live, for the unit tests of change sets. */
import type { BaseRule, BaseRuleSet, LiveState, RuleContent } from '@/domain/change-sets/change';
import type { Configuration, ConfiguredRule } from '@/domain/rules/configuration';
import { PLAIN_CONTENT } from '../rules/plain-rule';

export const content = (name: string, more: Partial<RuleContent> = {}): RuleContent => ({
  name,
  ...PLAIN_CONTENT,
  ...more,
});
export const rule = (id: string, more: Partial<RuleContent> = {}): ConfiguredRule => ({
  id,
  client_ref: `ref-${id}`,
  ...content(id, more),
});
export const set = (id: string, ...ids: readonly string[]) => ({
  id,
  client_ref: id,
  key: id,
  name: id,
  rules: ids.map((one) => rule(one)),
});

let made = 0;
export const newId = () => `new-${(made += 1)}`;
export const FALLBACK = { key: 'default', name: 'Default', newId };

export const liveIn = (configuration: Configuration, automations: LiveState['automations'] = new Map()): LiveState => ({
  rules: new Map(
    configuration.flatMap(({ id: rule_set_id, rules }) =>
      rules.map((one, index): [string, BaseRule] => [one.id, { version: 1, rule: one, rule_set_id, order: index + 1 }]),
    ),
  ),
  sets: new Map(
    configuration.map(({ id, client_ref, key, name }, index): [string, BaseRuleSet] => [
      id,
      { set: { client_ref, key, name }, order: index + 1 },
    ]),
  ),
  automations,
});
