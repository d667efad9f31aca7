/** Defines counters: exact decimals, optionally with a window of time after which they read 0. */
import { MAX_INTEGER_DIGITS } from '@/domain/amount-text';
import { MAX_SCALE, ZERO, type Amount } from '@/domain/money';

export interface Counter {
  readonly value: Amount;
  /** How long a window lasts, in milliseconds; null: forever. */
  readonly resetAfterMs: number | null;
  /** When the current window ends; null while none is open. */
  readonly resetsAt: Date | null;
}

export interface DatedCounter extends Counter {
  /** When it was last changed or reset. */
  readonly updatedAt: Date;
}

/** A change to a counter. `resetAfterMs` undefined leaves the window as it is; null removes it. */
export type CounterChange =
  | { readonly operation: 'SET'; readonly value: Amount; readonly resetAfterMs?: number | null | undefined }
  | { readonly operation: 'INCREMENT'; readonly by: Amount; readonly resetAfterMs?: number | null | undefined }
  /** Made by time alone; `value` is what is carried over. */
  | { readonly operation: 'AUTO_RESET'; readonly value: Amount };

/** Whether the counter's window has ended but the counter has not been reset yet. */
export function isLapsed(counter: Counter, now: Date): boolean {
  return counter.resetsAt !== null && counter.resetsAt <= now;
}

/** What a counter reads: 0 when there is none, or when its window has lapsed. */
export function counterReading(counter: Counter | null | undefined, now: Date): Amount {
  return counter == null || isLapsed(counter, now) ? ZERO : counter.value;
}

/** The counter once its window has ended. The next change opens another. */
export function lapsed(counter: Counter): Counter {
  return { ...counter, value: ZERO, resetsAt: null };
}

/**
 * The counter after a change. A window begins with the first change after the previous one ended, or when
 * its length changes.
 * @param before not lapsed; null when there is none, which reads 0.
 */
export function counterAfter(before: Counter | null, change: CounterChange, now: Date): Counter | null {
  if (change.operation === 'AUTO_RESET') {
    return before === null ? null : { ...before, value: change.value, resetsAt: change.value.isZero() ? null : before.resetsAt };
  }
  const known = before?.resetAfterMs ?? null;
  const resetAfterMs = change.resetAfterMs === undefined ? known : change.resetAfterMs;
  return {
    value: change.operation === 'SET' ? change.value : (before?.value ?? ZERO).plus(change.by),
    resetAfterMs,
    resetsAt: resetAfterMs === null ? null : ((resetAfterMs === known ? before?.resetsAt : null) ?? new Date(now.getTime() + resetAfterMs)),
  };
}

const COUNTER_TEXT = new RegExp(`^-?\\d{1,${MAX_INTEGER_DIGITS}}(\\.\\d{1,${MAX_SCALE}})?$`);

/** Whether `text` is a decimal that a counter can be set to or changed by, and that can be stored exactly. */
export function isCounterText(text: string): boolean {
  return COUNTER_TEXT.test(text);
}
