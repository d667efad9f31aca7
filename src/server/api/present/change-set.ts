/** Presents change sets, what they change and what that costs in their wire form. */
import type { ChangeSet, ChangeSetDiff, ChangeSetSummary } from '@/contract/change-set';
import type { ChangeSetEstimate } from '@/contract/change-set-estimate';
import { formatAmount } from '@/domain/money';
import type { AutomationContent } from '@/domain/change-sets/automations';
import { isOfAutomation, isOfRule, nameOfChange, type DraftedChange, type RuleChange } from '@/domain/change-sets/change';
import type { ChangeSetRow, ChangeSetSummaryRow } from '@/server/db/repositories/rules/change-sets';
import type { ComparedChangeSet } from '@/server/services/change-sets/diff-change-set';
import type { EstimatedChangeSet, EstimatedSum } from '@/server/services/change-sets/estimate-change-set';
import { presentTerms } from './campaign';
import { presentDiff } from './rule-configuration';
import { presentFinding } from './rule';
import { presentTime } from './time';

export const presentChangeSetSummary = (row: ChangeSetSummaryRow): ChangeSetSummary => ({
  ...presentFields(row),
  changes: row.changes.map(({ type, id, name }) => ({ type, id, name })),
});

export const presentChangeSet = (row: ChangeSetRow): ChangeSet => ({ ...presentFields(row), changes: row.changes.map(presentChange) });

const presentFields = (row: Omit<ChangeSetSummaryRow, 'changes'>): Omit<ChangeSetSummary, 'changes'> => ({
  id: row.id,
  program_id: row.program_id,
  name: row.name,
  note: row.note,
  status: row.status,
  publish_at: presentTime(row.publish_at),
  failure: row.failure && { ...row.failure },
  published_at: presentTime(row.published_at),
  published_version: row.published_version,
  reverted_at: presentTime(row.reverted_at),
  reverted_version: row.reverted_version,
  api_key_id: row.api_key_id,
  user_id: row.user_id,
  on_behalf_of: row.on_behalf_of,
  created_at: presentTime(row.created_at),
  updated_at: presentTime(row.updated_at),
});

type PresentedChange = ChangeSet['changes'][number];

function presentChange(change: DraftedChange): PresentedChange {
  const presented = {
    type: change.type,
    id: change.id,
    name: nameOfChange(change),
    base_version: null,
    rule: null,
    rule_set: null,
    automation: null,
  };
  if (isOfRule(change))
    return { ...presented, base_version: change.type === 'CREATE_RULE' ? null : change.base.version, rule: presentRule(change) };
  if (isOfAutomation(change))
    return { ...presented, automation: change.type === 'ARCHIVE_AUTOMATION' ? null : presentAutomation(change.automation) };
  if (change.type === 'DELETE_RULE_SET') return presented;
  const { campaign, ...set } = change.set;
  const terms = campaign === undefined ? {} : { campaign: campaign && presentTerms(campaign) };
  return { ...presented, rule_set: { ...set, ...terms, ...(change.order === null ? {} : { order: change.order }) } };
}

const presentAutomation = ({ event, trigger, ...fields }: Partial<AutomationContent>): PresentedChange['automation'] => ({
  ...fields,
  ...(trigger && { trigger: { ...trigger } }),
  ...(event && { event: { type: event.type, data: { ...event.data } } }),
});

function presentRule(change: RuleChange): PresentedChange['rule'] {
  if (change.type === 'ARCHIVE_RULE') return null;
  const { actions, budgets, examples, ...fields } = change.rule;
  return {
    ...fields,
    ...(actions && { actions: actions.map((action) => ({ ...action })) }),
    ...(budgets && { budgets: budgets.map((budget) => ({ ...budget })) }),
    ...(examples && { examples: [...examples] }),
    ...(change.rule_set_id === null ? {} : { rule_set_id: change.rule_set_id }),
    ...(change.order === null ? {} : { order: change.order }),
  };
}

export const presentChangeSetDiff = ({
  set,
  version,
  symbolOf,
  told,
  diff,
  conflicts,
  faults,
  findings,
}: ComparedChangeSet): ChangeSetDiff => ({
  change_set_id: set.id,
  status: set.status,
  rule_configuration_version: version,
  changes: told.map(({ fields, ...change }) => ({ ...change, fields: fields.map((field) => ({ ...field })) })),
  diff: presentDiff(diff, symbolOf),
  conflicts: conflicts.map(({ fields, ...conflict }) => ({ ...conflict, fields: [...fields] })),
  faults: faults.map(({ code, message, param, fields }) => ({ code, message, param: param ?? fields?.[0]?.field ?? null })),
  warnings: findings.map(presentFinding),
});

export function presentChangeSetEstimate({ window, exact, totals, rules, scales }: EstimatedChangeSet): ChangeSetEstimate {
  const sums = ({ assetId, actual, given }: EstimatedSum) => {
    const scale = scales.get(assetId) ?? 0;
    return {
      asset_id: assetId,
      actual: formatAmount(actual, scale),
      given: formatAmount(given, scale),
      difference: formatAmount(given.minus(actual), scale),
    };
  };
  return {
    from: presentTime(window.from),
    to: presentTime(window.to),
    exact,
    totals: totals.map(sums),
    rules: rules.map(({ ruleId, name, assets, failure }) => ({
      rule_id: ruleId,
      name,
      assets: assets.map((asset) => ({
        ...sums(asset),
        margin: asset.margin && formatAmount(asset.margin, scales.get(asset.assetId) ?? 0),
      })),
      failure: failure && { code: failure.code, message: failure.message },
    })),
  };
}
