import { changeAttributesRoute } from './attributes/change';
import { getAttributeRoute } from './attributes/get';
import { listAttributesRoute } from './attributes/list';
import { changeCountersRoute } from './counters/change';
import { getCounterRoute } from './counters/get';
import { listCountersRoute } from './counters/list';
import type { SubjectKind } from './kind';
import { changeTagsRoute } from './tags/change';
import { listTagsRoute } from './tags/list';
import { getStandingRoute } from './tiers/get';
import { listStandingsRoute } from './tiers/list';
import { removeStandingRoute } from './tiers/remove';
import { setStandingRoute } from './tiers/set';

export { PROGRAM } from './kind';

/** The state routes that every kind of subject has. */
export const stateRoutes = (kind: SubjectKind) => ({
  tags: listTagsRoute(kind),
  changeTags: changeTagsRoute(kind),
  attributes: listAttributesRoute(kind),
  attribute: getAttributeRoute(kind),
  changeAttributes: changeAttributesRoute(kind),
  counters: listCountersRoute(kind),
  counter: getCounterRoute(kind),
  changeCounters: changeCountersRoute(kind),
  tiers: listStandingsRoute(kind),
  tier: getStandingRoute(kind),
});

/** Those that only participants and groups have. */
export const standingRoutes = (kind: SubjectKind) => ({
  setTier: setStandingRoute(kind),
  removeTier: removeStandingRoute(kind),
});
