/** Reports on rules, redemptions, program activity and upcoming expirations. */
import type { ExpirationQuery, ProgramActivityQuery, RedemptionReportQuery, RulePerformanceQuery } from '@/contract/report';
import type { Ctx } from '@/server/context';
import { countedActivity, countedRules } from '@/server/db/repositories/activity-days';
import { countActivity, type ProgramActivityRow } from '@/server/db/repositories/program-activity';
import { sumExpirations, sumRedemptions, type ExpirationRow, type RedemptionReportRow } from '@/server/db/repositories/reports';
import { sumByRule, type RulePerformanceRow } from '@/server/db/repositories/rule-performance';
import { reportScope, reportWindow } from './report-scope';

export const expirationSchedule = (ctx: Ctx, query: ExpirationQuery): Promise<ExpirationRow[]> =>
  sumExpirations(reportScope(ctx, query), query.granularity);

export const rulePerformance = async (ctx: Ctx, query: RulePerformanceQuery): Promise<RulePerformanceRow[]> =>
  sumByRule(reportScope(ctx, query), reportWindow(query), await countedRules(ctx.organization.id));

export const redemptionReport = (ctx: Ctx, query: RedemptionReportQuery): Promise<RedemptionReportRow[]> =>
  sumRedemptions(reportScope(ctx, query), reportWindow(query));

export const programActivity = async (ctx: Ctx, query: ProgramActivityQuery): Promise<ProgramActivityRow[]> =>
  countActivity(reportScope(ctx, query), reportWindow(query), query.granularity, await countedActivity(ctx.organization.id));
