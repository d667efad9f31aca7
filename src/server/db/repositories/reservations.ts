/** Finds reservations that have reached their deadline. */
import { earliestOfAny, NOT_BEING_ADVANCED } from '../organization-clock';
import { statement } from '../transaction';

export interface DueReservation {
  redemption_id: string;
  organization_id: string;
  clock_offset_ms: number;
}

const due = (now: string, where: string) =>
  `SELECT r.id AS redemption_id, r.organization_id FROM redemptions r WHERE r.status = 'PENDING' AND r.expires_at <= ${now} ${where} ORDER BY r.expires_at LIMIT $2`;

/** Rows due by real time are due in every organization; organizations whose clocks run ahead have more. */
const DUE_ANYWHERE = `
  WITH due AS (
    (${due('$1', '')})
    UNION SELECT d.* FROM organizations o CROSS JOIN LATERAL (${due(`$1 + o.clock_offset_ms * interval '1 millisecond'`, 'AND r.organization_id = o.id')}) d WHERE o.clock_offset_ms > 0
  )
  SELECT due.*, o.clock_offset_ms FROM due JOIN organizations o ON o.id = due.organization_id WHERE ${NOT_BEING_ADVANCED} LIMIT $2`.replaceAll(
  '$1',
  '$1::timestamptz',
);
const DUE_IN_ONE = `SELECT due.*, 0 AS clock_offset_ms FROM (${due('$1', 'AND r.organization_id = $3')}) due`;

/** At most `limit` pending redemptions past their deadline. @param now real time, or the clock of `organizationId`. */
export function dueReservations(now: Date, organizationId: string | null, limit: number): Promise<DueReservation[]> {
  return statement<DueReservation>(
    organizationId === null ? DUE_ANYWHERE : DUE_IN_ONE,
    organizationId === null ? [now, limit] : [now, limit, organizationId],
  );
}

/** When the organization's next reservation reaches its deadline, up to `until`; null when none does. */
export async function nextReservationDue(organizationId: string, until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(
    `SELECT min(expires_at) AS due_at FROM redemptions WHERE organization_id = $1 AND status = 'PENDING' AND expires_at <= $2`,
    [organizationId, until],
  );
  return row?.due_at ?? null;
}

/** The real time at which the next reservation of any organization reaches its deadline, up to `until`. */
export async function nextReservationDueOfAny(until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(
    `SELECT ${earliestOfAny('redemptions', 'expires_at', "q.status = 'PENDING'")} AS due_at`,
  );
  return row?.due_at && row.due_at <= until ? row.due_at : null;
}
