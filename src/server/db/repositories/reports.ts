/** The figures behind reports, each one set-based statement over postings, lots, events or redemptions. */
import type { EntryType } from '@/domain/ledger/entry';
import { statement } from '../transaction';

/** @param programId null: all programs. @param assetId null: all assets. */
export interface ReportScope {
  readonly organizationId: string;
  readonly programId: string | null;
  readonly assetId: string | null;
}

/** From inclusive, to exclusive. */
export interface ReportWindow {
  readonly from: Date;
  readonly to: Date;
}

const HOLDERS = `p.account_type IN ('PARTICIPANT', 'GROUP')`;

export interface LiabilityRow {
  asset_id: string;
  program_id: string;
  liability: string;
  scale: number;
}

/** What participants and groups hold by the postings up to and including `at`; null: all postings. */
export function sumLiability({ organizationId, programId, assetId }: ReportScope, at: Date | null): Promise<LiabilityRow[]> {
  return statement<LiabilityRow>(
    `SELECT p.asset_id, p.program_id, sum(p.amount)::text AS liability, a.scale
     FROM assets a JOIN postings p ON p.asset_id = a.id
     WHERE a.organization_id = $1 AND ($2::uuid IS NULL OR p.program_id = $2) AND ($3::uuid IS NULL OR a.id = $3)
       AND ($4::timestamptz IS NULL OR p.created_at <= $4) AND ${HOLDERS}
     GROUP BY a.symbol, p.asset_id, p.program_id, a.scale
     ORDER BY a.symbol, p.asset_id, p.program_id`,
    [organizationId, programId, assetId, at],
  );
}

export interface NetChangeRow {
  asset_id: string;
  scale: number;
  /** Whether the entries are older than the window. */
  before: boolean;
  type: EntryType;
  more: string;
  less: string;
}

/**
 * What entries of each type did to holders up to the end of the window, entries that gave and
 * entries that took apart. One statement, so that entries committed meanwhile are in all of it or none.
 */
export function sumNetChanges({ organizationId, programId, assetId }: ReportScope, { from, to }: ReportWindow): Promise<NetChangeRow[]> {
  return statement<NetChangeRow>(
    `SELECT c.asset_id, a.scale, c.before, c.type,
            coalesce(sum(net) FILTER (WHERE net > 0), 0)::text AS more, coalesce(sum(net) FILTER (WHERE net < 0), 0)::text AS less
     FROM (SELECT p.asset_id, e.type, e.created_at < $4 AS before, sum(p.amount) AS net
           FROM journal_entries e JOIN postings p ON p.entry_id = e.id
           WHERE e.organization_id = $1 AND e.created_at < $5
             AND ($2::uuid IS NULL OR e.program_id = $2) AND ($3::uuid IS NULL OR p.asset_id = $3) AND ${HOLDERS}
           GROUP BY e.id, e.type, p.asset_id) AS c
     JOIN assets a ON a.id = c.asset_id
     GROUP BY a.symbol, c.asset_id, a.scale, c.before, c.type
     ORDER BY a.symbol, c.asset_id`,
    [organizationId, programId, assetId, from, to],
  );
}

export type Granularity = 'DAY' | 'WEEK' | 'MONTH';

export interface ExpirationRow {
  asset_id: string;
  period_start: Date;
  amount: string;
  scale: number;
}

/** What is left in lots that will expire, by the UTC day, ISO week or month in which they do. */
export function sumExpirations({ organizationId, programId, assetId }: ReportScope, granularity: Granularity): Promise<ExpirationRow[]> {
  return statement<ExpirationRow>(
    `SELECT l.asset_id, date_trunc($4, l.expires_at, 'UTC') AS period_start, sum(l.remaining)::text AS amount, a.scale
     FROM lots l JOIN assets a ON a.id = l.asset_id
     WHERE l.organization_id = $1 AND l.remaining > 0 AND l.expires_at IS NOT NULL
       AND ($2::uuid IS NULL OR l.program_id = $2) AND ($3::uuid IS NULL OR l.asset_id = $3)
     GROUP BY a.symbol, l.asset_id, a.scale, period_start
     ORDER BY period_start, a.symbol, l.asset_id`,
    [organizationId, programId, assetId, granularity.toLowerCase()],
  );
}

export interface RulePerformanceRow {
  rule_id: string;
  rule_name: string;
  program_id: string;
  asset_id: string;
  scale: number;
  events: number;
  participants: number;
  credited: string;
  debited: string;
}

