/** SET_ATTRIBUTE: gives an attribute of the target a value of any JSON type. */
import type { ActionKind } from './kind';
import { changeStateOf } from './state-change';

export const setAttributeAction: ActionKind<'SET_ATTRIBUTE'> = {
  faults: () => [],
  perform: (stage, { key, target }, { value }) =>
    changeStateOf(
      stage,
      target,
      (subject, origin) => ({ type: 'ATTRIBUTE', operation: 'SET', subject, origin, key, value }),
      () => ({ key, value }),
    ),
};
