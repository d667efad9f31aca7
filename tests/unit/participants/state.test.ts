import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counterReading, isCounterText, plainCounter, type Counter } from '@/domain/participants/counters';
import {
  shownValue,
  stateKey,
  stateTransitions,
  type StateChange,
  type StateValue,
  type TierMembership,
} from '@/domain/participants/state';
import { amountOf } from '@/domain/money';

const SUBJECT = { type: 'PARTICIPANT', id: 'ada' } as const;
const ORIGIN = { source: 'API' } as const;
const HOUR = 3_600_000;
const at = (hours: number) => new Date(hours * HOUR);

type CounterPart =
  { operation: 'SET'; value: number } | { operation: 'INCREMENT'; by: number } | { operation: 'AUTO_RESET'; value: number };
function counting(part: CounterPart & { resetAfterMs?: number | null }): StateChange {
  const amounts = 'by' in part ? { by: amountOf(part.by) } : { value: amountOf(part.value) };
  return { ...part, ...amounts, type: 'COUNTER', subject: SUBJECT, key: 'k', origin: ORIGIN } as StateChange;
}
const counter = (value: number, resetAfterMs: number | null = null, resetsAt: Date | null = null): Counter => ({
  ...plainCounter(amountOf(value)),
  resetAfterMs,
  resetsAt,
});
const PLACE = stateKey(counting({ operation: 'SET', value: 0 }));
const step = (before: StateValue, hours: number, ...changes: StateChange[]) =>
  stateTransitions(new Map(before ? [[PLACE, before]] : []), changes, at(hours));

describe('counters', () => {
  test('a change of an absent counter begins at 0', () => {
    const [made] = step(null, 1, counting({ operation: 'INCREMENT', by: -2 }));
    expect(made).toMatchObject({ before: null, at: at(1) });
    expect(shownValue(made!.after)).toBe('-2');
  });

  test.each<[string, Counter | null, CounterPart & { resetAfterMs?: number | null }, number | null, number | null]>([
    ['opens with the first change', null, { operation: 'SET', value: 1, resetAfterMs: HOUR }, HOUR, 6],
    ['stays while its length does', counter(1, HOUR, at(5.5)), { operation: 'INCREMENT', by: 1, resetAfterMs: HOUR }, HOUR, 5.5],
    ['stays where it is not mentioned', counter(1, HOUR, at(5.5)), { operation: 'SET', value: 9 }, HOUR, 5.5],
    ['begins anew with another length', counter(1, HOUR, at(5.5)), { operation: 'INCREMENT', by: 1, resetAfterMs: 2 * HOUR }, 2 * HOUR, 7],
    ['is done away with by null', counter(1, HOUR, at(5.5)), { operation: 'INCREMENT', by: 1, resetAfterMs: null }, null, null],
    ['opens again after a reset', counter(0, HOUR, null), { operation: 'INCREMENT', by: 1 }, HOUR, 6],
    ['closes with a reset to 0', counter(3, HOUR, at(5.5)), { operation: 'AUTO_RESET', value: 0 }, HOUR, null],
    ['stays open where something is carried over', counter(3, HOUR, at(5.5)), { operation: 'AUTO_RESET', value: 1 }, HOUR, 5.5],
  ])('a window %s', (_, before, change, resetAfterMs, resetsAt) => {
    const [made] = step(before, 5, counting(change));
    expect(made!.after).toMatchObject({ resetAfterMs, resetsAt: resetsAt === null ? null : at(resetsAt) });
  });

  test('a window that ended is reset first, at the time it ended and by nobody', () => {
    const [reset, change] = step(counter(7, HOUR, at(4)), 5, counting({ operation: 'INCREMENT', by: 1 }));
    expect(reset).toMatchObject({ change: { operation: 'AUTO_RESET', origin: { source: 'SYSTEM' } }, at: at(4) });
    expect([shownValue(reset!.before), shownValue(reset!.after), shownValue(change!.before), shownValue(change!.after)]).toEqual([
      '7',
      '0',
      '0',
      '1',
    ]);
    expect(step(counter(7, HOUR, at(4)), 5, counting({ operation: 'AUTO_RESET', value: 0 }))).toHaveLength(1);
    expect(step(counter(7, HOUR, at(4)), 3.9, counting({ operation: 'INCREMENT', by: 0 }))).toHaveLength(0);
  });

  test('a counter reads 0 from the instant on which its window ends', () => {
    const windowed = counter(7, HOUR, at(4));
    expect([at(3.99), at(4), at(9)].map((now) => counterReading(windowed, now).toFixed())).toEqual(['7', '0', '0']);
    expect([counterReading(null, at(1)).toFixed(), counterReading(undefined, at(1)).toFixed()]).toEqual(['0', '0']);
  });

  test('a reset of an absent counter is nothing', () => {
    expect(step(null, 1, counting({ operation: 'AUTO_RESET', value: 0 }))).toEqual([]);
  });

  test('increments add up to the last digit in whatever order', () => {
    const decimal = fc
      .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 18 }))
      .map(([digits, scale]) => amountOf(digits).div(amountOf(10).pow(scale)));
    fc.assert(
      fc.property(fc.array(decimal, { minLength: 1, maxLength: 20 }), (amounts) => {
        const changes = amounts.map((by): StateChange => ({
          type: 'COUNTER',
          operation: 'INCREMENT',
          subject: SUBJECT,
          key: 'k',
          origin: ORIGIN,
          by,
        }));
        const last = step(null, 1, ...changes).at(-1)!.after as Counter;
        const reversed = step(null, 1, ...changes.toReversed()).at(-1)!.after as Counter;
        expect(last.value.toFixed()).toBe(reversed.value.toFixed());
        expect(last.value.minus(amounts.reduce((sum, amount) => sum.plus(amount), amountOf(0))).isZero()).toBe(true);
      }),
    );
  });

  test.each([['0'], ['-1.5'], ['9'.repeat(40)], [`0.${'1'.repeat(18)}`]])('%s can be stored', (text) =>
    expect(isCounterText(text)).toBe(true),
  );
  test.each([[''], ['.5'], ['5.'], ['1e3'], ['+1'], ['9'.repeat(41)], [`0.${'1'.repeat(19)}`], [' 1'], ['NaN']])(
    '%j is no counter',
    (text) => expect(isCounterText(text)).toBe(false),
  );
});

describe('levels', () => {
  const change = (level: string, expiresAt: Date | null): StateChange => ({
    type: 'TIER',
    operation: 'SET',
    subject: SUBJECT,
    key: 'status',
    programId: 'p',
    origin: ORIGIN,
    value: { level, rank: 1, expiresAt },
  });
  const place = stateKey(change('gold', null));
  const gold: TierMembership = { level: 'gold', rank: 1, since: at(1), expiresAt: at(9), inGrace: true };
  const after = (value: StateValue, next: StateChange) => stateTransitions(new Map([[place, value]]), [next], at(5));

  test('the same level for longer has been held since it was first given, and is no longer in grace', () => {
    expect(after(gold, change('gold', null))).toMatchObject([{ after: { level: 'gold', since: at(1), expiresAt: null, inGrace: false } }]);
    expect(after({ ...gold, inGrace: false }, change('gold', at(9)))).toEqual([]);
  });

  test('another level begins now', () => {
    expect(after(gold, change('silver', null))).toMatchObject([{ after: { level: 'silver', since: at(5) } }]);
  });

  test('tiers of two programs with one key are two', () => {
    expect(place).not.toBe(stateKey({ ...change('gold', null), programId: 'q' } as StateChange));
  });
});
