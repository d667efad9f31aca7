/**
 * Finds the events that were processed in a window of time. Outcomes have no index by time: nearly all events are processed soon after they
 * arrive, so they are found by the time in their ids, and the others by a small index of their own. Each outcome is looked up by its key: of
 * a join of two ranges the planner may compare every row of one with every row of the other.
 */

/** What that index covers, once the function is inlined. */
const LATE = `o.processed_at - time_of_id(o.event_id) NOT BETWEEN interval '-1 minute' AND interval '1 hour'`;

interface ProcessedWindow {
  /** SQL for the instants; `to` is exclusive. */
  readonly from: string;
  readonly to: string;
  /** SQL for conditions on the event `e`, besides its organization, which is `$1`. */
  readonly which?: string;
  /** SQL for the first and last id of those that did not wait long, where these are known. */
  readonly ids?: { readonly first: string; readonly last: string };
}

/** A subquery: rows of events, with `status`, `error_code` and `processed_at` of their outcomes, and whether they are `late`. */
export function processedWithin({ from, to, which = 'true', ids }: ProcessedWindow): string {
  const [first, last] = ids ? [ids.first, ids.last] : [`${from} - interval '1 hour'`, `${to} + interval '1 minute'`];
  const near = (id: string): string =>
    ids ? `${id} >= ${first} AND ${id} <= ${last}` : `${id} >= first_id_at(${first}) AND ${id} < first_id_at(${last})`;
  const inTime = `o.processed_at >= ${from} AND o.processed_at < ${to}`;
  const columns = (late: boolean): string => `SELECT e.*, o.status, o.error_code, o.processed_at, ${late} AS late`;
  return `(
    ${columns(false)} FROM events e CROSS JOIN LATERAL (SELECT * FROM event_outcomes o WHERE o.organization_id = $1 AND o.event_id = e.id OFFSET 0) o
    WHERE e.organization_id = $1 AND ${near('e.id')} AND ${inTime} AND NOT (${LATE}) AND ${which}
    UNION ALL
    ${columns(true)} FROM event_outcomes o CROSS JOIN LATERAL (SELECT * FROM events e WHERE e.organization_id = $1 AND e.id = o.event_id OFFSET 0) e
    WHERE o.organization_id = $1 AND ${inTime} AND ${LATE} AND ${which}
  )`;
}
