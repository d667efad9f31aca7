/** What accounts of each type hold in each asset; for every asset the rows sum to zero. */
import type { TrialBalanceQuery } from '@/contract/report';
import type { Ctx } from '@/server/context';
import { sumPostings, type AccountTypeTotal } from '@/server/db/repositories/journal-entries';

export const trialBalance = (ctx: Ctx, query: TrialBalanceQuery): Promise<AccountTypeTotal[]> => sumPostings(ctx.organization.id, query);
