/** Reads and writes the automations of programs, and finds those that are due. */
import type { AutomationSettings, AutomationStatus } from '@/domain/automations/machine';
import type { CampaignTerms } from '@/domain/campaigns/terms';
import type { AutomationTrigger } from '@/domain/automations/schedule';
import type { JsonRecord } from '@/domain/rules/activation';
import { equals, keysetPage, statusFilter, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { earliestByOrganization, earliestOfAny, NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '@/server/db/organization-clock';
import { statement, type Tx } from '@/server/db/transaction';

export interface AutomationRow extends AutomationSettings {
  campaign_id: string | null;
  id: string;
  program_id: string;
  status: AutomationStatus;
  next_run_at: Date | null;
  last_run_at: Date | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

interface Columns extends Omit<AutomationRow, 'trigger' | 'event'>, Omit<AutomationTrigger, 'type'> {
  trigger_type: AutomationTrigger['type'];
  event_name: string;
  event_data: JsonRecord;
}

const COLUMNS = `a.id, a.program_id, a.name, a.description, a.status, a.trigger_type, a.cron_expression, a.timezone, a.run_at, a.scope, a.participant_filter,
  a.guard_condition, a.campaign_id, a.event_name, a.event_data, a.next_run_at, a.last_run_at, a.created_at, a.updated_at, a.deleted_at`;

const rowOf = ({ trigger_type, cron_expression, timezone, run_at, event_name, event_data, ...rest }: Columns): AutomationRow => ({
  ...rest,
  trigger: { type: trigger_type, cron_expression, timezone, run_at },
  event: { type: event_name, data: event_data },
});

interface AutomationsQuery extends PageRequest<'created_at' | 'name'> {
  id: string;
  from?: string | undefined;
  to?: string | undefined;
  status?: AutomationStatus | undefined;
  campaign_id?: string | undefined;
  include_archived: boolean;
}

const AUTOMATIONS: KeysetList<AutomationsQuery['sort_by']> = {
  name: 'automations',
  select: { columns: COLUMNS, from: 'automations a' },
  sorts: { created_at: [{ sql: 'a.created_at', type: 'timestamptz' }], name: [{ sql: 'a.name', type: 'text' }] },
  id: { sql: 'a.id', type: 'uuid' },
};

export async function listAutomationRows(organizationId: string, query: AutomationsQuery): Promise<KeysetPage<AutomationRow>> {
  const { rows, nextCursor } = await keysetPage<Columns & { id: string }, AutomationsQuery['sort_by']>(AUTOMATIONS, {
    organizationId,
    query: { ...query },
    where: [
      equals('a.organization_id', organizationId),
      equals('a.program_id', query.id),
      ...within('a.created_at', query.from, query.to),
      ...(query.campaign_id === undefined ? [] : [equals('a.campaign_id', query.campaign_id)]),
      ...statusFilter('a.status', query.status, query.include_archived),
    ],
  });
  return { rows: rows.map(rowOf), nextCursor };
}

export async function findAutomation(organizationId: string, programId: string, id: string): Promise<AutomationRow | null> {
  const [row] = await statement<Columns>(
    `SELECT ${COLUMNS} FROM automations a WHERE a.organization_id = $1 AND a.program_id = $2 AND a.id = $3`,
    [organizationId, programId, id],
  );
  return row ? rowOf(row) : null;
}

/** A program's automations, except cancelled and archived ones, by name and then by creation. */
export async function loadProgramAutomations(tx: Pick<Tx, 'query'>, organizationId: string, programId: string): Promise<AutomationRow[]> {
  const rows = await tx.query<Columns>(
    `SELECT ${COLUMNS} FROM automations a WHERE a.organization_id = $1 AND a.program_id = $2 AND a.status IN ('ACTIVE', 'PAUSED', 'COMPLETED')
     ORDER BY a.name, a.created_at, a.id`,
    [organizationId, programId],
  );
  return rows.map(rowOf);
}

/** The automation, locked against other changes and against its own runs. */
export async function findAutomationForUpdate(
  tx: Tx,
  organizationId: string,
  programId: string,
  id: string,
): Promise<AutomationRow | null> {
  const [row] = await tx.query<Columns>(
    `SELECT ${COLUMNS} FROM automations a WHERE a.organization_id = $1 AND a.program_id = $2 AND a.id = $3 FOR NO KEY UPDATE`,
    [organizationId, programId, id],
  );
  return row ? rowOf(row) : null;
}

export async function insertAutomation(tx: Tx, organizationId: string, row: AutomationRow): Promise<void> {
  await tx.query(
    `INSERT INTO automations (id, organization_id, program_id, scope, created_at, trigger_type, name, description, status, cron_expression, timezone, run_at,
       participant_filter, guard_condition, event_name, event_data, next_run_at, last_run_at, updated_at, deleted_at, campaign_id)
     VALUES ($2, $1, $18, $19, $20, $21, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [organizationId, row.id, ...changeable(row), row.program_id, row.scope, row.created_at, row.trigger.type],
  );
}

/** Writes every mutable field of an automation that the transaction has locked. */
export async function updateAutomationRow(tx: Tx, organizationId: string, row: AutomationRow): Promise<void> {
  await tx.query(
    `UPDATE automations SET name = $3, description = $4, status = $5, cron_expression = $6, timezone = $7, run_at = $8, participant_filter = $9,
       guard_condition = $10, event_name = $11, event_data = $12, next_run_at = $13, last_run_at = $14, updated_at = $15, deleted_at = $16, campaign_id = $17
     WHERE organization_id = $1 AND id = $2`,
    [organizationId, row.id, ...changeable(row)],
  );
}

const changeable = ({ trigger, event, ...row }: AutomationRow) => [
  row.name,
  row.description,
  row.status,
  trigger.cron_expression,
  trigger.timezone,
  trigger.run_at,
  row.participant_filter,
  row.guard_condition,
  event.type,
  JSON.stringify(event.data),
  row.next_run_at,
  row.last_run_at,
  row.updated_at,
  row.deleted_at,
  row.campaign_id,
];

export interface DueWork {
  /** The id of the automation or run that has work to do. */
  id: string;
  organization_id: string;
  clock_offset_ms: number;
}

const AUTOMATION_WAITS = `q.status = 'ACTIVE'`;
const dueIn = (organization: string, now: string): string =>
  `SELECT id, organization_id, next_run_at FROM automations
   WHERE organization_id = ${organization} AND status = 'ACTIVE' AND next_run_at <= ${now} ORDER BY next_run_at LIMIT $2`;

/** Automations that are due, earliest first. @param now real time, or the clock of `organizationId`. */
export function dueAutomations(now: Date, organizationId: string | null, limit: number): Promise<DueWork[]> {
  return organizationId === null
    ? statement<DueWork>(
        `SELECT d.id, d.organization_id, o.clock_offset_ms
         FROM ${earliestByOrganization('automations', 'next_run_at', AUTOMATION_WAITS)} e JOIN organizations o ON o.id = e.organization_id
         CROSS JOIN LATERAL (${dueIn('o.id', ORGANIZATION_NOW)}) d
         WHERE e.due <= ${ORGANIZATION_NOW} AND ${NOT_BEING_ADVANCED} ORDER BY d.next_run_at LIMIT $2`,
        [now, limit],
      )
    : statement<DueWork>(`SELECT d.id, d.organization_id, 0 AS clock_offset_ms FROM (${dueIn('$3', '$1')}) d`, [
        now,
        limit,
        organizationId,
      ]);
}

export interface ClaimedAutomation extends AutomationRow {
  organization_id: string;
  program_status: 'ACTIVE' | 'SUSPENDED' | 'ARCHIVED';
  /** The terms of its campaign; null without one, and for one that is deleted. */
  campaign: CampaignTerms | null;
}

/** The automation, locked until the transaction ends; null when somebody else holds the lock. */
export async function claimAutomation(
  tx: Tx,
  { organization_id: organizationId, id }: Pick<DueWork, 'organization_id' | 'id'>,
): Promise<ClaimedAutomation | null> {
  const [row] = await tx.query<Columns & Pick<ClaimedAutomation, 'organization_id' | 'program_status' | 'campaign'>>(
    `SELECT ${COLUMNS}, a.organization_id, p.status AS program_status,
       (SELECT s.campaign FROM rule_sets s WHERE s.organization_id = a.organization_id AND s.id = a.campaign_id AND s.deleted_at IS NULL) AS campaign
     FROM automations a JOIN programs p ON p.organization_id = a.organization_id AND p.id = a.program_id
     WHERE a.organization_id = $1 AND a.id = $2 FOR NO KEY UPDATE OF a SKIP LOCKED`,
    [organizationId, id],
  );
  if (!row) return null;
  const { organization_id, program_status, campaign, ...columns } = row;
  return { ...rowOf(columns), organization_id, program_status, campaign };
}

/** Records that a run was started, and when the next is due. */
export async function recordStart(
  tx: Tx,
  { organization_id, id }: ClaimedAutomation,
  { lastRunAt, nextRunAt }: { lastRunAt: Date; nextRunAt: Date | null },
): Promise<void> {
  await tx.query('UPDATE automations SET last_run_at = $3, next_run_at = $4 WHERE organization_id = $1 AND id = $2', [
    organization_id,
    id,
    lastRunAt,
    nextRunAt,
  ]);
}

/** When anything about automations next falls due in an organization, up to `until`; null when nothing does. */
export async function nextAutomationDue(organizationId: string, until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(
    `SELECT least(
       (SELECT min(next_run_at) FROM automations WHERE organization_id = $1 AND status = 'ACTIVE' AND next_run_at <= $2),
       (SELECT min(due_at) FROM automation_runs WHERE organization_id = $1 AND status = 'RUNNING' AND due_at <= $2),
       (SELECT min(j.due_at) FROM automation_evaluations j JOIN automations a ON a.organization_id = j.organization_id AND a.id = j.automation_id AND a.status = 'ACTIVE'
        WHERE j.organization_id = $1 AND j.due_at <= $2)) AS due_at`,
    [organizationId, until],
  );
  return row?.due_at ?? null;
}

/** A condition on a evaluation `q`: evaluations of paused automations are not due. */
export const EVALUATED_BY_ACTIVE = `EXISTS (SELECT 1 FROM automations a WHERE a.organization_id = q.organization_id AND a.id = q.automation_id AND a.status = 'ACTIVE')`;

/** The real time at which anything about automations next falls due in any organization, up to `until`. */
export async function nextAutomationDueOfAny(until: Date): Promise<Date | null> {
  const [row] = await statement<{ due: Date | null }>(
    `SELECT least(${earliestOfAny('automations', 'next_run_at', AUTOMATION_WAITS)},
       ${earliestOfAny('automation_runs', 'due_at', `q.status = 'RUNNING'`)},
       ${earliestOfAny('automation_evaluations', 'due_at', EVALUATED_BY_ACTIVE)}) AS due`,
  );
  return row?.due && row.due <= until ? row.due : null;
}
