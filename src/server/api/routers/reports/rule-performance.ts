import { RulePerformance, RulePerformanceQuery, RulePerformanceRow } from '@/contract/report';
import { answerListing } from '@/server/api/answer-listing';
import { presentRulePerformance } from '@/server/api/present/report';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { rulePerformance } from '@/server/services/reports/performance';

export const rulePerformanceReportRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/reports/rule-performance',
      summary: 'What each rule gave and took in a period',
      description: 'Summed from the journal entries that name the rule. A rule that moved nothing has no row.',
      csv: RulePerformanceRow,
      errors: [],
    }),
  )
  .input(RulePerformanceQuery)
  .output(RulePerformance)
  .query(async ({ ctx, input }) => answerListing(ctx, await rulePerformance(ctx, input), presentRulePerformance));
