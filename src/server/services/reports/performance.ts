/** Reports on rules, redemptions, program activity and upcoming expirations. */
import type { ExpirationQuery, ProgramActivityQuery, RedemptionReportQuery, RulePerformanceQuery } from '@/contract/report';
import type { Ctx } from '@/server/platform/context';
import type { Listing } from '@/server/db/listing';
import { countedActivity, countedRules } from '@/server/db/repositories/reports/activity-days';
import * as activity from '@/server/db/repositories/reports/program-activity';
import { expirations, redemptionTotals, type ExpirationRow, type RedemptionReportRow } from '@/server/db/repositories/reports/reports';
import * as rules from '@/server/db/repositories/reports/rule-performance';
import { reportRequest, reportScope, reportWindow } from './report-scope';

export const expirationSchedule = (ctx: Ctx, query: ExpirationQuery): Listing<ExpirationRow> =>
  expirations(reportScope(ctx, query), query.granularity, reportRequest(ctx, query));

export const rulePerformance = async (ctx: Ctx, query: RulePerformanceQuery): Promise<Listing<rules.RulePerformanceRow>> =>
  rules.rulePerformance(reportScope(ctx, query), reportWindow(query), await countedRules(ctx.organization.id), reportRequest(ctx, query));

export const redemptionReport = (ctx: Ctx, query: RedemptionReportQuery): Listing<RedemptionReportRow> =>
  redemptionTotals(reportScope(ctx, query), reportWindow(query), reportRequest(ctx, query));

export const programActivity = async (ctx: Ctx, query: ProgramActivityQuery): Promise<Listing<activity.ProgramActivityRow>> =>
  activity.programActivity(
    reportScope(ctx, query),
    reportWindow(query),
    query.granularity,
    await countedActivity(ctx.organization.id),
    reportRequest(ctx, query),
  );
