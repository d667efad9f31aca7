/** Reports on what programs do: rules, redemptions, activity, and what is about to expire. */
import type { ExpirationQuery, ProgramActivityQuery, RedemptionReportQuery, RulePerformanceQuery } from '@/contract/report';
import type { Ctx } from '@/server/context';
import {
  countActivity,
  sumByRule,
  sumExpirations,
  sumRedemptions,
  type ExpirationRow,
  type ProgramActivityRow,
  type RedemptionReportRow,
  type RulePerformanceRow,
} from '@/server/db/repositories/reports';
import { reportScope, reportWindow } from './report-scope';

export const expirationSchedule = (ctx: Ctx, query: ExpirationQuery): Promise<ExpirationRow[]> =>
  sumExpirations(reportScope(ctx, query), query.granularity);

export const rulePerformance = (ctx: Ctx, query: RulePerformanceQuery): Promise<RulePerformanceRow[]> =>
  sumByRule(reportScope(ctx, query), reportWindow(query));

export const redemptionReport = (ctx: Ctx, query: RedemptionReportQuery): Promise<RedemptionReportRow[]> =>
  sumRedemptions(reportScope(ctx, query), reportWindow(query));

export const programActivity = (ctx: Ctx, query: ProgramActivityQuery): Promise<ProgramActivityRow[]> =>
  countActivity(reportScope(ctx, query), reportWindow(query), query.granularity);
