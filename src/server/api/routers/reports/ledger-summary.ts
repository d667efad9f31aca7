import { LedgerSummary, LedgerSummaryQuery, LedgerSummaryRow } from '@/contract/report';
import { presentPage } from '@/server/api/present/page';
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
      description: 'All rows are on one page.',
      csv: LedgerSummaryRow,
      errors: [],
    }),
  )
  .input(LedgerSummaryQuery)
  .output(LedgerSummary)
  .query(async ({ ctx, input }) => presentPage({ rows: await ledgerSummary(ctx, input), nextCursor: null }, presentLedgerSummary));
