/** Declares the reports, which answer in JSON or CSV, and the verification of the ledger. */
import {
  LedgerVerification,
  LedgerVerificationPage,
  LedgerVerificationPath,
  ListLedgerVerifications,
  StartLedgerVerification,
} from '@/contract/ledger';
import {
  ExpirationQuery,
  ExpirationLine,
  ExpirationSchedule,
  LedgerSummary,
  LedgerSummaryQuery,
  LedgerSummaryRow,
  Liability,
  LiabilityQuery,
  LiabilityLine,
  ProgramActivity,
  ProgramActivityQuery,
  ProgramActivityLine,
  RedemptionReport,
  RedemptionReportQuery,
  RedemptionReportLine,
  RollForward,
  RollForwardQuery,
  RollForwardRow,
  RulePerformance,
  RulePerformanceQuery,
  RulePerformanceLine,
  TrialBalance,
  TrialBalanceQuery,
  TrialBalanceRow,
} from '@/contract/report';
import { answerListing } from '@/server/api/answer-listing';
import { presentTrialBalanceRow, presentVerification, presentVerificationSummary } from '@/server/api/present/ledger';
import { presentPage } from '@/server/api/present/page';
import {
  presentExpiration,
  presentLedgerSummary,
  presentLiability,
  presentProgramActivity,
  presentRedemptionReport,
  presentRollForward,
  presentRulePerformance,
} from '@/server/api/present/report';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { getVerification, listVerifications, startVerification } from '@/server/services/ledger/verify-ledger';
import {
  expirationSchedule,
  ledgerSummary,
  liability,
  programActivity,
  redemptionReport,
  rollForward,
  rulePerformance,
  trialBalance,
} from '@/server/services/reports/reports';

export const reportsRouter = router({
  trialBalance: organizationProcedure
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
    .query(async ({ ctx, input }) => answerListing(ctx, await trialBalance(ctx, input), presentTrialBalanceRow)),

  ledgerSummary: organizationProcedure
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
    .query(async ({ ctx, input }) => answerListing(ctx, await ledgerSummary(ctx, input), presentLedgerSummary)),

  liability: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/reports/liability',
        summary: 'What is owed to participants and groups',
        description: 'One row for each asset and program, summed from the postings up to `as_of`.',
        csv: LiabilityLine,
        errors: [],
      }),
    )
    .input(LiabilityQuery)
    .output(Liability)
    .query(async ({ ctx, input }) => answerListing(ctx, await liability(ctx, input), presentLiability)),

  rollForward: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/reports/liability-rollforward',
        summary: 'How the liability of each asset came from its opening to its closing',
        description:
          'Every journal entry of the period counts under exactly one heading, so there is no residual. Holds, releases, maturity and transfers do not change the liability.',
        csv: RollForwardRow,
        errors: [],
      }),
    )
    .input(RollForwardQuery)
    .output(RollForward)
    .query(async ({ ctx, input }) => answerListing(ctx, await rollForward(ctx, input), presentRollForward)),

  expirationSchedule: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/reports/expiration-schedule',
        summary: 'Read what will expire, and when',
        description: 'Amounts currently left in lots that have an expiry; later spending is not predicted.',
        csv: ExpirationLine,
        errors: [],
      }),
    )
    .input(ExpirationQuery)
    .output(ExpirationSchedule)
    .query(async ({ ctx, input }) => answerListing(ctx, expirationSchedule(ctx, input), presentExpiration)),

  rulePerformance: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/reports/rule-performance',
        summary: 'What each rule gave and took in a period',
        description: 'Summed from the journal entries that name the rule. A rule that moved nothing has no row.',
        csv: RulePerformanceLine,
        errors: [],
      }),
    )
    .input(RulePerformanceQuery)
    .output(RulePerformance)
    .query(async ({ ctx, input }) => answerListing(ctx, await rulePerformance(ctx, input), presentRulePerformance)),

  redemptions: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/reports/redemptions',
        summary: 'What was redeemed in a period, by program, asset and reward',
        description: 'Redemptions made in the period, as they stand now.',
        csv: RedemptionReportLine,
        errors: [],
      }),
    )
    .input(RedemptionReportQuery)
    .output(RedemptionReport)
    .query(async ({ ctx, input }) => answerListing(ctx, redemptionReport(ctx, input), presentRedemptionReport)),

  programActivity: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/reports/program-activity',
        summary: 'Events, participants and entries of each program over time',
        description: 'Periods in which nothing happened are left out.',
        csv: ProgramActivityLine,
        errors: [],
      }),
    )
    .input(ProgramActivityQuery)
    .output(ProgramActivity)
    .query(async ({ ctx, input }) => answerListing(ctx, await programActivity(ctx, input), presentProgramActivity)),

  startVerification: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/reports/ledger-verification',
        summary: 'Verify the ledger',
        description:
          'Checks everything that was committed before the request, in the background: that every entry balances, that balances, lots, holds and the totals that reports read agree with the postings, that the hash chain recomputed from the rows is the one that was sealed, and that the signatures of the checkpoints match it. Poll the verification until it is PASSED or FAILED; FAILED names every violation. While a verification is running, the request returns that one, with 200, instead of starting another.',
        status: [201, 200],
        idempotency: 'replay',
        location: '/v1/reports/ledger-verification/{id}',
        errors: [],
      }),
    )
    .input(StartLedgerVerification)
    .output(LedgerVerification)
    .mutation(async ({ ctx }) => {
      let isNew = true;
      const answer = await replay(ctx, 'reports.ledger-verification', {}, async (tx) => {
        const started = await startVerification(ctx, tx);
        ({ isNew } = started);
        return presentVerification(started.verification);
      });
      if (!isNew) ctx.reply.status = 200;
      return answer;
    }),

  listVerifications: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/reports/ledger-verification',
        summary: 'List ledger verifications',
        description: 'Without their violations; read a single verification for those.',
        errors: [],
      }),
    )
    .input(ListLedgerVerifications)
    .output(LedgerVerificationPage)
    .query(async ({ ctx, input }) => presentPage(await listVerifications(ctx, input), presentVerificationSummary)),

  getVerification: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/reports/ledger-verification/{id}',
        summary: 'Read a ledger verification',
        description: 'Returns the progress of a verification, and what it has found so far.',
        errors: [404],
      }),
    )
    .input(LedgerVerificationPath)
    .output(LedgerVerification)
    .query(({ ctx, input }) => getVerification(ctx, input.id).then(presentVerification)),
});
