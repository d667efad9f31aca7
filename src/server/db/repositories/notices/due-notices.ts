/**
 * Finds settings of notices that have something to do, on the clock of their organization: at the time that each of them keeps, or because a
 * reservation is about to end, which no setting can know beforehand.
 */
import { LEAST_OF_ALL, OF_ALL } from '@/server/db/spread';
import { earliestByOrganization, earliestOfAny, NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '@/server/db/organization-clock';
import { statement } from '@/server/db/transaction';

export interface DueNoticeSetting {
  readonly id: string;
  readonly organization_id: string;
  readonly clock_offset_ms: number;
}

const dueIn = (organization: string, now: string): string =>
  `SELECT id, organization_id, due_at FROM notice_settings WHERE organization_id = ${organization} AND due_at <= ${now} ORDER BY due_at, id LIMIT $2`;

const TELLS_OF_RESERVATIONS = `s.status = 'ACTIVE' AND s.kind = 'RESERVATION_EXPIRES'`;
const BEFORE = `(s.terms->>'minutes_before')::int * interval '1 minute'`;

/** When the setting `s` has the next reservation to look at: of any program, as the check itself looks at its own. */
const RESERVATION_DUE = `(least(
    (SELECT min(d.expires_at) FROM decisions d WHERE d.organization_id = s.organization_id AND d.status = 'RESERVED' AND d.expires_at > s.checked_until + ${BEFORE}),
    (SELECT min(r.expires_at) FROM redemptions r WHERE r.organization_id = s.organization_id AND r.status = 'PENDING' AND r.expires_at > s.checked_until + ${BEFORE})
  ) - ${BEFORE})`;

/** At most `limit` of each sort. @param now real time, or the clock of `organizationId`. */
export async function dueNoticeSettings(now: Date, organizationId: string | null, limit: number): Promise<DueNoticeSetting[]> {
  const found =
    organizationId === null
      ? await Promise.all([
          statement<DueNoticeSetting>(DUE_ANYWHERE, [now, limit]),
          statement<DueNoticeSetting>(RESERVED_ANYWHERE, [now, limit]),
        ])
      : await Promise.all([
          statement<DueNoticeSetting>(DUE_IN_ONE, [now, limit, organizationId]),
          statement<DueNoticeSetting>(RESERVED_IN_ONE, [now, limit, organizationId]),
        ]);
  return [...new Map(found.flat().map((due) => [due.id, due])).values()];
}

const DUE_ANYWHERE = `
  SELECT d.id, d.organization_id, o.clock_offset_ms
  FROM ${earliestByOrganization('notice_settings', 'due_at', 'true')} e JOIN organizations o ON o.id = e.organization_id
  CROSS JOIN LATERAL (${dueIn('o.id', ORGANIZATION_NOW)}) d
  WHERE e.due <= ${ORGANIZATION_NOW} AND ${NOT_BEING_ADVANCED} ORDER BY d.due_at, d.id LIMIT $2`;
const DUE_IN_ONE = `SELECT d.id, d.organization_id, 0 AS clock_offset_ms FROM (${dueIn('$3', '$1')}) d`;

const RESERVED_ANYWHERE = `
  ${OF_ALL} SELECT s.id, s.organization_id, o.clock_offset_ms FROM notice_settings s JOIN organizations o ON o.id = s.organization_id
  WHERE ${TELLS_OF_RESERVATIONS} AND ${NOT_BEING_ADVANCED} AND ${RESERVATION_DUE} <= ${ORGANIZATION_NOW} LIMIT $2`;
const RESERVED_IN_ONE = `
  SELECT s.id, s.organization_id, 0 AS clock_offset_ms FROM notice_settings s
  WHERE s.organization_id = $3 AND ${TELLS_OF_RESERVATIONS} AND ${RESERVATION_DUE} <= $1 ORDER BY s.id LIMIT $2`;

/** When the organization has something to do about notices next, up to `until`; null when nothing is. */
export async function nextNoticeDue(organizationId: string, until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(
    `SELECT least(
       (SELECT min(due_at) FROM notice_settings WHERE organization_id = $1 AND due_at <= $2),
       (SELECT min(${RESERVATION_DUE}) FROM notice_settings s WHERE s.organization_id = $1 AND ${TELLS_OF_RESERVATIONS})) AS due_at`,
    [organizationId, until],
  );
  return row?.due_at && row.due_at <= until ? row.due_at : null;
}

/** The real time at which any organization has something to do about notices next, up to `until`. */
export async function nextNoticeDueOfAny(until: Date): Promise<Date | null> {
  const [kept, reserved] = await Promise.all([
    statement<{ due_at: Date | null }>(`SELECT ${earliestOfAny('notice_settings', 'due_at', 'true')} AS due_at`),
    statement<{ due_at: Date | null }>(NEXT_RESERVED),
  ]);
  const times = [...kept, ...reserved].flatMap(({ due_at }) => (due_at && due_at <= until ? [due_at.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

const NEXT_RESERVED = `
  ${LEAST_OF_ALL} SELECT min(${RESERVATION_DUE} - o.clock_offset_ms * interval '1 millisecond') AS due_at
  FROM notice_settings s JOIN organizations o ON o.id = s.organization_id WHERE ${TELLS_OF_RESERVATIONS}`;
