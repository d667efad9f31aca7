/** Replaces a program's rules with a wanted configuration, all at once; unchanged rules keep their version. */
import { present } from '@/domain/assert';
import { assertConfigurationSound } from '@/domain/rules/configuration-check';
import {
  diffConfigurations,
  isEmptyDiff,
  type Configuration,
  type ConfigurationDiff,
  type ConfiguredRule,
} from '@/domain/rules/configuration';
import type { ConfigurationRows } from '@/server/db/repositories/rules/rule-configuration-records';
import { bumpConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import { removeRuleSets, saveRuleSets } from '@/server/db/repositories/rules/rule-sets';
import { loadRuleSurroundings } from '@/server/db/repositories/rules/rule-surroundings';
import { insertRule, placeRules, updateRuleRow, type RuleRow } from '@/server/db/repositories/rules/rules';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import type { StartedChange } from './put-configuration';
import { timeOf } from './rules';
import { checkAllExamples, type Overridable } from './examples';
import { configurationOf } from './get-configuration';

/**
 * Writes the differences as one new version; no difference, no version. The examples of all active rules run, changed or not.
 * @param stored the present configuration, read under the program's lock.
 * @throws DomainError validation_error, asset_not_linked, rule_example_failed, and the codes of faults in actions, each with its path in `wanted`.
 */
export async function replaceConfiguration(
  ctx: Ctx,
  tx: Tx,
  started: StartedChange,
  stored: ConfigurationRows,
  wanted: Configuration,
  request: Overridable,
): Promise<ConfigurationDiff> {
  const diff = diffConfigurations(configurationOf(stored), wanted);
  const changed = new Set([...diff.created, ...diff.updated].map((item) => (item.type === 'RULE' ? item.rule.id : item.set.id)));
  assertConfigurationSound(wanted, changed, await loadRuleSurroundings(tx, started.organizationId, started.programId));
  const change = { ...started, ...(await checkAllExamples(ctx, tx, started.programId, wanted, request)) };
  if (!isEmptyDiff(diff)) await writeConfiguration(tx, change, stored, wanted, diff);
  return diff;
}

/** Writes the differences as one new version, without a check of anything. */
export async function writeConfiguration(
  tx: Tx,
  change: StartedChange,
  stored: ConfigurationRows,
  wanted: Configuration,
  diff: ConfigurationDiff,
): Promise<void> {
  await saveRuleSets(
    tx,
    change,
    wanted.map(({ id, client_ref, key, name, campaign }, index) => ({ id, client_ref, key, name, campaign, position: index + 1 })),
  );
  await writeRules(tx, change, stored, wanted, diff);
  await removeRuleSets(
    tx,
    change,
    diff.archived.flatMap((item) => (item.type === 'RULE_SET' ? [item.set.id] : [])),
  );
  await bumpConfigurationVersion(tx, change);
}

async function writeRules(
  tx: Tx,
  change: StartedChange,
  stored: ConfigurationRows,
  wanted: Configuration,
  diff: ConfigurationDiff,
): Promise<void> {
  const { organizationId, now } = change;
  const rows = new Map(stored.sets.flatMap(({ rules }) => rules).map((row) => [row.id, row]));
  const rowOf = ({ id }: ConfiguredRule): RuleRow => present(rows.get(id), 'only stored rules are archived, updated or moved');
  for (const item of diff.archived) {
    if (item.type === 'RULE')
      await updateRuleRow(tx, organizationId, { ...grown(rowOf(item.rule), now), status: 'ARCHIVED', deleted_at: now });
  }
  const altered = new Map(
    [...diff.updated, ...diff.moved].flatMap((item) => (item.type === 'RULE' ? [[item.rule.id, item] as const] : [])),
  );
  for (const { rule } of altered.values()) {
    await updateRuleRow(tx, organizationId, { ...grown(rowOf(rule), now), ...contentOf(rule) });
  }
  for (const item of diff.created) {
    if (item.type === 'RULE') await insertRule(tx, organizationId, newRow(change, item.rule, item.setId, item.to.order));
  }
  await placeRules(
    tx,
    organizationId,
    wanted.flatMap((set) => set.rules.map(({ id }, index) => ({ id, rule_set_id: set.id, position: index + 1 }))),
  );
}

const grown = (row: RuleRow, now: Date): RuleRow => ({ ...row, version: row.version + 1, updated_at: now });

type Content = Omit<ConfiguredRule, 'id' | 'active_from' | 'active_to' | 'actions' | 'budgets' | 'examples'> &
  Pick<RuleRow, 'active_from' | 'active_to' | 'actions' | 'budgets' | 'examples'>;

function contentOf({ id: _id, active_from, active_to, actions, budgets, examples, ...rule }: ConfiguredRule): Content {
  return {
    ...rule,
    actions: [...actions],
    budgets: [...budgets],
    examples: [...examples],
    active_from: timeOf(active_from),
    active_to: timeOf(active_to),
  };
}

const newRow = ({ programId, version, now }: StartedChange, rule: ConfiguredRule, setId: string, order: number): RuleRow => ({
  ...contentOf(rule),
  id: rule.id,
  program_id: programId,
  rule_set_id: setId,
  position: order,
  version: 1,
  rule_configuration_version: version,
  created_at: now,
  updated_at: now,
  deleted_at: null,
});
