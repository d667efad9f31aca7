import { router } from '@/server/api/trpc';
import { adjustBalanceRoute } from './adjust';
import { explainBalanceRoute } from './explain';
import { forfeitBalanceRoute } from './forfeit';
import { holdBalanceRoute } from './hold';
import type { HolderKind } from './holder';
import { listHolderEntriesRoute } from './journal-entries';
import { listBalancesRoute } from './list';
import { readLotScheduleProcedure, readOutlookProcedure } from './lot-schedule';
import { listLotsRoute } from './lots';
import { readHolderNamesProcedure } from './names';
import { releaseBalanceRoute } from './release';
import { listStateHistoryRoute } from './state-history';
import { listTimelineProcedure } from './timeline';
import { listHolderTransfersRoute } from './transfers';
import { voidHoldRoute } from './void-hold';

export { GROUP, PARTICIPANT } from './holder';

/** The balance routes that every kind of holder has, and its lots over time for the dashboard. */
export const holderBalanceRoutes = (kind: HolderKind) => ({
  list: listBalancesRoute(kind),
  adjust: adjustBalanceRoute(kind),
  hold: holdBalanceRoute(kind),
  release: releaseBalanceRoute(kind),
  forfeit: forfeitBalanceRoute(kind),
  voidHold: voidHoldRoute(kind),
  lots: listLotsRoute(kind),
  lotSchedule: readLotScheduleProcedure(kind),
  outlook: readOutlookProcedure(kind),
  explain: explainBalanceRoute(kind),
});

/** The activity that every kind of holder has: a route for each part, and one timeline of it all for the dashboard. */
export const holderActivityRoutes = (kind: HolderKind) => ({
  journalEntries: listHolderEntriesRoute(kind),
  stateHistory: listStateHistoryRoute(kind),
  transfers: listHolderTransfersRoute(kind),
  timeline: listTimelineProcedure(kind),
});

/** Procedures for participants and groups alike. */
export const holdersRouter = router({ names: readHolderNamesProcedure });
