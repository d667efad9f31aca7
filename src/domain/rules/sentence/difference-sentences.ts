/** Says what the rules of a difference between configurations do, and what those that changed did before. */
import { campaignSentence } from '@/domain/campaigns/campaign-sentence';
import type { ConfigurationFieldChange, ConfiguredItem, ConfiguredRule, ConfiguredSet } from '../configuration';
import type { SymbolOf } from './action-words';
import { ruleSentence } from './rule-sentence';

/** Null for a set that is no campaign. */
export function itemSentence(item: ConfiguredItem, symbolOf: SymbolOf): string | null {
  if (item.type === 'RULE') return ruleSentence(item.rule, symbolOf);
  return item.set.campaign ? campaignSentence(item.set.campaign, symbolOf) : null;
}

/** What the rule or campaign did before these changes; null for a set that was none, and when the words are the same. */
export function sentenceBefore(item: ConfiguredItem, changes: readonly ConfigurationFieldChange[], symbolOf: SymbolOf): string | null {
  const was: ConfiguredItem =
    item.type === 'RULE' ? { ...item, rule: ruleBefore(item.rule, changes) } : { ...item, set: setBefore(item.set, changes) };
  const before = itemSentence(was, symbolOf);
  return before === itemSentence(item, symbolOf) ? null : before;
}

/** The set with what its changes replaced. */
export const setBefore = (set: ConfiguredSet, changes: readonly ConfigurationFieldChange[]): ConfiguredSet => ({
  ...set,
  ...Object.fromEntries(changes.map(({ field, before }) => [field, before])),
});

/** The rule with what its changes replaced. */
export const ruleBefore = (rule: ConfiguredRule, changes: readonly ConfigurationFieldChange[]): ConfiguredRule => ({
  ...rule,
  ...Object.fromEntries(changes.map(({ field, before }) => [field, before])),
});
