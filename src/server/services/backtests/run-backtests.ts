/**
 * Runs one backtest from start to finish, with its state only in this process's memory: if the process
 * dies, another restarts the whole run once the lease has expired.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { campaignCompiler } from '@/domain/campaigns/compiled';
import { BacktestRun } from '@/domain/backtests/run';
import { BacktestTally } from '@/domain/backtests/tally';
import { ruleBudget, type EvaluationBudget } from '@/domain/rules/cel/bounds';
import { takeBackReferences } from '@/domain/rules/take-back-references';
import { compileRule, configurationOf, type RuleConfiguration } from '@/domain/rules/rule';
import type { Clock } from '@/server/platform/context';
import {
  isTried,
  loadEvents,
  loadStretch,
  planStretches,
  type HistoryScope,
  type Stretch,
} from '@/server/db/repositories/backtests/backtest-history';
import {
  claimBacktest,
  endBacktest,
  recordBacktestProgress,
  releaseBacktest,
  renewBacktest,
  type ClaimedBacktest,
} from '@/server/db/repositories/backtests/backtest-queue';
import { newId } from '@/server/platform/ids';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { log } from '@/server/platform/log';
import { timeOf } from '@/server/services/rules/rules';
import { conclude, type Conclusion } from './conclude';
import { openStage } from './open-stage';

const STRETCH = 2_000;
const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 15_000;
const TELL_EVERY_MS = 500;
const MAX_ATTEMPTS = 3;
const GIVEN_UP = 'The backtest could not be run; start another one, with a shorter window if this one was long.';

export async function runBacktests({ clock, signal }: Pick<JobRun, 'clock' | 'signal'>): Promise<JobOutcome> {
  const token = newId();
  const claimed = await claimBacktest(clock.now(), token, leaseEnd(clock));
  if (!claimed) return { performed: 0, more: false };
  const renewal = setInterval(() => void renewBacktest(claimed, token, leaseEnd(clock)).catch(() => undefined), RENEW_EVERY_MS);
  try {
    await runClaimed(claimed, token, clock, signal);
  } catch (error) {
    log().error({ err: error, backtest_id: claimed.id, attempts: claimed.attempts }, 'a backtest broke');
    if (claimed.attempts < MAX_ATTEMPTS) throw error;
    await endBacktest(claimed, token, { error: GIVEN_UP }, presentOf(claimed, clock));
  } finally {
    clearInterval(renewal);
    await releaseBacktest(claimed, token);
  }
  return { performed: 1, more: true };
}

const leaseEnd = (clock: Clock): Date => new Date(clock.now().getTime() + LEASE_MS);
const presentOf = ({ clock_offset_ms }: ClaimedBacktest, clock: Clock): Date => new Date(clock.now().getTime() + clock_offset_ms);

async function runClaimed(claimed: ClaimedBacktest, token: string, clock: Clock, signal: AbortSignal): Promise<void> {
  const scope = scopeOf(claimed);
  const { total, stretches } = await planStretches(scope, STRETCH);
  const tell = (processed: number): Promise<boolean> =>
    recordBacktestProgress(claimed, token, { processed, total }, leaseEnd(clock), presentOf(claimed, clock));
  if (!(await tell(0))) return;
  const conclusion = await play({ scope, stretches }, claimed, clock, (processed) =>
    signal.aborted ? Promise.resolve(false) : tell(processed),
  );
  if (conclusion && (await tell(total))) await endBacktest(claimed, token, conclusion, presentOf(claimed, clock));
}

const scopeOf = ({ organization_id, program_id, window_from, window_to, participant_ids }: ClaimedBacktest): HistoryScope => ({
  organizationId: organization_id,
  programId: program_id,
  from: window_from,
  to: window_to,
  participantIds: participant_ids,
});

function configurationFrom({ rules, rule_configuration_version }: ClaimedBacktest): RuleConfiguration {
  const campaignOf = campaignCompiler();
  const compiled = rules.map(({ clientRef: _, activeFrom, activeTo, createdAt, campaign, ...rule }) =>
    compileRule({
      ...rule,
      activeFrom: timeOf(activeFrom),
      activeTo: timeOf(activeTo),
      createdAt: new Date(createdAt),
      campaign: campaignOf(campaign ? { ...campaign, createdAt: new Date(campaign.createdAt) } : null),
    }),
  );
  return configurationOf(rule_configuration_version, compiled);
}

/** The references that the events can take back under: what was earned under them before the window has to be known when it begins. */
async function referencesWithin(
  scope: HistoryScope,
  stretches: readonly Stretch[],
  { needs }: RuleConfiguration,
  budget: EvaluationBudget,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (needs.takenBackUnder.length === 0) return found;
  for (const stretch of stretches) {
    const events = await loadEvents(scope, stretch);
    for (const reference of takeBackReferences(
      needs,
      events.map(({ data }) => data),
      budget,
    ))
      found.add(reference);
    await nextTurn();
  }
  return found;
}

/** Null when `goOn` stopped the run. */
async function play(
  { scope, stretches }: { scope: HistoryScope; stretches: readonly Stretch[] },
  claimed: ClaimedBacktest,
  clock: Clock,
  goOn: (processed: number) => Promise<boolean>,
): Promise<Conclusion | null> {
  const configuration = configurationFrom(claimed);
  const budget = ruleBudget(() => performance.now());
  const stage = await openStage(scope, configuration, await referencesWithin(scope, stretches, configuration, budget));
  const tally = new BacktestTally(stage.assets);
  const run = new BacktestRun(stage, configuration, tally, budget, ({ participantId }) => isTried(scope, participantId));
  let [processed, told] = [0, clock.now().getTime()];
  for (const stretch of stretches) {
    for (const passed of run.play(await loadStretch(scope, stretch))) {
      processed += passed;
      await nextTurn();
      if (clock.now().getTime() - told < TELL_EVERY_MS) continue;
      if (!(await goOn(processed))) return null;
      told = clock.now().getTime();
    }
  }
  run.finish(scope.to);
  return conclude({ scope, stage, tally, configuration, kept: claimed.rules });
}
