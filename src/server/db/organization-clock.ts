/**
 * Reads and moves an organization's clock: real time plus an offset. While it is being moved, a lease on the organization's row keeps
 * background workers and other movers away.
 */
import { LEAST_OF_ALL, OF_ALL } from './spread';
import { statement } from './transaction';

/** A condition on an `organizations` row named `o`: its clock is not being moved. @param now an expression for real time. */
export const notBeingAdvanced = (now: string): string => `(o.clock_leased_until IS NULL OR o.clock_leased_until <= ${now})`;

/**
 * The same with real time as `$1`. Background workers must include it in their claims, so that whoever moves a clock does that
 * organization's work alone and in order.
 */
export const NOT_BEING_ADVANCED = notBeingAdvanced('$1');

/** The current time of the organization `o`, with real time as `$1`. */
export const ORGANIZATION_NOW = "($1::timestamptz + o.clock_offset_ms * interval '1 millisecond')";

/**
 * A subquery of the organizations (`organization_id`) that have rows waiting in a table, each with columns of its first one. They are found
 * one after another through an index on (organization_id, order), however many rows each of them has. `waiting` is a condition on the
 * table, aliased `q`; `columns` and `order` are of `q`, too.
 */
export const firstOfEachOrganization = (table: string, columns: string, waiting: string, order: string): string => {
  const first = (where: string): string =>
    `SELECT q.organization_id, ${columns} FROM ${table} q WHERE ${where}${waiting} ORDER BY q.organization_id, ${order} LIMIT 1`;
  return `(
    ${OF_ALL} WITH RECURSIVE firsts AS (
      (${first('')})
      UNION ALL
      SELECT later.* FROM firsts before CROSS JOIN LATERAL (${first('q.organization_id > before.organization_id AND ')}) later)
    SELECT * FROM firsts)`;
};

/** The same with the earliest due time of each organization, as `due`. */
export const earliestByOrganization = (table: string, due: string, waiting: string): string =>
  firstOfEachOrganization(table, `q.${due} AS due`, `${waiting} AND q.${due} IS NOT NULL`, `q.${due}`);

/** An expression for the real time at which the first row of any organization falls due, with the same arguments. */
export const earliestOfAny = (table: string, due: string, waiting: string): string => `
  (${LEAST_OF_ALL} SELECT min(e.due - o.clock_offset_ms * interval '1 millisecond')
   FROM ${earliestByOrganization(table, due, waiting)} e JOIN organizations o ON o.id = e.organization_id)`;

/** The organization's offset in milliseconds; null when there is no such organization. */
export async function readClockOffset(organizationId: string): Promise<number | null> {
  const [row] = await statement<{ clock_offset_ms: number }>('SELECT clock_offset_ms FROM organizations WHERE id = $1', [organizationId]);
  return row?.clock_offset_ms ?? null;
}

export interface ClockLease {
  readonly offsetMs: number;
  /** When the previous mover's lease lapsed without being released; null when it was released. */
  readonly lapsedAt: Date | null;
}

/** Takes the lease until `until`; null while another mover holds it at `now`. Both are real time. */
export async function leaseClock(organizationId: string, now: Date, until: Date): Promise<ClockLease | null> {
  const [row] = await statement<{ clock_offset_ms: number; lapsed_at: Date | null }>(
    `WITH free AS (SELECT o.id, o.clock_leased_until AS lapsed_at FROM organizations o WHERE o.id = $2 AND ${NOT_BEING_ADVANCED} FOR UPDATE)
     UPDATE organizations o SET clock_leased_until = $3 FROM free WHERE o.id = free.id RETURNING o.clock_offset_ms, free.lapsed_at`,
    [now, organizationId, until],
  );
  return row ? { offsetMs: row.clock_offset_ms, lapsedAt: row.lapsed_at } : null;
}

/** Extends a lease that is held; one released meanwhile stays released. */
export async function renewClockLease(organizationId: string, until: Date): Promise<void> {
  await statement('UPDATE organizations SET clock_leased_until = $2 WHERE id = $1 AND clock_leased_until IS NOT NULL', [
    organizationId,
    until,
  ]);
}

export async function releaseClock(organizationId: string): Promise<void> {
  await statement('UPDATE organizations SET clock_leased_until = NULL WHERE id = $1', [organizationId]);
}

/** Moves the clock forward to `offsetMs`; an offset that is not ahead of the stored one changes nothing. */
export async function moveClock(organizationId: string, offsetMs: number): Promise<void> {
  await statement('UPDATE organizations SET clock_offset_ms = $2 WHERE id = $1 AND clock_offset_ms < $2', [organizationId, offsetMs]);
}
