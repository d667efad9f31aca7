/** Presents rule configurations, their differences and their history in their wire form. */
import type { RuleConfigurationResource, RuleConfigurationChange, RuleConfigurationDiff } from '@/contract/rule-configuration';
import type { RuleConfigurationVersion, RuleConfigurationVersionDetail } from '@/contract/rule-configuration-version';
import { campaignSentence } from '@/domain/campaigns/campaign-sentence';
import type { ConfigurationDiff, ConfiguredItem, RulePosition } from '@/domain/rules/configuration';
import type { SymbolOf } from '@/domain/rules/sentence/action-words';
import { itemSentence, sentenceBefore } from '@/domain/rules/sentence/difference-sentences';
import { ruleSentence } from '@/domain/rules/sentence/rule-sentence';
import type { ConfigurationVersionRow } from '@/server/db/repositories/rules/rule-configuration-versions';
import type { ConfigurationVersion } from '@/server/services/rules/configuration-versions';
import { liveStatus, type ConfigurationRecord } from '@/server/services/rules/get-configuration';
import type { ConfigurationOutcome } from '@/server/services/rules/put-configuration';
import { presentTerms } from './campaign';
import { presentFinding, presentRule, presentRuleSet } from './rule';
import { presentTime } from './time';

export function presentConfiguration({ programId, version, sets }: ConfigurationRecord): RuleConfigurationResource {
  return {
    program_id: programId,
    rule_configuration_version: version,
    rule_sets: sets.map(({ row, rules }) => ({
      ...presentRuleSet(row),
      client_ref: row.client_ref,
      rules: rules.map((record) => ({ ...presentRule(record), status: liveStatus(record.row), client_ref: record.row.client_ref })),
    })),
  };
}

const NONE: ReadonlyMap<string, string> = new Map();

/** @param restored for each new rule or set, the archived id that it brings back. */
export function presentDiff(diff: ConfigurationDiff, symbolOf: SymbolOf, restored = NONE): RuleConfigurationDiff {
  const presentItem = (item: ConfiguredItem) => ({ ...nameOf(item), sentence: itemSentence(item, symbolOf) });
  return {
    created: diff.created.map((item) => ({
      ...presentItem(item),
      to: presentPosition(item.to),
      restores_id: restored.get(nameOf(item).id) ?? null,
    })),
    updated: diff.updated.map((item) => ({
      ...presentItem(item),
      sentence_before: sentenceBefore(item, item.changes, symbolOf),
      changes: item.changes.map((change) => ({ ...change })),
    })),
    archived: diff.archived.map((item) => ({ ...presentItem(item), from: presentPosition(item.from) })),
    moved: diff.moved.map((item) => ({ ...presentItem(item), from: presentPosition(item.from), to: presentPosition(item.to) })),
  };
}

function nameOf(item: ConfiguredItem) {
  const { id, client_ref, name } = item.type === 'RULE' ? item.rule : item.set;
  return { resource_type: item.type, id, client_ref, name };
}

const presentPosition = ({ setId, order }: RulePosition) => ({ rule_set_id: setId, order });

export const presentOutcome = ({
  configuration,
  diff,
  restored,
  findings,
  parts,
  symbolOf,
}: ConfigurationOutcome): RuleConfigurationChange => ({
  configuration: presentConfiguration(configuration),
  diff: presentDiff(diff, symbolOf, restored),
  parts: parts.map(({ sentenceBefore, changes, ...part }) => ({
    ...part,
    sentence_before: sentenceBefore,
    changes: changes.map((change) => ({ ...change })),
  })),
  warnings: findings.map(presentFinding),
});

export function presentConfigurationVersion(row: ConfigurationVersionRow): RuleConfigurationVersion {
  return {
    program_id: row.program_id,
    rule_configuration_version: row.version,
    rule_set_count: row.rule_set_count,
    rule_count: row.rule_count,
    restored_version: row.restored_version,
    example_override_reason: row.example_override_reason,
    api_key_id: row.api_key_id,
    user_id: row.user_id,
    on_behalf_of: row.on_behalf_of,
    created_at: presentTime(row.created_at),
  };
}

export function presentVersionDetail({ row, content, diff, symbolOf }: ConfigurationVersion): RuleConfigurationVersionDetail {
  return {
    ...presentConfigurationVersion(row),
    rule_sets: content.map((set) => ({
      ...set,
      campaign: set.campaign ? { ...presentTerms(set.campaign), sentence: campaignSentence(set.campaign, symbolOf) } : null,
      rules: set.rules.map((rule) => ({
        ...rule,
        sentence: ruleSentence(rule, symbolOf),
        actions: rule.actions.map((action) => ({ ...action })),
        budgets: rule.budgets.map((budget) => ({ ...budget })),
        examples: [...rule.examples],
      })),
    })),
    diff: diff && presentDiff(diff, symbolOf),
  };
}
