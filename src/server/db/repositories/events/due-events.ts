/** Finds programs with due events, and when the next one falls due. */
import { LEAST_OF_ALL, OF_ALL } from '@/server/db/spread';
import { NOT_BEING_ADVANCED } from '@/server/db/organization-clock';
import { statement } from '@/server/db/transaction';
import { heldBack, type QueuedProgram } from './event-queue';

export interface DueProgram extends QueuedProgram {
  /** Whether more of its events are due than one batch holds. */
  readonly backlog: boolean;
}

/**
 * Finds programs with due events, by a loose index scan over programs.
 * @param now real time.
 * @param organization restricts to its programs, at the time its clock shows; null: every organization whose clock is not being moved.
 * @param batch how many events one batch holds.
 * @param only restricts to this program.
 */
export async function programsWithDueEvents(
  now: Date,
  organization: { readonly id: string; readonly now: Date } | null,
  batch: number,
  only?: string,
): Promise<DueProgram[]> {
  const rows = await statement<{ program_id: string; organization_id: string; clock_offset_ms: number; backlog: boolean }>(
    organization ? DUE_PROGRAMS_OF_ONE : DUE_PROGRAMS,
    organization ? [organization.now, batch, organization.id] : [now, batch],
  );
  return rows
    .filter((row) => only === undefined || row.program_id === only)
    .map((row) => ({
      programId: row.program_id,
      organizationId: row.organization_id,
      now: organization?.now ?? new Date(now.getTime() + row.clock_offset_ms),
      backlog: row.backlog,
    }));
}

/** One row for each value of these leading columns of the queue's key, as the recursive table `queue`: what is due first in each. */
function looselyBy(columns: string, organization?: string): string {
  const first = (beyond: string): string =>
    `SELECT ${columns}, due_at FROM event_queue q WHERE ${[...(organization ? [`q.organization_id = ${organization}`] : []), beyond].join(' AND ')}
     ORDER BY organization_id, program_id, lane, due_at LIMIT 1`;
  const of = (table: string): string => columns.replace(/\w+/g, `${table}.$&`);
  return `
  ${organization ? '' : OF_ALL} WITH RECURSIVE queue AS (
    (${first('true')})
    UNION ALL
    SELECT following.* FROM queue CROSS JOIN LATERAL (${first(`(${of('q')}) > (${of('queue')})`)}) AS following
  )`;
}

const BY_PROGRAM = 'organization_id, program_id';
const BY_LANE = 'organization_id, program_id, lane';

const DUE_PROGRAMS = `${looselyBy(BY_PROGRAM)}
  SELECT queue.program_id, queue.organization_id, o.clock_offset_ms, due.events > $2::int AS backlog
  FROM queue JOIN organizations o ON o.id = queue.organization_id CROSS JOIN LATERAL (
    SELECT count(*) AS events FROM (
      SELECT 1 FROM event_queue q
      WHERE q.organization_id = queue.organization_id AND q.program_id = queue.program_id
        AND q.due_at <= $1::timestamptz + o.clock_offset_ms * interval '1 millisecond'
      LIMIT $2::int + 1) AS first
  ) AS due
  WHERE ${NOT_BEING_ADVANCED} AND due.events > 0`;

const DUE_PROGRAMS_OF_ONE = `${looselyBy(BY_PROGRAM, '$3')}
  SELECT queue.program_id, queue.organization_id, 0 AS clock_offset_ms, due.events > $2::int AS backlog
  FROM queue CROSS JOIN LATERAL (
    SELECT count(*) AS events FROM (
      SELECT 1 FROM event_queue q WHERE q.organization_id = $3 AND q.program_id = queue.program_id AND q.due_at <= $1 LIMIT $2::int + 1) AS first
  ) AS due
  WHERE due.events > 0`;

/** When the organization's next event is due, if that is by `until`. Events that wait behind a retry become due with it. */
export async function nextEventDue(organizationId: string, until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(
    `${looselyBy(BY_LANE, '$1')}
     SELECT min(first.due_at) AS due_at FROM queue CROSS JOIN LATERAL (
       SELECT q.due_at FROM event_queue q
       WHERE q.organization_id = $1 AND q.program_id = queue.program_id AND q.lane = queue.lane AND q.due_at <= $2 AND NOT ${heldBack('q.due_at')}
       ORDER BY q.due_at, q.id LIMIT 1
     ) AS first`,
    [organizationId, until],
  );
  return row?.due_at ?? null;
}

/** The real time at which the next event of any organization is due, up to `until`. */
export async function nextEventDueOfAny(until: Date): Promise<Date | null> {
  const [row] = await statement<{ due: Date | null }>(
    `${looselyBy(BY_LANE)}
     SELECT ${LEAST_OF_ALL} min(queue.due_at - o.clock_offset_ms * interval '1 millisecond') AS due FROM queue JOIN organizations o ON o.id = queue.organization_id`,
  );
  return row?.due && row.due <= until ? row.due : null;
}
