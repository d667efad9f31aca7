/** Lots over time: every lot in exactly one group, no unit lost, and never too many groups to read. */
import { describe, expect, test } from 'vitest';
import { groupByEarning, scheduleOfExpiry, spanStart, unitFor, type ScheduledLot } from '@/domain/ledger/lot-schedule';
import { amountOf, sumAmounts } from '@/domain/money';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 1, 15);

const lotsEvery = (count: number, days: number, more: (index: number) => Partial<ScheduledLot> = () => ({})): ScheduledLot[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index).padStart(6, '0'),
    bucket: 'AVAILABLE' as const,
    remaining: amountOf('1.25'),
    earnedAt: new Date(START + index * days * DAY_MS),
    maturesAt: null,
    expiresAt: new Date(START + (365 + index * days) * DAY_MS),
    ...more(index),
  }));

describe('spans', () => {
  test.each([
    ['DAY', '2026-11-21T00:00:00.000Z'],
    ['WEEK', '2026-11-16T00:00:00.000Z'],
    ['MONTH', '2026-11-01T00:00:00.000Z'],
    ['YEAR', '2026-01-01T00:00:00.000Z'],
  ] as const)('a %s begins where the calendar has it begin', (unit, start) => {
    expect(spanStart(new Date('2026-11-21T22:10:00Z'), unit).toISOString()).toBe(start);
    expect(spanStart(new Date(start), unit).toISOString()).toBe(start);
  });

  test('a week begins on Monday, before 1970 too', () => {
    expect(spanStart(new Date('1970-01-01T00:00:00Z'), 'WEEK').toISOString()).toBe('1969-12-29T00:00:00.000Z');
    expect(spanStart(new Date('2026-11-22T23:59:59.999Z'), 'WEEK').toISOString()).toBe('2026-11-16T00:00:00.000Z');
  });

  test.each([
    [40, 1, 'DAY'],
    [41, 1, 'WEEK'],
    [500, 1, 'MONTH'],
    [5_000, 1, 'YEAR'],
  ] as const)('%i days, at most 40 of them, are shown by %3$s', (count, days, unit) => {
    expect(
      unitFor(
        lotsEvery(count, days).map(({ earnedAt }) => earnedAt),
        40,
      ),
    ).toBe(unit);
  });
});

describe('groups by when lots were earned', () => {
  test('up to the limit each lot stands for itself, oldest first', () => {
    const lots = lotsEvery(40, 2).toReversed();
    const { unit, groups } = groupByEarning(lots, 40);
    expect(unit).toBeNull();
    expect(groups.map((group) => group.lots)).toEqual(lots.toReversed().map(({ id }) => [id]));
  });

  test.each([41, 400, 5_000])('%i lots make at most 40 groups that hold every lot once and every unit', (count) => {
    const { unit, groups } = groupByEarning(lotsEvery(count, 1), 40);
    expect(unit).not.toBeNull();
    expect(groups.length).toBeLessThanOrEqual(40);
    expect(groups.flatMap((group) => group.lots).toSorted()).toEqual(lotsEvery(count, 1).map(({ id }) => id));
    expect(sumAmounts(groups.map(({ remaining }) => remaining.AVAILABLE)).toFixed(2)).toBe((count * 1.25).toFixed(2));
  });

  test('a group knows its buckets, when the last of what is deferred matures, and the range of its expiries', () => {
    const late = new Date(START + 90 * DAY_MS);
    const [group] = groupByEarning(
      lotsEvery(
        3,
        0,
        (index) => [{ bucket: 'DEFERRED' as const, maturesAt: late }, { bucket: 'HELD' as const, expiresAt: null }, {}][index]!,
      ),
      1,
    ).groups;
    expect(group).toMatchObject({ maturesAt: late, endless: true });
    expect(Object.values(group!.remaining).map(String)).toEqual(['1.25', '1.25', '1.25']);
    const expiry = new Date(START + 365 * DAY_MS);
    expect(group).toMatchObject({ earnedFrom: new Date(START), earnedTo: new Date(START), expiresFrom: expiry, expiresTo: expiry });
  });

  test('a group reaches from its first lot to its last', () => {
    const day = (days: number) => new Date(START + days * DAY_MS);
    const [group] = groupByEarning(lotsEvery(5, 2), 1).groups;
    expect(group).toMatchObject({ earnedFrom: day(0), earnedTo: day(8), expiresFrom: day(365), expiresTo: day(373), endless: false });
  });

  test('no lots make no groups', () => {
    expect(groupByEarning([], 40)).toEqual({ unit: null, groups: [] });
  });
});

describe('what expires when', () => {
  test('what is left falls by what expires, down to what never does', () => {
    const { spans, never } = scheduleOfExpiry(
      lotsEvery(4, 1, (index) => (index === 3 ? { expiresAt: null } : {})),
      36,
    );
    expect(spans.map(({ amount, left }) => [amount.toFixed(2), left.toFixed(2)])).toEqual([
      ['1.25', '3.75'],
      ['1.25', '2.50'],
      ['1.25', '1.25'],
    ]);
    expect(never.toFixed(2)).toBe('1.25');
  });

  test('without a lot that expires there is no span', () => {
    const { spans, never } = scheduleOfExpiry(
      lotsEvery(2, 1, () => ({ expiresAt: null })),
      36,
    );
    expect([spans, never.toFixed(2)]).toEqual([[], '2.50']);
  });
});
