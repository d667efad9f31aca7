/** Reads what is live in the terms of change sets, and changes as they are sent. */
import type { SentRuleChange } from '@/contract/change-set';
import type { BaseRule, DefaultSet, RuleContent } from '@/domain/rules/change-sets/change';
import type { SentChange } from '@/domain/rules/change-sets/drafting';
import type { ConfigurationRows } from '@/server/db/repositories/rules/rule-configuration-records';
import { newId } from '@/server/platform/ids';
import { DEFAULT_SET, timeOf } from '@/server/services/rules/create-rule';
import { configurationOf } from '@/server/services/rules/get-configuration';

export const FALLBACK: DefaultSet = { ...DEFAULT_SET, newId };

/** Every rule that is not archived, by id. */
export function baseRules(stored: ConfigurationRows): Map<string, BaseRule> {
  const versions = new Map(stored.sets.flatMap(({ rules }) => rules.map(({ id, version }) => [id, version])));
  return new Map(
    configurationOf(stored).flatMap((set) =>
      set.rules.map((rule, index): [string, BaseRule] => [
        rule.id,
        { version: versions.get(rule.id) ?? 1, rule, rule_set_id: set.id, order: index + 1 },
      ]),
    ),
  );
}

export function sentChange(sent: SentRuleChange): SentChange {
  if (sent.type === 'ARCHIVE_RULE') return { type: sent.type, id: sent.rule_id };
  if (sent.type === 'UPDATE_RULE') {
    const { rule_set_id, order, active_from, active_to, ...fields } = sent.rule;
    const times = { active_from: utc(active_from), active_to: utc(active_to) };
    return { type: sent.type, id: sent.rule_id, rule: given({ ...fields, ...times }), place: { rule_set_id, order } };
  }
  const { rule_set_id, order, active_from, active_to, description, ...fields } = sent.rule;
  return {
    type: sent.type,
    rule: { ...fields, description: description ?? null, active_from: utc(active_from) ?? null, active_to: utc(active_to) ?? null },
    place: { rule_set_id, order },
  };
}

/** Undefined stays so: the field was not sent. */
const utc = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : (timeOf(text)?.toISOString() ?? null);

const given = (fields: { readonly [Field in keyof RuleContent]?: RuleContent[Field] | undefined }): Partial<RuleContent> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
