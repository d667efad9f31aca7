/**
 * Finds leaderboards that have something to do, on the clock of their organization: at the time that each of them keeps, or because somebody's
 * score may have changed. Organizations without leaderboards cost nothing.
 */
import { LEAST_OF_ALL } from '@/server/db/spread';
import {
  earliestByOrganization,
  earliestOfAny,
  firstOfEachOrganization,
  NOT_BEING_ADVANCED,
  ORGANIZATION_NOW,
} from '@/server/db/organization-clock';
import { statement } from '@/server/db/transaction';

export interface DueLeaderboard {
  readonly id: string;
  readonly organization_id: string;
  readonly clock_offset_ms: number;
}

/** Since when somebody waits of a leaderboard `l`. */
const FIRST_WAITING = `(SELECT q.queued_at FROM leaderboard_queue q WHERE q.organization_id = l.organization_id AND q.leaderboard_id = l.id
  ORDER BY q.sequence LIMIT 1)`;

const dueIn = (organization: string, now: string): string => `
  SELECT l.id, l.organization_id FROM leaderboards l WHERE l.organization_id = ${organization}
    AND (l.due_at <= ${now} OR ${FIRST_WAITING} <= ${now}) ORDER BY l.id LIMIT $2`;

const dueOf = (organizations: string, condition: string): string => `
  SELECT d.id, d.organization_id, o.clock_offset_ms FROM ${organizations} e JOIN organizations o ON o.id = e.organization_id
  CROSS JOIN LATERAL (${dueIn('o.id', ORGANIZATION_NOW)}) d WHERE ${condition} AND ${NOT_BEING_ADVANCED} LIMIT $2`;

const WAITING = firstOfEachOrganization('leaderboard_queue', 'q.queued_at AS due', 'true', 'q.leaderboard_id, q.sequence');
const DUE_BY_TIME = dueOf(earliestByOrganization('leaderboards', 'due_at', 'true'), `e.due <= ${ORGANIZATION_NOW}`);
const DUE_BY_QUEUE = dueOf(WAITING, 'true');
const DUE_IN_ONE = `SELECT d.id, d.organization_id, 0 AS clock_offset_ms FROM (${dueIn('$3', '$1')}) d`;

/** @param now real time, or the clock of `organizationId`. */
export async function dueLeaderboards(now: Date, organizationId: string | null, limit: number): Promise<DueLeaderboard[]> {
  if (organizationId !== null) return statement<DueLeaderboard>(DUE_IN_ONE, [now, limit, organizationId]);
  const found = await Promise.all([
    statement<DueLeaderboard>(DUE_BY_TIME, [now, limit]),
    statement<DueLeaderboard>(DUE_BY_QUEUE, [now, limit]),
  ]);
  return [...new Map(found.flat().map((due) => [due.id, due])).values()];
}

/** When the organization has something to do about leaderboards next, up to `until`; null when nothing is. */
export async function nextLeaderboardDue(organizationId: string, until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(
    `SELECT least(min(l.due_at), min(${FIRST_WAITING})) AS due_at FROM leaderboards l WHERE l.organization_id = $1`,
    [organizationId],
  );
  return row?.due_at && row.due_at <= until ? row.due_at : null;
}

/** The real time at which any organization has something to do about leaderboards next, up to `until`. */
export async function nextLeaderboardDueOfAny(until: Date): Promise<Date | null> {
  const [kept, waiting] = await Promise.all([
    statement<{ due_at: Date | null }>(`SELECT ${earliestOfAny('leaderboards', 'due_at', 'true')} AS due_at`),
    statement<{ due_at: Date | null }>(NEXT_WAITING),
  ]);
  const times = [...kept, ...waiting].flatMap(({ due_at }) => (due_at && due_at <= until ? [due_at.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

const NEXT_WAITING = `
  ${LEAST_OF_ALL} SELECT min(e.due - o.clock_offset_ms * interval '1 millisecond') AS due_at
  FROM ${WAITING} e JOIN organizations o ON o.id = e.organization_id`;
