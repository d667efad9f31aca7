/** Reports what accounts of each type hold in each asset; for every asset the rows sum to zero. */
import type { TrialBalanceQuery } from '@/contract/report';
import type { Ctx } from '@/server/context';
import { countedActivity } from '@/server/db/repositories/activity-days';
import { sumPostings, type AccountTypeTotal } from '@/server/db/repositories/account-totals';
import { endOf, reportScope } from './report-scope';

export const trialBalance = async (ctx: Ctx, query: TrialBalanceQuery): Promise<AccountTypeTotal[]> =>
  sumPostings(reportScope(ctx, query), endOf(query), (await countedActivity(ctx.organization.id)).hours);
