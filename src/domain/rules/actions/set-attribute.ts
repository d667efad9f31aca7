/** SET_ATTRIBUTE: gives an attribute of the target a value of any JSON type. */
import { actionKind } from './kind';
import type { SetAttributeSource } from './source';
import { changeStateOf } from './state-change';

export const setAttributeAction = actionKind<SetAttributeSource>()({
  realm: 'STATE',
  templates: { value: 'json' },
  faults: () => [],
  perform: (stage, { key, target }, { value }) =>
    changeStateOf(
      stage,
      target,
      (subject, origin) => ({ type: 'ATTRIBUTE', operation: 'SET', subject, origin, key, value }),
      () => ({ key, value }),
    ),
});
