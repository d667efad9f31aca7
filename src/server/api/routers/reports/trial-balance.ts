import { TrialBalance, TrialBalanceQuery, TrialBalanceRow } from '@/contract/report';
import { answerListing } from '@/server/api/answer-listing';
import { presentTrialBalanceRow } from '@/server/api/present/journal';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { trialBalance } from '@/server/services/reports/trial-balance';

export const trialBalanceRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/reports/trial-balance',
      summary: 'What accounts of each type hold in each asset',
      description: 'Summed from the postings: for every asset, the rows sum to zero.',
      csv: TrialBalanceRow,
      errors: [],
    }),
  )
  .input(TrialBalanceQuery)
  .output(TrialBalance)
  .query(async ({ ctx, input }) => answerListing(ctx, await trialBalance(ctx, input), presentTrialBalanceRow));
