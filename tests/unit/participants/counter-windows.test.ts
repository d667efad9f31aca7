import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counterFromHistory, type CounterStep } from '@/domain/backtests/counters';
import { amountOf, formatDecimal, ZERO, type Amount } from '@/domain/money';
import { counterAfter, counterReading, plainCounter, windowKept, type Counter, type CounterChange } from '@/domain/participants/counters';
import { assertWindowsFit, MARKS_MAX } from '@/domain/participants/limits';
import { counterIn, shownValue, stateKey, stateTransitions, type StateChange, type StateTransition } from '@/domain/participants/state';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
const at = (days: number) => new Date(days * DAY);
const SUBJECT = { type: 'PARTICIPANT', id: 'ada' } as const;
const PLACE = stateKey({ type: 'COUNTER', subject: SUBJECT, key: 'k' });

const add = (by: number | string): CounterChange => ({ operation: 'INCREMENT', by: amountOf(by), windowMs: WEEK });
const set = (value: number | string): CounterChange => ({ operation: 'SET', value: amountOf(value), windowMs: WEEK });

/** All transitions of changes that are made one after another, each on its day. */
function history(changes: readonly (readonly [day: number, change: CounterChange])[], from: Counter | null = null) {
  const transitions: StateTransition[] = [];
  let counter = from;
  for (const [day, part] of changes) {
    const change: StateChange = { type: 'COUNTER', subject: SUBJECT, key: 'k', origin: { source: 'API' }, ...part };
    transitions.push(...stateTransitions(new Map(counter === null ? [] : [[PLACE, counter]]), [change], at(day)));
    counter = counterIn(transitions.at(-1)?.after ?? counter);
  }
  return { counter, transitions };
}
const readings = (counter: Counter | null, ...days: number[]) => days.map((day) => formatDecimal(counterReading(counter, at(day))));

describe('a counter with a sliding window', () => {
  test('reads what was added within the window, from the instant of each addition until one window later', () => {
    const { counter } = history([
      [0, add(1)],
      [2, add('1.5')],
      [6, add(1)],
    ]);
    expect(readings(counter, 6, 6.99, 7, 8.99, 9, 12.99, 13, 100)).toEqual(['3.5', '3.5', '2.5', '2.5', '1', '1', '0', '0']);
    expect(counter?.resetsAt).toEqual(at(7));
  });

  test('that is set counts the new value as of then, and one that is set to 0 counts nothing', () => {
    const counted = [[0, add(2)] as const, [3, add(1)] as const];
    expect(readings(history([...counted, [4, set(1)]]).counter, 4, 10.99, 11)).toEqual(['1', '1', '0']);
    expect(history([...counted, [4, set(0)]]).counter).toMatchObject({ marks: [], resetsAt: null });
    expect(readings(history([...counted, [4, set(3)]]).counter, 4, 10.99, 11)).toEqual(['3', '3', '0']);
  });

  test('gives what is subtracted out of what was added last', () => {
    const counted = [[0, add(2)] as const, [3, add(2)] as const];
    expect(readings(history([...counted, [4, add(-1)]]).counter, 4, 7, 10)).toEqual(['3', '1', '0']);
    expect(readings(history([...counted, [4, add(-3)]]).counter, 4, 7, 10)).toEqual(['1', '0', '0']);
    expect(readings(history([...counted, [4, add(-5)]]).counter, 4, 7, 10.99, 11)).toEqual(['-1', '-1', '-1', '0']);
  });

  test('keeps what is added apart from what was missing at the same time', () => {
    const missing = [[0, add(-1)] as const, [0, add(1)] as const];
    expect(readings(history(missing).counter, 0, 7)).toEqual(['0', '0']);
    // What is subtracted then comes out of the addition, and not out of what is to come.
    expect(readings(history([...missing, [5, add(-1)]]).counter, 5, 6.99, 7, 12)).toEqual(['-1', '-1', '0', '0']);
  });

  test('tells in its history each fall, at the time at which the amount left the window', () => {
    const { transitions } = history([
      [0, add(1)],
      [2, add(1)],
      [20, add(5)],
    ]);
    const told = transitions.map(({ change, before, after, at: time }) => [
      change.operation,
      shownValue(before),
      shownValue(after),
      time.getTime() / DAY,
    ]);
    expect(told).toEqual([
      ['INCREMENT', null, '1', 0],
      ['INCREMENT', '1', '2', 2],
      ['AUTO_RESET', '2', '1', 7],
      ['AUTO_RESET', '1', '0', 9],
      ['INCREMENT', '0', '5', 20],
    ]);
  });

  test('counts what it had before it had a window as of then, and keeps its reading when the window is removed', () => {
    expect(readings(history([[1, add(1)]], plainCounter(amountOf(4))).counter, 1, 7.99, 8)).toEqual(['5', '5', '0']);
    const { counter } = history([
      [0, add(2)],
      [3, add(1)],
    ]);
    const without = counterAfter(counter, { operation: 'INCREMENT', by: ZERO, windowMs: null }, at(4));
    expect(without).toEqual(plainCounter(amountOf(3)));
    const reset = counterAfter(counter, { operation: 'INCREMENT', by: ZERO, resetAfterMs: DAY }, at(4));
    expect(reset).toEqual({ ...plainCounter(amountOf(3)), resetAfterMs: DAY, resetsAt: at(5) });
    const shorter = counterAfter(counter, { operation: 'INCREMENT', by: ZERO, windowMs: 2 * DAY }, at(4));
    expect(readings(shorter, 4, 5)).toEqual(['1', '0']);
  });

  test('counts what a process added whose clock is ahead, and keeps its amounts in the order of time', () => {
    const { counter } = history([
      [1, add(1)],
      [0.9999, add(1)],
    ]);
    expect(readings(counter, 0.9999)).toEqual(['2']);
    expect(counter?.marks.map(({ at: time }) => time)).toEqual([at(0.9999), at(1)]);
  });

  test('keeps no more amounts than fit, of which any number are one that are added at the same time', () => {
    const full = history(Array.from({ length: MARKS_MAX }, (_, n) => [n / MARKS_MAX, add(1)] as const)).counter;
    const last = full!.marks.at(-1)!.at.getTime() / DAY;
    const fits = (day: number, change: CounterChange) => () => assertWindowsFit(history([[day, change]], full).transitions, 'increment');
    expect(fits(1, add(1))).toThrow(
      expect.objectContaining({ code: 'unprocessable', param: 'increment', details: { count: MARKS_MAX + 1, maximum: MARKS_MAX } }),
    );
    expect(fits(last, add(1))).not.toThrow();
    expect(fits(1, add(-2))).not.toThrow();
  });
});

