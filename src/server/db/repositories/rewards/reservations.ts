/** Finds reservations that have reached their deadline. */
import { earliestByOrganization, earliestOfAny, NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '@/server/db/organization-clock';
import { statement } from '@/server/db/transaction';

interface DueReservation {
  redemption_id: string;
  organization_id: string;
  clock_offset_ms: number;
}

/** A redemption `q` that its deadline ends. Those of decisions end with these, unless a provider was told to deliver. */
export const OPEN_RESERVATION = `q.status = 'PENDING' AND (q.decision_id IS NULL OR EXISTS (
  SELECT 1 FROM fulfillment_orders f WHERE f.organization_id = q.organization_id AND f.redemption_id = q.id))`;
const dueIn = (organization: string, now: string): string =>
  `SELECT q.id AS redemption_id, q.organization_id, q.expires_at FROM redemptions q
   WHERE q.organization_id = ${organization} AND ${OPEN_RESERVATION} AND q.expires_at <= ${now} ORDER BY q.expires_at LIMIT $2`;

const DUE_ANYWHERE = `
  SELECT d.redemption_id, d.organization_id, o.clock_offset_ms
  FROM ${earliestByOrganization('redemptions', 'expires_at', OPEN_RESERVATION)} e JOIN organizations o ON o.id = e.organization_id
  CROSS JOIN LATERAL (${dueIn('o.id', ORGANIZATION_NOW)}) d
  WHERE e.due <= ${ORGANIZATION_NOW} AND ${NOT_BEING_ADVANCED} ORDER BY d.expires_at LIMIT $2`;
const DUE_IN_ONE = `SELECT d.redemption_id, d.organization_id, 0 AS clock_offset_ms FROM (${dueIn('$3', '$1')}) d`;

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
    `SELECT min(q.expires_at) AS due_at FROM redemptions q WHERE q.organization_id = $1 AND ${OPEN_RESERVATION} AND q.expires_at <= $2`,
    [organizationId, until],
  );
  return row?.due_at ?? null;
}

/** The real time at which the next reservation of any organization reaches its deadline, up to `until`. */
export async function nextReservationDueOfAny(until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(
    `SELECT ${earliestOfAny('redemptions', 'expires_at', OPEN_RESERVATION)} AS due_at`,
  );
  return row?.due_at && row.due_at <= until ? row.due_at : null;
}
