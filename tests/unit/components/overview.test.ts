import { describe, expect, test } from 'vitest';
import { changeText } from '@/components/overview/change';
import { readWhole, splitWindow } from '@/server/db/repositories/day-windows';
import { periodAt, spansOf } from '@/server/services/overview/periods';

describe('a change since the period before', () => {
  test.each([
    ['110.00', '100.00', '10.0 % more'],
    ['99.95', '100', 'under 0.1 % less'],
    ['1', '3', '66.7 % less'],
    ['5', '-10', '150.0 % more'],
    ['100.00', '100.0', 'as before'],
    ['1', '0.00', 'none before'],
    ['0', '4', '100.0 % less'],
    ['1000000000000000000000000000000000000001', '1000000000000000000000000000000000000000', 'under 0.1 % more'],
  ])('%s after %s is told as "%s"', (now, before, words) => {
    expect(changeText(now, before)).toBe(words);
  });
});

describe('a period', () => {
  const now = new Date('2026-03-15T10:20:30.400Z');

  test('of days begins at midnight UTC and is compared with just as much of as many days before', () => {
    const { from, to, previous } = periodAt(now, '7d');
    expect([from, to, previous.from, previous.to].map((at) => at.toISOString())).toEqual([
      '2026-03-09T00:00:00.000Z',
      '2026-03-15T10:20:30.401Z',
      '2026-03-02T00:00:00.000Z',
      '2026-03-08T10:20:30.401Z',
    ]);
  });

  test.each([
    ['24h', 24],
    ['7d', 7],
    ['30d', 30],
    ['90d', 90],
    ['12m', 53],
  ] as const)('of %s has %i spans without a gap, the last of which ends at present', (name, count) => {
    const period = periodAt(now, name);
    const spans = spansOf(period);
    expect(spans).toHaveLength(count);
    expect(spans[0]!.from).toEqual(period.from);
    expect(spans.at(-1)!.to).toEqual(period.to);
    expect(spans.slice(1).map(({ from }) => from)).toEqual(spans.slice(0, -1).map(({ to }) => to));
  });
});

describe('a window', () => {
  const at = (text: string) => new Date(`2026-03-${text}Z`);
  const iso = (text: string) => at(text).toISOString();

  test('is split into whole days and its edges', () => {
    expect(splitWindow({ from: at('01T12:00'), to: at('04T06:00') })).toEqual({
      days: { from: iso('02T00:00'), to: iso('04T00:00') },
      edges: [
        { from: iso('01T12:00'), to: iso('02T00:00') },
        { from: iso('04T00:00'), to: iso('04T06:00') },
      ],
    });
  });

  test('without ends has no edges, and one within a day nothing else', () => {
    expect(splitWindow({ from: null, to: null })).toEqual({ days: { from: '-infinity', to: 'infinity' }, edges: [] });
    const short = { from: at('01T12:00'), to: at('02T06:00') };
    expect(splitWindow(short)).toEqual(readWhole(short));
  });

  test('is read row by row from where nothing is counted yet', () => {
    expect(splitWindow({ from: at('01T00:00'), to: null }, at('03T00:00'))).toEqual({
      days: { from: iso('01T00:00'), to: iso('03T00:00') },
      edges: [{ from: iso('03T00:00'), to: 'infinity' }],
    });
    const all = { from: at('01T00:00'), to: null };
    expect(splitWindow(all, null)).toEqual(readWhole(all));
  });
});
