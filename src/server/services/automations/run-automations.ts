/**
 * Runs automations: begins runs that are due, advances those under way, a batch of participants per
 * transaction, and re-evaluates participants whose state has changed. Only one worker at a time holds an
 * automation; events, matches and progress commit together, so that a crash neither leaves anyone out
 * nor creates anyone's event twice.
 */
import { compileAutomation, guardHolds, makeEvent, type CompiledAutomation, type GuardSurroundings } from '@/domain/automations/evaluate';
import { runAfter } from '@/domain/automations/schedule';
import { campaignStatus } from '@/domain/campaigns/machine';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import {
  candidatesById,
  nextCandidates,
  readProgramState,
  type AudienceScope,
} from '@/server/db/repositories/automations/automation-audience';
import {
  endRun,
  readRunUnderWay,
  recordRunProgress,
  recordStateRun,
  runsUnderWay,
  startRun,
  type AutomationRunRow,
} from '@/server/db/repositories/automations/automation-runs';
import { automationsToEvaluate, takeEvaluations } from '@/server/db/repositories/automations/automation-matches';
import {
  claimAutomation,
  dueAutomations,
  recordStart,
  updateAutomationRow,
  type ClaimedAutomation,
  type DueWork,
} from '@/server/db/repositories/automations/automations';
import { insertSystemEvents } from '@/server/db/repositories/events/system-events';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { eventOf, evaluateCandidates, type CandidateEvaluation } from './evaluate-candidates';

const budget = ruleBudget(() => performance.now());

/** What one transaction did: rows worked on, 0 when another worker holds the automation, and runs that ended with it. */
interface Done {
  readonly performed: number;
  readonly ended: number;
}

const NOTHING: Done = { performed: 0, ended: 0 };

/**
 * Begins every run that is due, and advances each run under way by one step, of at most `limit` participants. A clock's move
 * counts the runs that ended, so that each counts once however many steps it took.
 */
