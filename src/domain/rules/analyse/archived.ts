/** Finds archived tiers and assets that a rule still names. */
import { keySetBy } from '../actions/catalog';
import { referencesOf } from '../references';
import type { AnalysedRule, Analysis, Observation } from './finding';

export function archivedFindings(analysed: AnalysedRule, analysis: Analysis): Observation[] {
  return [...archivedAssets(analysed, analysis), ...archivedTiers(analysed, analysis)];
}

function archivedAssets({ rule }: AnalysedRule, { surroundings: { assets } }: Analysis): Observation[] {
  const moved = rule.actions.flatMap(({ source }) => ('asset_id' in source ? [assets.get(source.asset_id)] : []));
  const read = referencesOf(rule.expressions)
    .state.filter(({ kind }) => kind === 'balance')
    .map(({ key }) => key);
  const symbols = [...assets.values()]
    .filter((asset) => asset.archived && (moved.includes(asset) || read.includes(asset.symbol)))
    .map(({ symbol }) => symbol);
  return symbols.map((symbol) => ({
    code: 'archived_asset',
    kind: 'asset',
    scope: 'program',
    key: symbol,
    suggestion: null,
    message: `The rule names ${symbol}, which is archived: an event that would move it fails.`,
  }));
}

function archivedTiers({ rule }: AnalysedRule, { surroundings: { tiers } }: Analysis): Observation[] {
  const set = rule.actions.map(({ source }) => keySetBy(source)).flatMap((found) => (found?.state === 'tier' ? [found.key] : []));
  const read = referencesOf(rule.expressions)
    .state.filter(({ kind }) => kind === 'tier')
    .map(({ key }) => key);
  return [...new Set([...set, ...read])]
    .filter((key) => tiers.get(key)?.archived)
    .map((key) => ({
      code: 'archived_tier',
      kind: 'tier',
      scope: 'program',
      key,
      suggestion: null,
      message: `The rule names the tier "${key}", which is archived: nobody is placed in it any more.`,
    }));
}
