/** Counts over one organization's last hours, each from an index on creation time. */
import { statement } from '../transaction';

/** @param programId narrows to one program; null: all. */
export interface OverviewScope {
  readonly organizationId: string;
  readonly programId: string | null;
  readonly from: Date;
}

export interface EventHour {
  hour: Date;
  completed: number;
  failed: number;
  waiting: number;
}

/** One row per hour from `from` on that has events. */
export function countEventsByHour({ organizationId, programId, from }: OverviewScope): Promise<EventHour[]> {
  return statement<EventHour>(
    `SELECT date_trunc('hour', created_at, 'UTC') AS hour,
            count(*) FILTER (WHERE status = 'COMPLETED') AS completed,
            count(*) FILTER (WHERE status = 'FAILED') AS failed,
            count(*) FILTER (WHERE status IN ('PENDING', 'PROCESSING')) AS waiting
     FROM events
     WHERE organization_id = $1 AND created_at >= $3 AND ($2::uuid IS NULL OR program_id = $2)
     GROUP BY 1 ORDER BY 1`,
    [organizationId, programId, from],
  );
}

/** What credits gave to participants and groups, per asset. */
export function sumIssued({
  organizationId,
  programId,
  from,
}: OverviewScope): Promise<{ asset_id: string; amount: string; scale: number }[]> {
  return statement(
    `SELECT p.asset_id, sum(p.amount)::text AS amount, a.scale
     FROM journal_entries e
     JOIN postings p ON p.entry_id = e.id
     JOIN assets a ON a.id = p.asset_id
     WHERE e.organization_id = $1 AND e.created_at >= $3 AND ($2::uuid IS NULL OR e.program_id = $2)
       AND e.type = 'CREDIT' AND p.account_type IN ('PARTICIPANT', 'GROUP') AND p.amount > 0
     GROUP BY p.asset_id, a.scale, a.symbol ORDER BY a.symbol`,
    [organizationId, programId, from],
  );
}

/** All participants, or those enrolled in the program; and how many of them are new. */
export async function countParticipants({ organizationId, programId, from }: OverviewScope): Promise<{ total: number; joined: number }> {
  const source = programId
    ? 'SELECT enrolled_at AS since FROM program_participants WHERE organization_id = $1 AND program_id = $3'
    : 'SELECT created_at AS since FROM participants WHERE organization_id = $1';
  const [row] = await statement<{ total: number; joined: number }>(
    `SELECT count(*) AS total, count(*) FILTER (WHERE since >= $2) AS joined FROM (${source}) AS members`,
    programId ? [organizationId, from, programId] : [organizationId, from],
  );
  return row ?? { total: 0, joined: 0 };
}

export async function countDeliveries({
  organizationId,
  from,
}: OverviewScope): Promise<{ delivered: number; failed: number; waiting: number }> {
  const [row] = await statement<{ delivered: number; failed: number; waiting: number }>(
    `SELECT count(*) FILTER (WHERE status = 'DELIVERED') AS delivered,
            count(*) FILTER (WHERE status = 'FAILED') AS failed,
            count(*) FILTER (WHERE status IN ('PENDING', 'SENDING')) AS waiting
     FROM webhook_deliveries WHERE organization_id = $1 AND created_at >= $2`,
    [organizationId, from],
  );
  return row ?? { delivered: 0, failed: 0, waiting: 0 };
}
