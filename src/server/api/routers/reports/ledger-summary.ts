import { LedgerSummary, LedgerSummaryQuery, LedgerSummaryRow } from '@/contract/report';
import { answerListing } from '@/server/api/answer-listing';
import { presentLedgerSummary } from '@/server/api/present/report';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { ledgerSummary } from '@/server/services/reports/liability';

export const ledgerSummaryReportRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/reports/ledger-summary',
      summary: 'What was ever issued, redeemed, expired and taken back in each asset, and what is outstanding',
      description: 'One row for each asset in which value has ever moved, from the first entry to now.',
      csv: LedgerSummaryRow,
      errors: [],
    }),
  )
  .input(LedgerSummaryQuery)
  .output(LedgerSummary)
  .query(async ({ ctx, input }) => answerListing(ctx, await ledgerSummary(ctx, input), presentLedgerSummary));