/** What each rule moved in the window: for how many events, to and from how many holders, in each asset. */
export function sumByRule({ organizationId, programId, assetId }: ReportScope, { from, to }: ReportWindow): Promise<RulePerformanceRow[]> {
  return statement<RulePerformanceRow>(
    `SELECT moved.rule_id, r.name AS rule_name, r.program_id, moved.asset_id, a.scale, moved.events, moved.participants, moved.credited, moved.debited
     FROM (SELECT e.rule_id, p.asset_id, count(DISTINCT e.event_id)::int AS events, count(DISTINCT p.account_id)::int AS participants,
                  coalesce(sum(p.amount) FILTER (WHERE e.type IN ('CREDIT', 'SETTLE')), 0)::text AS credited,
                  coalesce(-sum(p.amount) FILTER (WHERE e.type IN ('DEBIT', 'FORFEIT', 'VOID')), 0)::text AS debited
           FROM journal_entries e JOIN postings p ON p.entry_id = e.id
           WHERE e.organization_id = $1 AND e.rule_id IS NOT NULL AND e.created_at >= $4 AND e.created_at < $5
             AND ($2::uuid IS NULL OR e.program_id = $2) AND ($3::uuid IS NULL OR p.asset_id = $3) AND ${HOLDERS}
           GROUP BY e.rule_id, p.asset_id) AS moved
     JOIN rules r ON r.id = moved.rule_id AND r.organization_id = $1
     JOIN assets a ON a.id = moved.asset_id
     ORDER BY moved.credited::numeric DESC, r.name, moved.rule_id, a.symbol`,
    [organizationId, programId, assetId, from, to],
  );
}

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

/** Redemptions made in the window, by program, asset and reward. */
export function sumRedemptions(
  { organizationId, programId, assetId }: ReportScope,
  { from, to }: ReportWindow,
): Promise<RedemptionReportRow[]> {
  const completed = `r.status IN ('COMPLETED', 'PARTIALLY_REVERSED', 'FULLY_REVERSED')`;
  return statement<RedemptionReportRow>(
    `SELECT r.program_id, r.asset_id, r.reward_id, w.name AS reward_name, a.scale,
            count(*) FILTER (WHERE ${completed})::int AS completed_count,
            coalesce(sum(r.amount) FILTER (WHERE ${completed}), 0)::text AS completed_amount,
            coalesce(sum(r.reversed_amount), 0)::text AS reversed_amount,
            count(*) FILTER (WHERE r.status = 'PENDING')::int AS pending_count,
            coalesce(sum(r.amount) FILTER (WHERE r.status = 'PENDING'), 0)::text AS pending_amount,
            count(*) FILTER (WHERE r.status IN ('CANCELLED', 'FAILED'))::int AS ended_count
     FROM redemptions r JOIN assets a ON a.id = r.asset_id LEFT JOIN rewards w ON w.id = r.reward_id
     WHERE r.organization_id = $1 AND r.created_at >= $4 AND r.created_at < $5
       AND ($2::uuid IS NULL OR r.program_id = $2) AND ($3::uuid IS NULL OR r.asset_id = $3)
     GROUP BY r.program_id, r.asset_id, a.symbol, a.scale, r.reward_id, w.name
     ORDER BY a.symbol, r.program_id, w.name NULLS FIRST, r.reward_id`,
    [organizationId, programId, assetId, from, to],
  );
}

export interface ProgramActivityRow {
  program_id: string;
  period_start: Date;
  events_completed: number;
  events_failed: number;
  active_participants: number;
  enrolled_participants: number;
  journal_entries: number;
}

/** What happened in each program, by UTC day, ISO week or month; periods in which nothing did are left out. */
export function countActivity(
  { organizationId, programId }: ReportScope,
  { from, to }: ReportWindow,
  granularity: Granularity,
): Promise<ProgramActivityRow[]> {
  const period = (column: string) => `date_trunc($5, ${column}, 'UTC')`;
  const within = (column: string) =>
    `organization_id = $1 AND ($2::uuid IS NULL OR program_id = $2) AND ${column} >= $3 AND ${column} < $4`;
  return statement<ProgramActivityRow>(
    `SELECT program_id, period_start, sum(completed)::int AS events_completed, sum(failed)::int AS events_failed, sum(active)::int AS active_participants,
            sum(enrolled)::int AS enrolled_participants, sum(entries)::int AS journal_entries
     FROM (
       SELECT program_id, ${period('created_at')} AS period_start, count(*) FILTER (WHERE status = 'COMPLETED') AS completed,
              count(*) FILTER (WHERE status = 'FAILED') AS failed, count(DISTINCT participant_id) AS active, 0 AS enrolled, 0 AS entries
       FROM events WHERE ${within('created_at')} GROUP BY 1, 2
       UNION ALL
       SELECT program_id, ${period('enrolled_at')}, 0, 0, 0, count(*), 0 FROM program_participants WHERE ${within('enrolled_at')} GROUP BY 1, 2
       UNION ALL
       SELECT program_id, ${period('created_at')}, 0, 0, 0, 0, count(*) FROM journal_entries WHERE ${within('created_at')} GROUP BY 1, 2
     ) AS parts
     GROUP BY program_id, period_start
     ORDER BY period_start, program_id`,
    [organizationId, programId, from, to, granularity.toLowerCase()],
  );
}
