/** Reports what accounts of each type hold in each asset; for every asset the rows sum to zero. */
import type { TrialBalanceQuery } from '@/contract/report';
import type { Ctx } from '@/server/platform/context';
import type { Listing } from '@/server/db/listing';
import { countedActivity } from '@/server/db/repositories/reports/activity-days';
import { accountTotals, type AccountTypeTotal } from '@/server/db/repositories/ledger/account-totals';
import { endOf, reportRequest, reportScope } from './report-scope';

export async function trialBalance(ctx: Ctx, query: TrialBalanceQuery): Promise<Listing<AccountTypeTotal>> {
  const { hours } = await countedActivity(ctx.organization.id);
  return accountTotals(reportScope(ctx, query), endOf(query), hours, reportRequest(ctx, query));
}
