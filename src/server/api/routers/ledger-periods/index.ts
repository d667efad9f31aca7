import { router } from '@/server/api/trpc';
import { closePeriodRoute } from './close';
import { periodFiguresRoute } from './figures';
import { getPeriodRoute } from './get';
import { listPeriodsRoute } from './list';
import { reopenPeriodRoute } from './reopen';
import { periodTrialBalanceRoute } from './trial-balance';

export const ledgerPeriodsRouter = router({
  close: closePeriodRoute,
  list: listPeriodsRoute,
  get: getPeriodRoute,
  figures: periodFiguresRoute,
  trialBalance: periodTrialBalanceRoute,
  reopen: reopenPeriodRoute,
});
