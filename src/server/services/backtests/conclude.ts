/** Draws the conclusion of a backtest that has played its whole window: its sums, and budgets and accounts on both sides. */
import { differencesOf, wholeOf, type Accounts, type Difference } from '@/domain/backtests/differences';
import type { BacktestResult, ComparedBudget, ComparedRule } from '@/domain/backtests/result';
import type { BacktestStage } from '@/domain/backtests/stage';
import { compared, type BacktestTally } from '@/domain/backtests/tally';
import { catchUp } from '@/domain/ledger/catch-up';
import { formatAmount, sumAmounts, type Amount } from '@/domain/money';
import { budgetsAmong, consumedIn, type BudgetKey, type BudgetUsage, type OwnedBudget } from '@/domain/rules/budget';
import type { RuleConfiguration } from '@/domain/rules/rule';
import { loadUsageAt } from '@/server/db/repositories/backtests/backtest-accounts';
import type { HistoryScope } from '@/server/db/repositories/backtests/backtest-history';
import { loadRuleNames } from '@/server/db/repositories/backtests/backtest-people';
import type { BacktestedRule } from '@/server/db/repositories/backtests/backtests';
import { newId } from '@/server/platform/ids';
import { accountsAt } from './open-stage';

export interface Played {
  readonly scope: HistoryScope;
  readonly stage: BacktestStage;
  readonly tally: BacktestTally;
  readonly configuration: RuleConfiguration;
  readonly kept: readonly BacktestedRule[];
}

export interface Conclusion {
  readonly result: BacktestResult;
  readonly differences: readonly Difference[];
}

export async function conclude(played: Played): Promise<Conclusion> {
  const actual = await accountsInTheEnd(played);
  const [rules, budgets] = [await rulesOf(played), await budgetsOf(played)];
  return {
    result: { ...played.tally.result(), liability: liabilityOf(played.stage, actual), rules, budgets },
    differences: differencesOf(actual, played.stage.accounts),
  };
}

/** What lots due by the end come to is posted on both sides, whether or not that had been done in reality by then. */
async function accountsInTheEnd({ scope: { organizationId, programId, to }, stage }: Played): Promise<Accounts> {
  const actual = await accountsAt({ organizationId, programId, at: to }, [...stage.participants.keys(), ...stage.groups.keys()]);
  catchUp(actual, stage.assets, { organizationId, now: to, newId });
  return actual;
}

const liabilityOf = (stage: BacktestStage, actual: Accounts): BacktestResult['liability'] =>
  [...stage.assets.values()].map(({ id, symbol, scale }) => ({
    asset_id: id,
    symbol,
    ...compared({ actual: owed(actual, id), backtest: owed(stage.accounts, id) }, scale),
  }));

const owed = (accounts: Accounts, assetId: string): Amount =>
  sumAmounts([...accounts.values()].filter((account) => account.assetId === assetId && account.type !== 'PROGRAM_WALLET').map(wholeOf));

async function rulesOf({ scope: { organizationId }, tally, kept }: Played): Promise<ComparedRule[]> {
  const tried = new Map(kept.map((rule) => [rule.id, rule]));
  const others = tally.ruleIds.filter((id) => !tried.has(id));
  const names = await loadRuleNames(organizationId, others);
  return [
    ...kept.map(({ id, name, clientRef }): ComparedRule => ({ rule_id: id, name, client_ref: clientRef, tried: true, ...tally.rule(id) })),
    ...others.map((id): ComparedRule => ({ rule_id: id, name: names.get(id) ?? '', client_ref: null, tried: false, ...tally.rule(id) })),
  ];
}

function budgetsOf({ scope, stage, configuration }: Played): Promise<ComparedBudget[]> {
  return Promise.all(budgetsAmong(configuration.rules).map((owned) => budgetOf({ scope, stage, configuration }, owned)));
}

async function budgetOf(
  { scope: { organizationId, programId, to }, stage, configuration }: Pick<Played, 'scope' | 'stage' | 'configuration'>,
  { owner, ownerId, budget }: OwnedBudget,
): Promise<ComparedBudget> {
  const { asset_id, scope } = budget.source;
  const scale = stage.assets.get(asset_id)?.scale ?? 0;
  const period = budget.period(to);
  const prefix = `${ownerId}:${asset_id}:${scope}:`;
  const sum = (usages: Iterable<readonly [BudgetKey, BudgetUsage]>): Amount =>
    sumAmounts([...usages].map(([, usage]) => consumedIn(period, usage)));
  const actual = sum(await loadUsageAt({ organizationId, programId, at: to }, ownerId, budget));
  const backtest = sum([...stage.budgets].filter(([key]) => key.startsWith(prefix)));
  return {
    rule_id: owner === 'RULE' ? ownerId : null,
    campaign: owner === 'CAMPAIGN' ? { id: ownerId, name: campaignNamed(ownerId, configuration) } : null,
    scope,
    limit: formatAmount(budget.limit, scale),
    period_start: period.start.toISOString(),
    asset_id,
    ...compared({ actual, backtest }, scale),
  };
}

const campaignNamed = (id: string, { rules }: RuleConfiguration): string =>
  rules.find(({ campaign }) => campaign?.id === id)?.campaign?.name ?? '';
