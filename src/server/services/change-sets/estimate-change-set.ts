/**
 * Estimates what a change set would have cost on the events of the last 30 days: each of its rules alone, beside the rules that are live,
 * compared with what that rule really credited. It takes about a second, however many rules there are.
 */
import { DomainError } from '@/domain/errors';
import { sumAmounts, truncateToScale, ZERO, type Amount } from '@/domain/money';
import { applyChanges } from '@/domain/change-sets/apply';
import { isOfRule, nameOfChange, type RuleChange } from '@/domain/change-sets/change';
import { nextStatus } from '@/domain/change-sets/machine';
import type { ConfiguredRule } from '@/domain/rules/configuration';
import { totalOf } from '@/domain/rules/estimate/tally';
import type { Ctx } from '@/server/platform/context';
import { loadAssetNames } from '@/server/db/repositories/programs/assets';
import { autocommit } from '@/server/db/transaction';
import { estimateRule, estimateWindow, type Estimate, type EstimateTiming } from '@/server/services/estimates/estimate-rule';
import type { EstimateWindow } from '@/server/services/estimates/draft';
import { deadlineIn } from '@/server/services/estimates/try-events';
import { configurationOf, configurationRows } from '@/server/services/rules/get-configuration';
import { getChangeSet } from './change-sets';
import { FALLBACK } from './live-state';

const ALL_MS = 1_000;
const LEAST_MS = 20;

export interface EstimatedSum {
  readonly assetId: string;
  readonly actual: Amount;
  readonly given: Amount;
}

interface EstimatedRule {
  readonly ruleId: string;
  readonly name: string;
  readonly assets: readonly (EstimatedSum & { readonly margin: Amount | null })[];
  readonly failure: DomainError | null;
}

export interface EstimatedChangeSet {
  readonly window: EstimateWindow;
  readonly exact: boolean;
  readonly totals: readonly EstimatedSum[];
  readonly rules: readonly EstimatedRule[];
  /** By asset. */
  readonly scales: ReadonlyMap<string, number>;
}

/** @throws DomainError not_found, invalid_status unless it is waiting to be published. */
export async function estimateChangeSet(ctx: Ctx, id: string): Promise<EstimatedChangeSet> {
  const { program_id, status, changes } = await getChangeSet(ctx, id);
  if (status !== 'SCHEDULED') nextStatus(status, 'EDIT');
  const live = configurationOf(await configurationRows(ctx, program_id));
  const wanted = applyChanges(live, changes, FALLBACK);
  const ruleIn = (all: typeof live, ruleId: string) => all.flatMap(({ rules }) => rules).find((rule) => rule.id === ruleId) ?? null;
  const ofRules = changes.filter(isOfRule);
  const share = Math.max(LEAST_MS, ALL_MS / Math.max(1, ofRules.length));
  const estimated: Tried[] = [];
  for (const change of ofRules) {
    const setId = wanted.find(({ rules }) => rules.some((rule) => rule.id === change.id))?.id;
    const known = live.some((set) => set.id === setId) ? setId : undefined;
    estimated.push(
      await tried(ctx, { programId: program_id, change, was: ruleIn(live, change.id), is: ruleIn(wanted, change.id), setId: known }, share),
    );
  }
  const found = estimated.flatMap(({ sums }) => sums.map(({ assetId }) => assetId));
  const assets = await loadAssetNames(autocommit, ctx.organization.id, [...new Set(found)]);
  const scales = new Map([...assets].map(([assetId, { scale }]) => [assetId, scale]));
  const rules = estimated.map(({ change, sums, failure }): EstimatedRule => ({
    ruleId: change.id,
    name: nameOfChange(change),
    assets: sums.map((sum) => ({ ...sum, given: truncateToScale(sum.given, scales.get(sum.assetId) ?? 0) })),
    failure,
  }));
  return { window: estimateWindow(ctx.clock.now()), exact: estimated.every(({ exact }) => exact), totals: totalsOf(rules), rules, scales };
}

interface Tried {
  readonly change: RuleChange;
  readonly sums: EstimatedRule['assets'];
  readonly exact: boolean;
  readonly failure: DomainError | null;
}

interface Trial {
  readonly programId: string;
  readonly change: RuleChange;
  readonly was: ConfiguredRule | null;
  readonly is: ConfiguredRule | null;
  readonly setId: string | undefined;
}

/** A rule that is archived or suspended would have given nothing; what it did give is read all the same. */
async function tried(ctx: Ctx, trial: Trial, share: number): Promise<Tried> {
  const { change, was, is } = trial;
  const rule = is ?? was;
  const runs = is?.status === 'ACTIVE';
  if (!rule || (!runs && !was)) return { change, sums: [], exact: true, failure: null };
  try {
    const estimate = await estimateRule(ctx, inputOf(trial, rule), timingOf(runs ? share : 0));
    return { change, sums: runs ? sumsOf(estimate) : sumsOf(estimate).map(gaveOnly), exact: !runs || estimate.exact, failure: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { change, sums: [], exact: true, failure: error };
  }
}

const gaveOnly = ({ assetId, actual }: EstimatedSum) => ({ assetId, actual, given: ZERO, margin: null });

const inputOf = (
  { programId, was, setId }: Trial,
  { condition, actions, budgets, stop_after_match, active_from, active_to }: ConfiguredRule,
) => ({
  id: programId,
  rule: {
    condition,
    actions: [...actions],
    budgets: [...budgets],
    stop_after_match,
    active_from,
    active_to,
    rule_set_id: was ? undefined : setId,
  },
  rule_id: was?.id,
  mode: 'SAMPLE' as const,
});

const timingOf = (ms: number): EstimateTiming => {
  const late = () => deadlineIn(0);
  return { sample: () => deadlineIn(ms), latest: late, shared: late, exact: late };
};

function sumsOf({ assets, actual }: Estimate): Tried['sums'] {
  const would = new Map(assets.map((asset) => [asset.assetId, asset]));
  return [...new Set([...would.keys(), ...actual.keys()])].map((assetId) => {
    const asset = would.get(assetId);
    return {
      assetId,
      actual: totalOf(actual.get(assetId) ?? new Map()),
      given: asset ? totalOf(asset.days) : ZERO,
      margin: asset?.margin ?? null,
    };
  });
}

function totalsOf(rules: readonly EstimatedRule[]): EstimatedSum[] {
  const all = Map.groupBy(
    rules.flatMap(({ assets }) => assets),
    ({ assetId }) => assetId,
  );
  return [...all].map(([assetId, sums]) => ({
    assetId,
    actual: sumAmounts(sums.map(({ actual }) => actual)),
    given: sumAmounts(sums.map(({ given }) => given)),
  }));
}