/** The same as a list of amounts that is searched through from the start each time. */
class NaiveWindow {
  private entries: { day: number; left: Amount }[] = [];

  change(day: number, { operation, ...change }: CounterChange): void {
    this.entries = this.entries.filter((entry) => entry.day > day - 7);
    if (operation === 'SET') this.entries = [];
    let amount = 'by' in change ? change.by : change.value;
    if (operation === 'INCREMENT' && amount.isNegative())
      for (const entry of [...this.entries].sort((one, other) => other.day - one.day)) {
        if (entry.left.isNegative()) continue;
        const taken = entry.left.lessThan(amount.negated()) ? entry.left : amount.negated();
        [entry.left, amount] = [entry.left.minus(taken), amount.plus(taken)];
      }
    this.entries.push({ day, left: amount });
  }

  reading(day: number): Amount {
    return this.entries.filter((entry) => entry.day > day - 7).reduce((sum, { left }) => sum.plus(left), ZERO);
  }
}

const CHANGES = fc.array(
  fc.tuple(
    fc.integer({ min: 0, max: 40 }),
    fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: -4, max: 6 }).map((tenths) => add(`${tenths / 10}`)) },
      { weight: 1, arbitrary: fc.integer({ min: -1, max: 3 }).map(set) },
    ),
  ),
  { maxLength: 25 },
);
/** Quarters of days, one after another. */
const inOrder = (gaps: readonly (readonly [number, CounterChange])[]) => {
  let day = 0;
  return gaps.map(([quarters, change]) => [(day += quarters / 4), change] as const);
};

test('whatever is added, subtracted and set, it reads at any time what a plain list of the additions says', () => {
  fc.assert(
    fc.property(CHANGES, fc.integer({ min: 0, max: 40 }), (gaps, later) => {
      const changes = inOrder(gaps);
      const naive = new NaiveWindow();
      for (const [day, change] of changes) naive.change(day, change);
      const end = (changes.at(-1)?.[0] ?? 0) + later / 4;
      expect(formatDecimal(counterReading(history(changes).counter, at(end)))).toBe(formatDecimal(naive.reading(end)));
    }),
    { numRuns: 1_000 },
  );
});

test('the history of the last two windows is enough to say what a counter reads from then on', () => {
  const stepsOf = (transitions: readonly StateTransition[]): CounterStep[] =>
    transitions.flatMap(({ change, before, after, at: created_at }) => {
      const kept = change.type === 'COUNTER' ? windowKept(counterIn(before), change, counterIn(after)!) : null;
      const [old_value, new_value] = [shownValue(before), shownValue(after)];
      return { operation: change.operation, old_value, new_value, window_kept: kept, created_at };
    });
  fc.assert(
    fc.property(CHANGES, fc.integer({ min: 1, max: 40 }), (gaps, later) => {
      const changes = inOrder(gaps);
      const { counter, transitions } = history(changes);
      const end = (changes.at(-1)?.[0] ?? 0) + later / 4;
      const recent = stepsOf(transitions).filter(({ created_at }) => created_at > at(end - 14));
      const rebuilt = counterFromHistory(recent, WEEK);
      for (const day of [end, end + 1.25, end + 3, end + 6.75]) {
        expect(formatDecimal(counterReading(rebuilt, at(day)))).toBe(formatDecimal(counterReading(counter, at(day))));
      }
    }),
    { numRuns: 1_000 },
  );
});
