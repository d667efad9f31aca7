/**
 * Adds up what of a program falls due on each of a list of days, in one statement each, through the index of what is due. The first instants
 * of the days are given, so that a day is what the service says it is; `day` counts them from 0.
 */
import { statement } from '@/server/db/transaction';

export interface DueDays {
  readonly organizationId: string;
  readonly programId: string;
  readonly from: Date;
  readonly to: Date;
  /** The first instant of every day but the first, in order. */
  readonly borders: readonly Date[];
}

const valuesOf = ({ organizationId, programId, from, to, borders }: DueDays) => [organizationId, programId, from, to, borders];

interface DueAmountRow {
  day: number;
  asset_id: string;
  symbol: string;
  scale: number;
  amount: string;
}

const LOTS = {
  expiring: { column: 'expires_at', where: 'l.expires_at IS NOT NULL' },
  maturing: { column: 'matures_at', where: `l.bucket = 'DEFERRED'` },
} as const;

/**
 * What is left in lots that expire, or in deferred ones that mature, by day and asset. They are read in their order: without one, the planner
 * takes any index of the organization for as good while it takes its lots for few.
 */
export function sumDueLots(days: DueDays, what: keyof typeof LOTS): Promise<DueAmountRow[]> {
  const { column, where } = LOTS[what];
  return statement<DueAmountRow>(
    `SELECT due.day, due.asset_id, a.symbol, a.scale, due.amount::text AS amount
     FROM (SELECT width_bucket(l.${column}, $5::timestamptz[]) AS day, l.asset_id, sum(l.remaining) AS amount
           FROM (SELECT l.${column}, l.asset_id, l.remaining FROM lots l
                 WHERE l.organization_id = $1 AND l.program_id = $2 AND l.${column} >= $3 AND l.${column} < $4 AND l.remaining > 0 AND ${where}
                 ORDER BY l.organization_id, l.${column} OFFSET 0) l
           GROUP BY 1, 2) due
     JOIN assets a ON a.organization_id = $1 AND a.id = due.asset_id
     ORDER BY due.day, a.symbol`,
    valuesOf(days),
  );
}

interface DueMembershipsRow {
  day: number;
  tier: string;
  level: string;
  count: number;
}

/** Levels of participants and groups that end unless they are renewed, by day, tier and level. */
export const countDueMemberships = (days: DueDays): Promise<DueMembershipsRow[]> =>
  statement<DueMembershipsRow>(
    `SELECT width_bucket(s.expires_at, $5::timestamptz[]) AS day, s.tier, s.level, count(*)::int AS count
     FROM state_tiers s
     WHERE s.organization_id = $1 AND s.program_id = $2 AND s.expires_at >= $3 AND s.expires_at < $4
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    valuesOf(days),
  );

interface DueCountRow {
  day: number;
  count: number;
}

export const countDueReservations = (days: DueDays): Promise<DueCountRow[]> =>
  statement<DueCountRow>(
    `SELECT width_bucket(r.expires_at, $5::timestamptz[]) AS day, count(*)::int AS count
     FROM redemptions r
     WHERE r.organization_id = $1 AND r.program_id = $2 AND r.status = 'PENDING' AND r.expires_at >= $3 AND r.expires_at < $4
     GROUP BY 1 ORDER BY 1`,
    valuesOf(days),
  );

/** Events that wait for their time. Each lane is asked for its own, as the queue is in the order of lanes. */
export const countDueEvents = (days: DueDays): Promise<DueCountRow[]> =>
  statement<DueCountRow>(
    `SELECT width_bucket(q.due_at, $5::timestamptz[]) AS day, count(*)::int AS count
     FROM generate_series(-64, 63) AS lanes (lane)
     JOIN event_queue q ON q.organization_id = $1 AND q.program_id = $2 AND q.lane = lanes.lane::smallint AND q.due_at >= $3 AND q.due_at < $4
     GROUP BY 1 ORDER BY 1`,
    valuesOf(days),
  );
