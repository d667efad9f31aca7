/** TAG and UNTAG: add a tag to the target, and remove it. */
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
