import { router } from '@/server/api/trpc';
import { getVerificationRoute } from './get-verification';
import { listVerificationsRoute } from './list-verifications';
import { expirationScheduleReportRoute } from './expiration-schedule';
import { ledgerSummaryReportRoute } from './ledger-summary';
import { liabilityReportRoute } from './liability';
import { rollForwardReportRoute } from './liability-rollforward';
import { programActivityReportRoute } from './program-activity';
import { redemptionsReportRoute } from './redemptions';
import { rulePerformanceReportRoute } from './rule-performance';
import { startVerificationRoute } from './start-verification';
import { trialBalanceRoute } from './trial-balance';

export const reportsRouter = router({
  trialBalance: trialBalanceRoute,
  ledgerSummary: ledgerSummaryReportRoute,
  liability: liabilityReportRoute,
  rollForward: rollForwardReportRoute,
  expirationSchedule: expirationScheduleReportRoute,
  rulePerformance: rulePerformanceReportRoute,
  redemptions: redemptionsReportRoute,
  programActivity: programActivityReportRoute,
  startVerification: startVerificationRoute,
  listVerifications: listVerificationsRoute,
  getVerification: getVerificationRoute,
});
