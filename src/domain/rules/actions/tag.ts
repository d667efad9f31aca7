/** TAG and UNTAG: add a tag to the target, and remove it. */
import type { ActionKind } from './kind';
import { changeStateOf } from './state-change';

export const tagAction: ActionKind<'TAG' | 'UNTAG'> = {
  faults: () => [],
  perform: (stage, { type, tag, target }) =>
    changeStateOf(
      stage,
      target,
      (subject, origin) => ({ type: 'TAG', operation: type === 'TAG' ? 'ADD' : 'REMOVE', subject, origin, key: tag }),
      () => ({ key: tag }),
    ),
};
