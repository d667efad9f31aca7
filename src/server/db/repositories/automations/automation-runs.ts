/** Reads and writes the runs of automations, each of which records its progress. */
import { only } from '@/domain/assert';
import type { RUN_ORIGINS, RUN_STATUSES } from '@/domain/automations/machine';
import { equals, keysetPage, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { earliestByOrganization, NOT_BEING_ADVANCED } from '@/server/db/organization-clock';
import { statement, type Tx } from '@/server/db/transaction';
import { PARTICIPANTS_OF_PROGRAM } from './automation-audience';
import type { ClaimedAutomation, DueWork } from './automations';

type RunStatus = (typeof RUN_STATUSES)[number];
type RunOrigin = (typeof RUN_ORIGINS)[number];

/** A participant for whom no event could be created; null: the failure concerns nobody in particular. */
export interface RunFailure {
  readonly participant_id: string | null;
  readonly reason: string;
}

export interface AutomationRunRow {
  id: string;
  automation_id: string;
  origin: RunOrigin;
  due_at: Date;
  status: RunStatus;
  reason: string | null;
  reached: string | null;
  participant_count: number | null;
  evaluated_count: number;
  matched_count: number;
  event_count: number;
  failed_count: number;
  failures: RunFailure[];
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
}

const COLUMNS = `r.id, r.automation_id, r.origin, r.due_at, r.status, r.reason, r.reached, r.participant_count, r.evaluated_count, r.matched_count, r.event_count,
  r.failed_count, r.failures, r.created_at, r.updated_at, r.completed_at`;

interface AutomationRunsQuery extends PageRequest<'created_at'> {
  automation_id: string;
  from?: string | undefined;
  to?: string | undefined;
  status?: RunStatus | undefined;
}

const RUNS: KeysetList<AutomationRunsQuery['sort_by']> = {
  name: 'automation_runs',
  select: { columns: COLUMNS, from: 'automation_runs r' },
  sorts: { created_at: [{ sql: 'r.created_at', type: 'timestamptz' }] },
  id: { sql: 'r.id', type: 'uuid' },
};

export function listAutomationRunRows(organizationId: string, query: AutomationRunsQuery): Promise<KeysetPage<AutomationRunRow>> {
  return keysetPage<AutomationRunRow, AutomationRunsQuery['sort_by']>(RUNS, {
    organizationId,
    query: { ...query },
    where: [
      equals('r.organization_id', organizationId),
      equals('r.automation_id', query.automation_id),
      ...within('r.created_at', query.from, query.to),
      ...(query.status === undefined ? [] : [equals('r.status', query.status)]),
    ],
  });
}

/** Starts a run of an automation that the transaction has locked. @returns the run of that instant, which may already exist. */
export async function startRun(
  tx: Tx,
  automation: Pick<ClaimedAutomation, 'organization_id' | 'id' | 'program_id' | 'scope'>,
  run: { id: string; origin: 'SCHEDULE' | 'MANUAL'; dueAt: Date; now: Date },
): Promise<AutomationRunRow> {
  await tx.query(
    `INSERT INTO automation_runs (id, organization_id, automation_id, origin, due_at, status, participant_count, created_at, updated_at)
     SELECT $3, $1, $4, $5, $6, 'RUNNING', CASE WHEN $8 THEN (SELECT count(*) FROM ${PARTICIPANTS_OF_PROGRAM})::int END, $7, $7
     ON CONFLICT (organization_id, automation_id, due_at) WHERE origin <> 'STATE_CHANGE' DO NOTHING`,
    [
      automation.organization_id,
      automation.program_id,
      run.id,
      automation.id,
      run.origin,
      run.dueAt,
      run.now,
      automation.scope === 'PARTICIPANTS',
    ],
  );
  const row = only(
    await tx.query<AutomationRunRow>(
      `SELECT ${COLUMNS} FROM automation_runs r WHERE r.organization_id = $1 AND r.automation_id = $2 AND r.due_at = $3 AND r.origin <> 'STATE_CHANGE'`,
      [automation.organization_id, automation.id, run.dueAt],
    ),
  );
  return row;
}

const underWayIn = (organization: string): string =>
  `SELECT id, organization_id, automation_id, due_at FROM automation_runs
   WHERE organization_id = ${organization} AND status = 'RUNNING' ORDER BY due_at LIMIT $2`;

/** Runs in progress, earliest first. @param now real time, or the clock of `organizationId`. */
export function runsUnderWay(now: Date, organizationId: string | null, limit: number): Promise<(DueWork & { automation_id: string })[]> {
  return organizationId === null
    ? statement<DueWork & { automation_id: string }>(
        `SELECT r.id, r.organization_id, r.automation_id, o.clock_offset_ms
         FROM ${earliestByOrganization('automation_runs', 'due_at', `q.status = 'RUNNING'`)} e JOIN organizations o ON o.id = e.organization_id
         CROSS JOIN LATERAL (${underWayIn('o.id')}) r
         WHERE ${NOT_BEING_ADVANCED} ORDER BY r.due_at LIMIT $2`,
        [now, limit],
      )
    : statement<DueWork & { automation_id: string }>(
        `SELECT r.id, r.organization_id, r.automation_id, 0 AS clock_offset_ms FROM (${underWayIn('$1')}) r`,
        [organizationId, limit],
      );
}

/** A run in progress, of an automation that the transaction has locked; null when it has ended meanwhile. */
export async function readRunUnderWay(tx: Tx, organizationId: string, id: string): Promise<AutomationRunRow | null> {
  const [row] = await tx.query<AutomationRunRow>(
    `SELECT ${COLUMNS} FROM automation_runs r WHERE r.organization_id = $1 AND r.id = $2 AND r.status = 'RUNNING'`,
    [organizationId, id],
  );
  return row ?? null;
}

export interface RunProgress {
  readonly evaluated: number;
  readonly matched: number;
  readonly made: number;
  readonly failures: readonly RunFailure[];
}

const KEPT_FAILURES = 20;

const keptFailures = (known: readonly RunFailure[], more: readonly RunFailure[]): string =>
  JSON.stringify([...known, ...more].slice(0, KEPT_FAILURES));

/** Records the progress of a run. @param reached the last participant evaluated. */
export async function recordRunProgress(
  tx: Tx,
  organizationId: string,
  run: AutomationRunRow,
  reached: string | null,
  progress: RunProgress,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE automation_runs SET reached = coalesce($3, reached), evaluated_count = evaluated_count + $4, matched_count = matched_count + $5, event_count = event_count + $6,
       failed_count = failed_count + $7, failures = $8, updated_at = $9
     WHERE organization_id = $1 AND id = $2`,
    [
      organizationId,
      run.id,
      reached,
      progress.evaluated,
      progress.matched,
      progress.made,
      progress.failures.length,
      keptFailures(run.failures, progress.failures),
      now,
    ],
  );
}

export async function endRun(
  tx: Tx,
  organizationId: string,
  id: string,
  end: { status: RunStatus; reason: string | null; now: Date },
): Promise<void> {
  await tx.query(
    'UPDATE automation_runs SET status = $3, reason = $4, updated_at = $5, completed_at = $5 WHERE organization_id = $1 AND id = $2',
    [organizationId, id, end.status, end.reason, end.now],
  );
}

/** Cancels all runs of an automation that are in progress. */
export async function cancelRuns(tx: Tx, organizationId: string, automationId: string, now: Date): Promise<void> {
  await tx.query(
    `UPDATE automation_runs SET status = 'CANCELLED', updated_at = $3, completed_at = $3 WHERE organization_id = $1 AND automation_id = $2 AND status = 'RUNNING'`,
    [organizationId, automationId, now],
  );
}

/** Records a completed run for a batch of state changes. */
export async function recordStateRun(
  tx: Tx,
  automation: Pick<ClaimedAutomation, 'organization_id' | 'id'>,
  id: string,
  progress: RunProgress,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO automation_runs (id, organization_id, automation_id, origin, due_at, status, participant_count, evaluated_count, matched_count, event_count, failed_count, failures, created_at, updated_at, completed_at)
     VALUES ($3, $1, $2, 'STATE_CHANGE', $9, 'COMPLETED', $4, $4, $5, $6, $7, $8, $9, $9, $9)`,
    [
      automation.organization_id,
      automation.id,
      id,
      progress.evaluated,
      progress.matched,
      progress.made,
      progress.failures.length,
      keptFailures([], progress.failures),
      now,
    ],
  );
}
