/** Says what the rules of a difference between configurations do, and what those that changed did before. */
import type { ConfigurationFieldChange, ConfiguredItem, ConfiguredRule } from '../configuration';
import type { SymbolOf } from './action-words';
import { ruleSentence } from './rule-sentence';

/** Null for a set. */
export const itemSentence = (item: ConfiguredItem, symbolOf: SymbolOf): string | null =>
  item.type === 'RULE' ? ruleSentence(item.rule, symbolOf) : null;

/** What the rule did before these changes; null for a set, and when the words are the same. */
export function sentenceBefore(item: ConfiguredItem, changes: readonly ConfigurationFieldChange[], symbolOf: SymbolOf): string | null {
  if (item.type !== 'RULE') return null;
  const before = ruleSentence(ruleBefore(item.rule, changes), symbolOf);
  return before === ruleSentence(item.rule, symbolOf) ? null : before;
}

/** The rule with what its changes replaced. */
export const ruleBefore = (rule: ConfiguredRule, changes: readonly ConfigurationFieldChange[]): ConfiguredRule => ({
  ...rule,
  ...Object.fromEntries(changes.map(({ field, before }) => [field, before])),
});
