/** Reads a configuration as sent, and writes one as a document that means the same in every organization. */
import type { ConfigurationRuleSets, PortableRuleConfiguration } from '@/contract/rule-configuration';
import { DomainError, type FieldError } from '@/domain/errors';
import type { ActionSource } from '@/domain/rules/actions/catalog';
import { withAssetId, withAssetSymbol } from '@/domain/rules/asset-names';
import { termsOf } from '@/domain/campaigns/terms';
import { storedTime } from '@/domain/timestamp';
import type { BudgetSource } from '@/domain/rules/budget';
import type { Configuration } from '@/domain/rules/configuration';
import { nameConfiguration, type NamedRule, type NamedSet } from '@/domain/rules/configuration-names';
import { newId } from '@/server/platform/ids';

type SentRule = ConfigurationRuleSets[number]['rules'][number];

/**
 * @param current the configuration in which the document's references are resolved.
 * @param assets the program's linked assets.
 * @throws DomainError validation_error listing every fault, asset_not_linked for a symbol of no linked asset.
 */
export function readDocument(
  sent: ConfigurationRuleSets,
  current: Configuration,
  assets: Iterable<{ readonly id: string; readonly symbol: string }>,
): Configuration {
  const ids = new Map(Array.from(assets, ({ id, symbol }) => [symbol, id]));
  const document = sent.map((set, i): NamedSet => ({
    id: set.id,
    client_ref: set.client_ref,
    key: set.key,
    name: set.name,
    campaign:
      set.campaign && termsOf({ ...set.campaign, budgets: readBudgets(set.campaign.budgets, `rule_sets[${i}].campaign.budgets`, ids) }),
    rules: set.rules.map((rule, j) => readRule(rule, `rule_sets[${i}].rules[${j}]`, ids)),
  }));
  return nameConfiguration(document, current, newId);
}

function readRule(sent: SentRule, path: string, ids: ReadonlyMap<string, string>): NamedRule {
  return {
    id: sent.id,
    client_ref: sent.client_ref,
    name: sent.name,
    description: sent.description ?? null,
    condition: sent.condition,
    actions: sent.actions.map((action, index) => known(withAssetId<ActionSource>(action, ids), `${path}.actions[${index}].asset`)),
    budgets: readBudgets(sent.budgets, `${path}.budgets`, ids),
    active_from: storedTime(sent.active_from),
    active_to: storedTime(sent.active_to),
    status: sent.status,
    stop_after_match: sent.stop_after_match,
    examples: sent.examples,
  };
}

function readBudgets(sent: SentRule['budgets'], path: string, ids: ReadonlyMap<string, string>): BudgetSource[] {
  const budgets = sent.map(({ consumed: _consumed, next_reset_at: _next, sentence: _sentence, ...budget }, index) =>
    known(withAssetId<BudgetSource>(budget, ids), `${path}[${index}].asset`),
  );
  assertNoTwins(budgets, path);
  return budgets;
}

function known<Source>(source: Source | null, param: string): Source {
  if (source === null)
    throw new DomainError('asset_not_linked', 'The program has no linked asset with this symbol; link it first.', { param });
  return source;
}

/** Two budgets can be for the same asset, one naming it by id and the other by symbol. */
function assertNoTwins(budgets: readonly BudgetSource[], path: string): void {
  const index = budgets.findIndex(
    (budget, later) => budgets.findIndex(({ asset_id, scope }) => asset_id === budget.asset_id && scope === budget.scope) < later,
  );
  if (index < 0) return;
  const fault: FieldError = {
    field: `${path}[${index}].scope`,
    message: 'There is a budget of this scope for the asset already; keep one of them.',
    reason: 'duplicate',
  };
  throw new DomainError('validation_error', `\`${fault.field}\`: ${fault.message}`, { param: fault.field, fields: [fault] });
}

/** @param assets those that the configuration names; a missing one is written by id. */
export function writeDocument(
  configuration: Configuration,
  assets: Iterable<{ readonly id: string; readonly symbol: string }>,
): Pick<PortableRuleConfiguration, 'rule_sets'> {
  const symbols = new Map(Array.from(assets, ({ id, symbol }) => [id, symbol]));
  return {
    rule_sets: configuration.map(({ client_ref, key, name, campaign, rules }) => ({
      client_ref,
      key,
      name,
      ...(campaign ? { campaign: { ...campaign, budgets: campaign.budgets.map((budget) => withAssetSymbol(budget, symbols)) } } : {}),
      rules: rules.map(({ id: _id, actions, budgets, examples, ...rule }) => ({
        ...rule,
        examples: [...examples],
        actions: actions.map((action) => withAssetSymbol(action, symbols)),
        budgets: budgets.map((budget) => withAssetSymbol(budget, symbols)),
      })),
    })),
  };
}

/** The assets that a configuration names. */
export function assetIdsIn(configuration: Configuration): string[] {
  const rules = configuration.flatMap((set) => set.rules);
  const named = [
    ...rules.flatMap(({ actions, budgets }) => [...actions, ...budgets]),
    ...configuration.flatMap(({ campaign }) => campaign?.budgets ?? []),
  ];
  return [...new Set(named.flatMap((item) => ('asset_id' in item ? [item.asset_id] : [])))];
}
