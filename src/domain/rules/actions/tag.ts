/** TAG and UNTAG: put a tag on the target, and take it off. */
import { actionKind } from './kind';
import type { TagSource } from './source';
import { changeStateOf } from './state-change';

export const tagAction = actionKind<TagSource>()({
  realm: 'STATE',
  templates: {},
  faults: () => [],
  perform: (stage, { type, tag, target }) =>
    changeStateOf(
      stage,
      target,
      (subject, origin) => ({ type: 'TAG', operation: type === 'TAG' ? 'ADD' : 'REMOVE', subject, origin, key: tag }),
      () => ({ key: tag }),
    ),
});
