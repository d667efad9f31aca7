/** Finds credits by which one event can issue any amount: nothing in the rule, its campaign, their budgets or the asset limits it. */
import { issues } from '../actions/catalog';
import { upperBound } from './bounds';
import type { AnalysedRule, Analysis, Observation } from './finding';
import { logicOf } from './matching';

export function issuanceFindings({ rule }: AnalysedRule, { surroundings: { assets } }: Analysis): Observation[] {
  if (rule.status !== 'ACTIVE') return [];
  const logic = logicOf(rule);
  if (logic.constant === false) return [];
  const budgeted = new Set([...rule.budgets, ...(rule.campaign?.budgets ?? [])].map(({ source }) => source.asset_id));
  return rule.actions.flatMap(({ source, templates }): Observation[] => {
    if (!issues(source) || budgeted.has(source.asset_id)) return [];
    const asset = assets.get(source.asset_id);
    const template = templates.get('amount');
    if (!asset?.unlimited || !template || upperBound(template, logic) !== null) return [];
    const { symbol } = asset;
    const message = `One event can credit any amount of ${symbol}: \`${source.amount}\` has no upper limit. Give the rule a budget for ${symbol}, or cap the amount, as in \`math.least(100, …)\`.`;
    return [{ code: 'unbudgeted_issuance', kind: 'asset', scope: 'event', key: symbol, suggestion: null, message }];
  });
}
