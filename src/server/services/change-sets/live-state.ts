/** Reads what is live in the terms of change sets, and changes as they are sent. */
import type { SentProgramChange } from '@/contract/change-set';
import type { AutomationSettings } from '@/domain/automations/machine';
import type { DefaultSet } from '@/domain/change-sets/apply';
import type { AutomationContent } from '@/domain/change-sets/automations';
import { termsOf } from '@/domain/campaigns/terms';
import type { BaseRule, BaseRuleSet, LiveState, RuleContent, RuleSetContent } from '@/domain/change-sets/change';
import type { SentChange } from '@/domain/change-sets/drafting';
import { namesIn } from '@/domain/fields';
import { loadProgramAutomations } from '@/server/db/repositories/automations/automations';
import type { ConfigurationRows } from '@/server/db/repositories/rules/rule-configuration-records';
import { autocommit, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { keptTrigger } from '@/server/services/automations/automations';
import { DEFAULT_SET, timeOf } from '@/server/services/rules/rules';
import { configurationOf, configurationRows } from '@/server/services/rules/get-configuration';

export const FALLBACK: DefaultSet = { ...DEFAULT_SET, newId };

/** @throws DomainError not_found (program). */
export async function liveState(
  ctx: Ctx,
  programId: string,
  tx: Pick<Tx, 'query'> = autocommit,
): Promise<LiveState & { readonly stored: ConfigurationRows }> {
  const stored = await configurationRows(ctx, programId, tx);
  const automations = await loadProgramAutomations(tx, ctx.organization.id, programId);
  return {
    stored,
    rules: baseRules(stored),
    sets: new Map(
      stored.sets.map(({ id, client_ref, key, name, campaign }, index): [string, BaseRuleSet] => [
        id,
        { set: { client_ref, key, name, campaign }, order: index + 1 },
      ]),
    ),
    automations: new Map(
      automations.flatMap((row): [string, AutomationContent][] =>
        row.status === 'ACTIVE' || row.status === 'PAUSED' ? [[row.id, { ...contentOf(row), status: row.status }]] : [],
      ),
    ),
  };
}

const contentOf = ({
  name,
  description,
  trigger,
  scope,
  participant_filter,
  guard_condition,
  campaign_id = null,
  event,
}: AutomationSettings): Omit<AutomationContent, 'status'> => ({
  name,
  description,
  trigger: { ...trigger, run_at: trigger.run_at?.toISOString() ?? null },
  scope,
  participant_filter,
  guard_condition,
  campaign_id,
  event,
});

/** Every rule that is not archived, by id. */
function baseRules(stored: ConfigurationRows): Map<string, BaseRule> {
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

export function sentChange(sent: SentProgramChange): SentChange {
  switch (sent.type) {
    case 'ARCHIVE_RULE':
    case 'DELETE_RULE_SET':
    case 'ARCHIVE_AUTOMATION':
      return sent;
    case 'UPDATE_RULE': {
      const { rule_set_id, order, active_from, active_to, ...fields } = sent.rule;
      const times = { active_from: utc(active_from), active_to: utc(active_to) };
      return { type: sent.type, id: sent.id, rule: given<RuleContent>({ ...fields, ...times }), place: { rule_set_id, order } };
    }
    case 'CREATE_RULE': {
      const { rule_set_id, order, active_from, active_to, description, ...fields } = sent.rule;
      return {
        type: sent.type,
        rule: { ...fields, description: description ?? null, active_from: utc(active_from) ?? null, active_to: utc(active_to) ?? null },
        place: { rule_set_id, order },
      };
    }
    case 'CREATE_RULE_SET': {
      const { order, campaign, ...set } = sent.rule_set;
      return { type: sent.type, set: { ...set, campaign: campaign ? termsOf(campaign) : null }, order: order ?? null };
    }
    case 'UPDATE_RULE_SET': {
      const { order, campaign, ...set } = sent.rule_set;
      const terms = campaign && termsOf(campaign);
      return { type: sent.type, id: sent.id, set: given<RuleSetContent>({ ...set, campaign: terms }), order };
    }
    case 'CREATE_AUTOMATION': {
      const { status, trigger, description, participant_filter, guard_condition, campaign_id, ...fields } = sent.automation;
      const texts = {
        description: description ?? null,
        participant_filter: participant_filter ?? null,
        guard_condition: guard_condition ?? null,
        campaign_id: campaign_id ?? null,
      };
      return { type: sent.type, automation: { ...contentOf({ ...fields, ...texts, trigger: keptTrigger(trigger) }), status } };
    }
    case 'UPDATE_AUTOMATION': {
      const { trigger, ...fields } = sent.automation;
      const kept = trigger && keptTrigger(trigger);
      const times = kept && { trigger: { ...kept, run_at: kept.run_at?.toISOString() ?? null } };
      return { type: sent.type, id: sent.id, automation: given<AutomationContent>({ ...fields, ...times }) };
    }
  }
}

/** Undefined stays so: the field was not sent. */
const utc = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : (timeOf(text)?.toISOString() ?? null);

type Sent<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | undefined };

/** The fields that were sent. */
const given = <Fields extends object>(fields: Sent<Fields>): Partial<Fields> =>
  Object.fromEntries(namesIn(fields).flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))) as Partial<Fields>; // only undefined ones are left out