export async function runAutomations({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const [real, only] = [organization?.now ?? clock.now(), organization?.id ?? null];
  let [performed, counted] = [0, 0];
  const each = async <Work extends { clock_offset_ms: number }>(
    work: readonly Work[],
    perform: (one: Work, now: Date) => Promise<Done>,
  ) => {
    for (const one of work) {
      if (signal.aborted) return;
      const done = await perform(one, organization?.now ?? new Date(clock.now().getTime() + one.clock_offset_ms));
      performed += done.performed;
      counted += done.ended;
    }
  };
  await each(await dueAutomations(real, only, limit), begin);
  await each(await runsUnderWay(real, only, limit), (run, now) => goOn(run, now, limit));
  await each(await automationsToEvaluate(real, only), (automation, now) => evaluateChanges(automation, now, limit));
  return { performed, counted, more: performed > 0 };
}

function begin(due: DueWork, now: Date): Promise<Done> {
  return withTransaction(async (tx) => {
    const automation = await claimAutomation(tx, due);
    const dueAt = automation?.next_run_at;
    if (!automation || automation.status !== 'ACTIVE' || !dueAt || dueAt > now) return NOTHING;
    await startRun(tx, automation, { id: newId(), origin: 'SCHEDULE', dueAt, now });
    // This one run makes up for all that fell due while no worker was running.
    const nextRunAt = automation.program_status === 'ARCHIVED' ? null : runAfter(automation.trigger, now);
    await recordStart(tx, automation, { lastRunAt: dueAt, nextRunAt });
    return { performed: 1, ended: 0 };
  });
}

function goOn({ organization_id, automation_id, id: runId }: DueWork & { automation_id: string }, now: Date, limit: number): Promise<Done> {
  return withTransaction(async (tx) => {
    const automation = await claimAutomation(tx, { organization_id, id: automation_id });
    const run = automation && (await readRunUnderWay(tx, organization_id, runId));
    if (!automation || !run) return NOTHING;
    const compiled = compileAutomation(automation);
    const surroundings = await surroundingsOf(tx, scopeOf(automation, compiled, now), run.due_at);
    const obstacle = run.reached === null ? obstacleTo(automation, compiled, surroundings) : null;
    const end = obstacle ?? (await step(tx, { automation, compiled, surroundings, now }, run, limit));
    if (end === null) return { performed: 1, ended: 0 };
    await endRun(tx, automation.organization_id, run.id, { ...end, now });
    await completeIfDone(tx, automation, now);
    return { performed: 1, ended: 1 };
  });
}

interface End {
  readonly status: 'COMPLETED' | 'SKIPPED' | 'FAILED';
  readonly reason: string | null;
}

const COMPLETED: End = { status: 'COMPLETED', reason: null };

/** What prevents a whole run; null if nothing does. */
function obstacleTo(automation: ClaimedAutomation, compiled: CompiledAutomation, surroundings: GuardSurroundings): End | null {
  const { program_status, campaign_id, campaign } = automation;
  if (program_status !== 'ACTIVE') return { status: 'SKIPPED', reason: `The program is ${program_status}` };
  const status = campaign === null ? 'deleted' : campaignStatus(campaign, surroundings.now);
  if (campaign_id !== null && status !== 'RUNNING') return { status: 'SKIPPED', reason: `The campaign is ${status}` };
  const guard = guardHolds(compiled, surroundings);
  if (!guard.ok) return { status: 'FAILED', reason: `guard_condition: ${guard.reason}` };
  return guard.holds ? null : { status: 'SKIPPED', reason: 'The guard condition does not hold' };
}

/** @returns how the run has ended; null while participants are left. */
async function step(tx: Tx, evaluation: CandidateEvaluation, run: AutomationRunRow, limit: number): Promise<End | null> {
  const { automation, compiled, now } = evaluation;
  if (automation.scope === 'PROGRAM') return tellProgram(tx, evaluation, run);
  const candidates = await nextCandidates(tx, scopeOf(automation, compiled, now), run.reached, limit);
  const progress = await evaluateCandidates(tx, evaluation, candidates);
  await recordRunProgress(tx, automation.organization_id, run, candidates.at(-1)?.participant.id ?? null, progress, now);
  return candidates.length < limit ? COMPLETED : null;
}

async function tellProgram(tx: Tx, { automation, compiled, surroundings, now }: CandidateEvaluation, run: AutomationRunRow): Promise<End> {
  const made = makeEvent(compiled, null, surroundings);
  if (!made.ok) return { status: 'FAILED', reason: made.reason };
  const scope = { organizationId: automation.organization_id, now };
  const count = await insertSystemEvents(tx, scope, [
    eventOf(automation, { participant: null, data: made.data, dueAt: run.due_at }, scope.now),
  ]);
  await recordRunProgress(tx, automation.organization_id, run, null, { evaluated: 0, matched: 0, made: count, failures: [] }, now);
  return COMPLETED;
}

/** An automation that runs only once is COMPLETED by its run. */
async function completeIfDone(tx: Tx, automation: ClaimedAutomation, now: Date): Promise<void> {
  const { organization_id, program_status: _, campaign: _campaign, ...row } = automation;
  const runsOnce = row.trigger.type === 'ONE_TIME' || row.trigger.type === 'IMMEDIATE';
  if (runsOnce && row.next_run_at === null)
    await updateAutomationRow(tx, organization_id, { ...row, status: 'COMPLETED', updated_at: now });
}

function evaluateChanges(due: DueWork, now: Date, limit: number): Promise<Done> {
  return withTransaction(async (tx) => {
    const automation = await claimAutomation(tx, due);
    if (automation?.status !== 'ACTIVE') return NOTHING;
    const { taken, participantIds } = await takeEvaluations(tx, automation, now, limit);
    if (taken === 0) return NOTHING;
    const compiled = compileAutomation(automation);
    const scope = scopeOf(automation, compiled, now);
    const surroundings = await surroundingsOf(tx, scope, now);
    if (obstacleTo(automation, compiled, surroundings)) return { performed: taken, ended: 0 };
    const candidates = await candidatesById(tx, scope, participantIds);
    const progress = await evaluateCandidates(tx, { automation, compiled, surroundings, now }, candidates);
    if (progress.made + progress.failures.length === 0) return { performed: taken, ended: 0 };
    await recordStateRun(tx, automation, newId(), progress, now);
    return { performed: taken, ended: 1 };
  });
}

const scopeOf = ({ organization_id, program_id }: ClaimedAutomation, { reading }: CompiledAutomation, now: Date): AudienceScope => ({
  organizationId: organization_id,
  programId: program_id,
  now,
  reading,
});

async function surroundingsOf(tx: Tx, scope: AudienceScope, dueAt: Date): Promise<GuardSurroundings> {
  return { program: await readProgramState(tx, scope), now: dueAt, budget };
}
