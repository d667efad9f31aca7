/** Lists the figures of reports on lots and redemptions, each in one set-based statement. */
import { computed, type Listing, type ListingRequest } from '@/server/db/listing';
import type { FlowScope } from './ledger-flows';

/** From inclusive, to exclusive. */
export interface ReportWindow {
  readonly from: Date;
  readonly to: Date;
}

export type Granularity = 'DAY' | 'WEEK' | 'MONTH';

export interface ExpirationRow {
  asset_id: string;
  period_start: Date;
  amount: string;
  scale: number;
}

/** What is left in lots that will expire, by UTC day, ISO week or month of expiry: from sealed entries and those awaiting their seal. */
export function expirations(
  { organizationId, programId, assetId }: FlowScope,
  granularity: Granularity,
  request: ListingRequest,
): Listing<ExpirationRow> {
  return computed<ExpirationRow>(
    {
      name: 'report-expirations',
      columns: 'r.asset_id, r.period_start, r.amount::text AS amount, r.scale',
      from: `SELECT moved.asset_id, moved.period_start, sum(moved.amount) AS amount, a.scale, a.symbol
             FROM (SELECT program_id, asset_id, date_trunc($4, day::timestamp AT TIME ZONE 'UTC', 'UTC') AS period_start, amount FROM expiry_days WHERE organization_id = $1
                   UNION ALL
                   SELECT l.program_id, l.asset_id, date_trunc($4, l.expires_at, 'UTC'), m.amount
                   FROM waiting_entries($1) q JOIN lot_postings m ON m.organization_id = $1 AND m.entry_id = q.entry_id
                   JOIN lots l ON l.organization_id = m.organization_id AND l.id = m.lot_id
                   WHERE l.expires_at IS NOT NULL) AS moved
             JOIN assets a ON a.id = moved.asset_id AND a.organization_id = $1
             WHERE ($2::uuid IS NULL OR moved.program_id = $2) AND ($3::uuid IS NULL OR moved.asset_id = $3)
             GROUP BY a.symbol, moved.asset_id, a.scale, moved.period_start HAVING sum(moved.amount) <> 0`,
      values: [organizationId, programId, assetId, granularity.toLowerCase()],
      order: [{ sql: 'r.period_start', type: 'timestamptz' }, BY_SYMBOL, BY_ASSET],
    },
    request,
  );
}

const BY_SYMBOL = { sql: 'r.symbol', type: 'text' } as const;
const BY_ASSET = { sql: 'r.asset_id', type: 'uuid' } as const;

export interface RedemptionReportRow {
  program_id: string;
  asset_id: string;
  reward_id: string | null;
  reward_name: string | null;
  scale: number;
  completed_count: number;
  completed_amount: string;
  reversed_amount: string;
  pending_count: number;
  pending_amount: string;
  ended_count: number;
}

/** Redemptions created in the window, by asset, program and reward; those of plain amounts come first. */
export function redemptionTotals(
  { organizationId, programId, assetId }: FlowScope,
  { from, to }: ReportWindow,
  request: ListingRequest,
): Listing<RedemptionReportRow> {
  const completed = `r.status IN ('COMPLETED', 'PARTIALLY_REVERSED', 'FULLY_REVERSED')`;
  return computed<RedemptionReportRow>(
    {
      name: 'report-redemptions',
      columns: `r.program_id, r.asset_id, r.reward_id, r.reward_name, r.scale, r.completed_count, r.completed_amount::text, r.reversed_amount::text,
                r.pending_count, r.pending_amount::text, r.ended_count`,
      from: `SELECT sums.*, w.name AS reward_name, a.scale, a.symbol
             FROM (SELECT r.program_id, r.asset_id, r.reward_id, count(*) FILTER (WHERE ${completed})::int AS completed_count,
                          coalesce(sum(r.amount) FILTER (WHERE ${completed}), 0) AS completed_amount,
                          coalesce(sum(r.reversed_amount) FILTER (WHERE r.reversed_amount > 0), 0) AS reversed_amount,
                          count(*) FILTER (WHERE r.status = 'PENDING')::int AS pending_count,
                          coalesce(sum(r.amount) FILTER (WHERE r.status = 'PENDING'), 0) AS pending_amount,
                          count(*) FILTER (WHERE r.status IN ('CANCELLED', 'FAILED'))::int AS ended_count
                   FROM redemptions r
                   WHERE r.organization_id = $1 AND r.created_at >= $4 AND r.created_at < $5
                     AND ($2::uuid IS NULL OR r.program_id = $2) AND ($3::uuid IS NULL OR r.asset_id = $3)
                   GROUP BY r.program_id, r.asset_id, r.reward_id) AS sums
             JOIN assets a ON a.organization_id = $1 AND a.id = sums.asset_id LEFT JOIN rewards w ON w.organization_id = $1 AND w.id = sums.reward_id`,
      values: [organizationId, programId, assetId, from, to],
      order: [
        BY_SYMBOL,
        { sql: 'r.program_id', type: 'uuid' },
        { sql: `coalesce(r.reward_name, '')`, type: 'text' },
        { sql: `coalesce(r.reward_id, '${NO_REWARD}')`, type: 'uuid' },
        BY_ASSET,
      ],
    },
    request,
  );
}

const NO_REWARD = '00000000-0000-0000-0000-000000000000';
