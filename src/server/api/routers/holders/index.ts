import { adjustBalanceRoute } from './adjust';
import { forfeitBalanceRoute } from './forfeit';
import { holdBalanceRoute } from './hold';
import type { HolderKind } from './holder';
import { listLotsRoute } from './lots';
import { releaseBalanceRoute } from './release';
import { voidHoldRoute } from './void-hold';

export { GROUP, PARTICIPANT } from './holder';

/** The balance routes that every kind of holder has. */
export const holderBalanceRoutes = (kind: HolderKind) => ({
  adjust: adjustBalanceRoute(kind),
  hold: holdBalanceRoute(kind),
  release: releaseBalanceRoute(kind),
  forfeit: forfeitBalanceRoute(kind),
  voidHold: voidHoldRoute(kind),
  lots: listLotsRoute(kind),
});
