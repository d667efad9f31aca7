/** Finds the reservations that are past their deadline, on the clock of their organization. */
import { earliestByOrganization, earliestOfAny, NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '@/server/db/organization-clock';
import { statement } from '@/server/db/transaction';

export interface DueDecision {
  readonly id: string;
  readonly organization_id: string;
  readonly program_id: string;
  readonly participant_id: string;
  readonly idempotency_key: string;
  readonly configuration_version: number;
  readonly clock_offset_ms: number;
}

const RESERVED = `q.status = 'RESERVED'`;
const FOUND = 'd.id, d.organization_id, d.program_id, d.participant_id, d.idempotency_key, d.configuration_version';
const dueIn = (organization: string, now: string): string =>
  `SELECT * FROM decisions WHERE organization_id = ${organization} AND status = 'RESERVED' AND expires_at <= ${now} ORDER BY expires_at, id LIMIT $2`;

/** Earliest first. @param now real time, or the clock of `organizationId`. */
export function dueDecisions(now: Date, organizationId: string | null, limit: number): Promise<DueDecision[]> {
  return organizationId === null
    ? statement<DueDecision>(
        `SELECT ${FOUND}, o.clock_offset_ms
         FROM ${earliestByOrganization('decisions', 'expires_at', RESERVED)} e JOIN organizations o ON o.id = e.organization_id
         CROSS JOIN LATERAL (${dueIn('o.id', ORGANIZATION_NOW)}) d
         WHERE e.due <= ${ORGANIZATION_NOW} AND ${NOT_BEING_ADVANCED} ORDER BY d.expires_at, d.id LIMIT $2`,
        [now, limit],
      )
    : statement<DueDecision>(`SELECT ${FOUND}, 0 AS clock_offset_ms FROM (${dueIn('$3', '$1')}) d`, [now, limit, organizationId]);
}

interface DueCount {
  readonly organizationId: string;
  /** Null: of every program. */
  readonly programId: string | null;
  readonly until: Date;
  readonly most: number;
}

/** How many reservations have their deadline by `until`, counted up to `most`. */
export async function countDueDecisions({ organizationId, programId, until, most }: DueCount): Promise<number> {
  const [row] = await statement<{ due: number }>(
    `SELECT count(*)::int AS due FROM (
       SELECT FROM decisions WHERE organization_id = $1 AND status = 'RESERVED' AND expires_at <= $2 AND ($3::uuid IS NULL OR program_id = $3) LIMIT $4) d`,
    [organizationId, until, programId, most],
  );
  return row?.due ?? 0;
}

/** When the organization's next reservation is past its deadline, up to `until`; null when none is. */
export async function nextDecisionDue(organizationId: string, until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(
    `SELECT min(expires_at) AS due_at FROM decisions WHERE organization_id = $1 AND status = 'RESERVED' AND expires_at <= $2`,
    [organizationId, until],
  );
  return row?.due_at ?? null;
}

/** The real time at which the next reservation of any organization is past its deadline, up to `until`. */
export async function nextDecisionDueOfAny(until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(`SELECT ${earliestOfAny('decisions', 'expires_at', RESERVED)} AS due_at`);
  return row?.due_at && row.due_at <= until ? row.due_at : null;
}
