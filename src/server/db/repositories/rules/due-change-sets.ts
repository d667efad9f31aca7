/** Finds the change sets that are due to be published, on the clock of their organization. */
import { earliestByOrganization, earliestOfAny, NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '@/server/db/organization-clock';
import { statement } from '@/server/db/transaction';

export interface DueChangeSet {
  readonly id: string;
  readonly organization_id: string;
  readonly clock_offset_ms: number;
}

const SCHEDULED = `q.status = 'SCHEDULED'`;
const dueIn = (organization: string, now: string): string =>
  `SELECT id, organization_id, publish_at FROM change_sets
   WHERE organization_id = ${organization} AND status = 'SCHEDULED' AND publish_at <= ${now} ORDER BY publish_at, id LIMIT $2`;

/** Earliest first. @param now real time, or the clock of `organizationId`. */
export function dueChangeSets(now: Date, organizationId: string | null, limit: number): Promise<DueChangeSet[]> {
  return organizationId === null
    ? statement<DueChangeSet>(
        `SELECT d.id, d.organization_id, o.clock_offset_ms
         FROM ${earliestByOrganization('change_sets', 'publish_at', SCHEDULED)} e JOIN organizations o ON o.id = e.organization_id
         CROSS JOIN LATERAL (${dueIn('o.id', ORGANIZATION_NOW)}) d
         WHERE e.due <= ${ORGANIZATION_NOW} AND ${NOT_BEING_ADVANCED} ORDER BY d.publish_at, d.id LIMIT $2`,
        [now, limit],
      )
    : statement<DueChangeSet>(`SELECT d.id, d.organization_id, 0 AS clock_offset_ms FROM (${dueIn('$3', '$1')}) d`, [
        now,
        limit,
        organizationId,
      ]);
}

/** When the organization's next set is due, up to `until`; null when none is. */
export async function nextChangeSetDue(organizationId: string, until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(
    `SELECT min(publish_at) AS due_at FROM change_sets WHERE organization_id = $1 AND status = 'SCHEDULED' AND publish_at <= $2`,
    [organizationId, until],
  );
  return row?.due_at ?? null;
}

/** The real time at which the next set of any organization is due, up to `until`. */
export async function nextChangeSetDueOfAny(until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(`SELECT ${earliestOfAny('change_sets', 'publish_at', SCHEDULED)} AS due_at`);
  return row?.due_at && row.due_at <= until ? row.due_at : null;
}
