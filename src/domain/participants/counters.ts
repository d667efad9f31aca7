/** Defines counters: exact decimals that count for ever, until they are reset after a time, or within a sliding window. */
import { MAX_INTEGER_DIGITS } from '@/domain/amount-text';
import { MAX_SCALE, ZERO, type Amount } from '@/domain/money';
import { areSameMarks, marksAfter, marksWithin, nextLeaving, totalOf, type Mark } from './counter-marks';

/** Whether and how time alone changes a counter: by a reset or by a sliding window, never by both. */
interface CounterSpan {
  /** How long after its first change it reads 0 again, in milliseconds; null: it is not reset. */
  readonly resetAfterMs: number | null;
  /** How far back it counts, in milliseconds; null: it has no sliding window. */
  readonly windowMs: number | null;
}

export interface Counter extends CounterSpan {
  /** As of its last change or lapse. */
  readonly value: Amount;
  /** What the sliding window holds, oldest first; none without one. */
  readonly marks: readonly Mark[];
  /** When time alone changes it next: it is reset, or the oldest of its marks leaves. Null: never, as it is. */
  readonly resetsAt: Date | null;
}

export interface DatedCounter extends Counter {
  /** When it was last changed or reset. */
  readonly updatedAt: Date;
}

/** A part of the span that is undefined stays as it is; null removes it, and a length takes the place of the other part. */
type SpanChange = { readonly [Part in keyof CounterSpan]?: CounterSpan[Part] | undefined };

/** What a counter becomes by time alone. */
interface Lapse {
  readonly at: Date;
  readonly after: Counter;
}

/** The longest sliding window: a year, whatever year it is. */
export const MAX_WINDOW_MS = 366 * 86_400_000;

/** A change to a counter. */
export type CounterChange =
  | ({ readonly operation: 'SET'; readonly value: Amount } & SpanChange)
  | ({ readonly operation: 'INCREMENT'; readonly by: Amount } & SpanChange)
  /** Made by time alone; `value` is what is carried over. */
  | { readonly operation: 'AUTO_RESET'; readonly value: Amount };

/** The counter that has this value until somebody changes it. */
export const plainCounter = (value: Amount): Counter => ({ value, resetAfterMs: null, windowMs: null, marks: [], resetsAt: null });

/** The counter that reads what its sliding window holds. */
export function slidingCounter(windowMs: number, marks: readonly Mark[]): Counter {
  return { value: totalOf(marks), resetAfterMs: null, windowMs, marks, resetsAt: nextLeaving(marks, windowMs) };
}

export const isSameCounter = (one: Counter, other: Counter): boolean =>
  one.value.equals(other.value) &&
  one.resetAfterMs === other.resetAfterMs &&
  one.windowMs === other.windowMs &&
  one.resetsAt?.getTime() === other.resetsAt?.getTime() &&
  areSameMarks(one.marks, other.marks);

/** Whether time has changed the counter since its value was taken. */
export function isLapsed(counter: Counter, now: Date): boolean {
  return counter.resetsAt !== null && counter.resetsAt <= now;
}

/** What a counter reads: 0 when there is none. */
export function counterReading(counter: Counter | null | undefined, now: Date): Amount {
  if (counter == null) return ZERO;
  if (!isLapsed(counter, now)) return counter.value;
  return counter.windowMs === null ? ZERO : totalOf(marksWithin(counter.marks, counter.windowMs, now));
}

/** What time alone made of the counter by `now`, step by step, each with its time. */
export function lapsesOf(counter: Counter, now: Date): readonly Lapse[] {
  const lapses: Lapse[] = [];
  let [current, at] = [counter, counter.resetsAt];
  while (at !== null && at <= now) {
    current = lapsed(current, at);
    lapses.push({ at, after: current });
    at = current.resetsAt;
  }
  return lapses;
}

/** The counter at the time at which it is reset, or at which marks leave. */
function lapsed(counter: Counter, at: Date): Counter {
  const { windowMs, marks } = counter;
  return windowMs === null ? { ...counter, value: ZERO, resetsAt: null } : slidingCounter(windowMs, marksWithin(marks, windowMs, at));
}

/**
 * The counter after a change. The time to a reset begins with the first change after the previous one, or when its length changes.
 * @param before not lapsed; null when there is none, which reads 0.
 */
export function counterAfter(before: Counter | null, change: CounterChange, now: Date): Counter | null {
  if (change.operation === 'AUTO_RESET') return before === null ? null : carriedOver(before, change.value, now);
  const { resetAfterMs, windowMs } = spanAfter(before, change);
  if (windowMs !== null) {
    const held = change.operation === 'SET' ? [] : marksOf(before, windowMs, now);
    return slidingCounter(windowMs, marksAfter(held, change.operation === 'SET' ? change.value : change.by, now));
  }
  const value = change.operation === 'SET' ? change.value : (before?.value ?? ZERO).plus(change.by);
  if (resetAfterMs === null) return plainCounter(value);
  const open = resetAfterMs === before?.resetAfterMs ? before.resetsAt : null;
  return { ...plainCounter(value), resetAfterMs, resetsAt: open ?? new Date(now.getTime() + resetAfterMs) };
}

function spanAfter(before: Counter | null, { resetAfterMs, windowMs }: SpanChange): CounterSpan {
  if (windowMs != null) return { resetAfterMs: null, windowMs };
  if (resetAfterMs != null) return { resetAfterMs, windowMs: null };
  return {
    resetAfterMs: resetAfterMs === undefined ? (before?.resetAfterMs ?? null) : null,
    windowMs: windowMs === undefined ? (before?.windowMs ?? null) : null,
  };
}

/** What a sliding window of this length holds of a counter. One that had none counts as if it had come about now. */
function marksOf(before: Counter | null, windowMs: number, now: Date): readonly Mark[] {
  if (before === null) return [];
  return before.windowMs === null ? marksAfter([], before.value, now) : marksWithin(before.marks, windowMs, now);
}

function carriedOver(before: Counter, value: Amount, now: Date): Counter {
  if (before.windowMs === null) return { ...before, value, resetsAt: value.isZero() ? null : before.resetsAt };
  return before.value.equals(value) ? before : slidingCounter(before.windowMs, marksAfter([], value, now));
}

/** Whether the sliding window of a counter kept what it held, but for what left it; null without a window. */
export function windowKept(before: Counter | null, { operation }: CounterChange, { windowMs, marks }: Counter): boolean | null {
  if (windowMs === null) return null;
  if (operation === 'INCREMENT') return before === null || before.windowMs !== null;
  return operation === 'AUTO_RESET' && marks.length > 0 && marks.every((mark) => before?.marks.includes(mark));
}

const COUNTER_TEXT = new RegExp(`^-?\\d{1,${MAX_INTEGER_DIGITS}}(\\.\\d{1,${MAX_SCALE}})?$`);

/** Whether `text` is a decimal that a counter can be set to or changed by, and that can be stored exactly. */
export function isCounterText(text: string): boolean {
  return COUNTER_TEXT.test(text);
}
