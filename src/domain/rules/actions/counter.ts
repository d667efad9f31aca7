/** COUNTER: sets a counter of the target or adds to it; levels that it qualifies for follow at once. */
import { parseDuration } from '@/domain/duration';
import { DomainError } from '@/domain/errors';
import { counterReading, isCounterText, MAX_WINDOW_MS } from '@/domain/participants/counters';
import { assertWindowsFit } from '@/domain/participants/limits';
import { isNumeral, MAX_INTEGER_DIGITS } from '@/domain/amount-text';
import { formatDecimal, MAX_SCALE, truncateToScale, type Amount } from '@/domain/money';
import type { ActionFault, ActionKind } from './kind';
import { changeStateOf } from './state-change';

export const counterAction: ActionKind<'COUNTER'> = {
  faults: ({ value, reset_after, window }) => [...literalFaults(String(value).trim()), ...windowFaults(window, reset_after)],
  perform: (stage, { key, operation, reset_after, window, target }, fields) => {
    const value = storable(fields.value);
    const span = { resetAfterMs: lengthOf(reset_after), windowMs: lengthOf(window) };
    const effect = changeStateOf(
      stage,
      target,
      (subject, origin) => {
        const change = { type: 'COUNTER', subject, origin, key, ...span } as const;
        return operation === 'SET' ? { ...change, operation, value } : { ...change, operation, by: value };
      },
      ({ counters }) => ({ key, value: formatDecimal(counterReading(counters.get(key), stage.draft.world.now)) }),
    );
    assertWindowsFit(effect.decision.state);
    return effect;
  },
};

/** A literal that no counter can hold would be cut, or fail its event, every time; so it is refused instead. */
function literalFaults(text: string): ActionFault[] {
  if (!isNumeral(text) || isCounterText(text)) return [];
  const expected = `at most ${MAX_INTEGER_DIGITS} digits before the point and ${MAX_SCALE} after it`;
  return [
    { field: 'value', message: `A counter has ${expected}; write a value that fits.`, reason: 'out_of_range', expected, received: text },
  ];
}

/** A counter is reset after a time, or counts within a sliding window of at most a year. */
function windowFaults(window: string | undefined, resetAfter: string | undefined): ActionFault[] {
  if (window === undefined) return [];
  if (resetAfter !== undefined)
    return [{ field: 'window', message: 'Write one of `reset_after` and `window`, not both.', reason: 'invalid_value' }];
  return (lengthOf(window) ?? 0) <= MAX_WINDOW_MS
    ? []
    : [
        {
          field: 'window',
          message: 'A window lasts at most 366 days.',
          reason: 'out_of_range',
          expected: 'at most 366d',
          received: window,
        },
      ];
}

const lengthOf = (duration: string | undefined): number | null | undefined =>
  duration === undefined ? undefined : parseDuration(duration);

/** What a counter can hold: as many digits as an amount. @throws DomainError invalid_amount. */
function storable(value: Amount): Amount {
  const cut = truncateToScale(value, MAX_SCALE);
  if (cut.abs().lessThan(`1e${MAX_INTEGER_DIGITS}`)) return cut;
  throw new DomainError(
    'invalid_amount',
    `A counter changes by at most ${MAX_INTEGER_DIGITS} digits before the point; correct the rule's \`value\`.`,
  );
}
