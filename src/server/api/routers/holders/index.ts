import { adjustBalanceRoute } from './adjust';
import { explainBalanceRoute } from './explain';
import { forfeitBalanceRoute } from './forfeit';
import { holdBalanceRoute } from './hold';
import type { HolderKind } from './holder';
import { listHolderEntriesRoute } from './journal-entries';
import { listBalancesRoute } from './list';
import { listLotsRoute } from './lots';
import { releaseBalanceRoute } from './release';
import { listStateHistoryRoute } from './state-history';
import { listHolderTransfersRoute } from './transfers';
import { voidHoldRoute } from './void-hold';

export { GROUP, PARTICIPANT } from './holder';

/** The balance routes that every kind of holder has. */
export const holderBalanceRoutes = (kind: HolderKind) => ({
  list: listBalancesRoute(kind),
  adjust: adjustBalanceRoute(kind),
  hold: holdBalanceRoute(kind),
  release: releaseBalanceRoute(kind),
  forfeit: forfeitBalanceRoute(kind),
  voidHold: voidHoldRoute(kind),
  lots: listLotsRoute(kind),
  explain: explainBalanceRoute(kind),
});

/** The activity routes that every kind of holder has. */
export const holderActivityRoutes = (kind: HolderKind) => ({
  journalEntries: listHolderEntriesRoute(kind),
  stateHistory: listStateHistoryRoute(kind),
  transfers: listHolderTransfersRoute(kind),
});
