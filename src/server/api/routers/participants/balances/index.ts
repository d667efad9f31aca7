import { router } from '@/server/api/trpc';
import { adjustBalanceRoute } from './adjust';
import { forfeitBalanceRoute } from './forfeit';
import { holdBalanceRoute } from './hold';
import { listBalancesRoute } from './list';
import { listLotsRoute } from './lots';
import { releaseBalanceRoute } from './release';
import { voidHoldRoute } from './void-hold';

export const balancesRouter = router({
  list: listBalancesRoute,
  adjust: adjustBalanceRoute,
  hold: holdBalanceRoute,
  release: releaseBalanceRoute,
  forfeit: forfeitBalanceRoute,
  voidHold: voidHoldRoute,
  lots: listLotsRoute,
});
