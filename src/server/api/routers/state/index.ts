import { changeAttributesRoute } from './attributes/change';
import { getAttributeRoute } from './attributes/get';
import { listAttributesRoute } from './attributes/list';
import { changeCountersRoute } from './counters/change';
import { getCounterRoute } from './counters/get';
import { listCountersRoute } from './counters/list';
import type { SubjectKind } from './kind';
import { changeTagsRoute } from './tags/change';
import { listTagsRoute } from './tags/list';

export { PROGRAM } from './kind';

/** The routes of state that every kind of subject has. */
export const stateRoutes = (kind: SubjectKind) => ({
  tags: listTagsRoute(kind),
  changeTags: changeTagsRoute(kind),
  attributes: listAttributesRoute(kind),
  attribute: getAttributeRoute(kind),
  changeAttributes: changeAttributesRoute(kind),
  counters: listCountersRoute(kind),
  counter: getCounterRoute(kind),
  changeCounters: changeCountersRoute(kind),
});
