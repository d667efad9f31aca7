/** Tells each change of a set as one sentence before and one after: of a rule, of a rule set, or of an automation. */
import { automationSentence } from '@/domain/automations/automation-sentence';
import { campaignSentence } from '@/domain/campaigns/campaign-sentence';
import type { Configuration } from '@/domain/rules/configuration';
import type { SymbolOf } from '@/domain/rules/sentence/action-words';
import { ruleSentence } from '@/domain/rules/sentence/rule-sentence';
import { automationAfter, changedAutomationFields, timedTrigger, type AutomationContent } from './automations';
import { isOfAutomation, isOfRule, nameOfChange, type DraftedChange } from './change';

interface ToldState {
  readonly name: string;
  /** Null for a rule set, which has none. */
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'PAUSED' | null;
  readonly sentence: string;
}

export interface ToldChange {
  readonly type: DraftedChange['type'];
  readonly id: string;
  readonly name: string;
  readonly before: ToldState | null;
  readonly after: ToldState | null;
  /** The fields of an automation that become different; those of rules and sets are in the difference of the configurations. */
  readonly fields: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}

interface Compared {
  readonly before: Configuration;
  readonly after: Configuration;
  /** Before. */
  readonly automations: ReadonlyMap<string, AutomationContent>;
}

/** In the order of the changes. */
export function tellChanges(changes: readonly DraftedChange[], { before, after, automations }: Compared, symbolOf: SymbolOf): ToldChange[] {
  return changes.map((change) => {
    const told = { type: change.type, id: change.id, name: nameOfChange(change), fields: [] };
    if (isOfAutomation(change)) {
      const was = automations.get(change.id);
      const is = automationAfter(change, was);
      const fields = was && is ? changedAutomationFields(was, is) : [];
      return { ...told, before: was ? automationState(was) : null, after: is && automationState(is), fields };
    }
    const stateIn = isOfRule(change) ? ruleState : setState;
    return { ...told, before: stateIn(before, change.id, symbolOf), after: stateIn(after, change.id, symbolOf) };
  });
}

const automationState = (automation: AutomationContent): ToldState => ({
  name: automation.name,
  status: automation.status,
  sentence: automationSentence({ ...automation, trigger: timedTrigger(automation.trigger) }),
});

function ruleState(configuration: Configuration, id: string, symbolOf: SymbolOf): ToldState | null {
  const rule = configuration.flatMap(({ rules }) => rules).find((one) => one.id === id);
  return rule ? { name: rule.name, status: rule.status, sentence: ruleSentence(rule, symbolOf) } : null;
}

/** `Runs as set 2 of 3, with 4 rules. Its key is “bonus”.`, and the sentence of a campaign. */
function setState(configuration: Configuration, id: string, symbolOf: SymbolOf): ToldState | null {
  const index = configuration.findIndex((one) => one.id === id);
  const set = configuration[index];
  if (!set) return null;
  const rules = set.rules.length === 1 ? '1 rule' : `${set.rules.length === 0 ? 'no' : set.rules.length} rules`;
  const campaign = !set.campaign ? '' : ` As a campaign: ${campaignSentence(set.campaign, symbolOf)}`;
  return {
    name: set.name,
    status: null,
    sentence: `Runs as set ${index + 1} of ${configuration.length}, with ${rules}. Its key is “${set.key}”.${campaign}`,
  };
}
