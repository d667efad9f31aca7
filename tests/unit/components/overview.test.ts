import { describe, expect, test } from 'vitest';
import { changeText } from '@/components/overview/change';
import { splitForReturns, splitHours, splitWindow } from '@/server/db/repositories/reports/day-windows';
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

  const span = (from: string, to: string) => ({ from: iso(from), to: iso(to) });
  const none = { from: '-infinity', to: '-infinity' };
  const inMarch = (from: string, to: string) => ({ from: at(from), to: at(to) });

  test('is split into whole days and its edges', () => {
    expect(splitWindow(inMarch('01T12:00', '04T06:00'), undefined, null)).toEqual({
      days: span('02T00:00', '04T00:00'),
      hours: [],
      edges: [span('01T12:00', '02T00:00'), span('04T00:00', '04T06:00')],
    });
  });

  test('without ends has no edges, and one within a day nothing else', () => {
    const ever = { days: { from: '-infinity', to: 'infinity' }, hours: [], edges: [] };
    expect(splitWindow({ from: null, to: null }, undefined, null)).toEqual(ever);
    const short = { days: none, hours: [], edges: [span('01T12:00', '02T06:00')] };
    expect(splitWindow(inMarch('01T12:00', '02T06:00'), undefined, null)).toEqual(short);
    expect(splitWindow(inMarch('01T12:00', '01T12:00'), undefined, null)).toMatchObject({ edges: [span('01T12:00', '01T12:00')] });
  });

  test('is read row by row from where nothing is counted yet', () => {
    expect(splitWindow({ from: at('01T00:00'), to: null }, at('03T00:00'), null)).toEqual({
      days: span('01T00:00', '03T00:00'),
      hours: [],
      edges: [{ from: iso('03T00:00'), to: 'infinity' }],
    });
    expect(splitWindow({ from: at('01T00:00'), to: null }, null, null).edges).toEqual([{ from: iso('01T00:00'), to: 'infinity' }]);
  });

  test('has hours around its days, as far as they are counted, and is read row by row only within an hour', () => {
    const hours = { from: at('01T00:00'), until: at('04T05:00') };
    expect(splitWindow(inMarch('01T12:20', '04T06:40'), undefined, hours)).toEqual({
      days: span('02T00:00', '04T00:00'),
      hours: [span('01T13:00', '02T00:00'), span('04T00:00', '04T05:00')],
      edges: [span('01T12:20', '01T13:00'), span('04T05:00', '04T06:40')],
    });
    expect(splitHours(inMarch('01T12:20', '04T03:40'), hours)).toEqual({
      days: none,
      hours: [span('01T13:00', '04T03:00')],
      edges: [span('01T12:20', '01T13:00'), span('04T03:00', '04T03:40')],
    });
  });

  test('uses no hours that do not reach its days or begin behind its beginning', () => {
    const window = inMarch('01T12:20', '04T06:40');
    const edges = [span('01T12:20', '02T00:00'), span('04T00:00', '04T06:40')];
    expect(splitWindow(window, undefined, { from: at('01T00:00'), until: at('01T20:00') }).edges).toEqual(edges);
    expect(splitWindow(window, undefined, { from: at('01T14:00'), until: at('04T00:00') }).edges).toEqual(edges);
  });

  test('that begins within a day is counted by hours alone, when they reach over its days', () => {
    const window = inMarch('01T12:00', '04T06:00');
    const whole = { days: at('04T00:00'), hours: { from: at('01T00:00'), until: at('04T02:00') } };
    expect(splitForReturns(window, whole)).toEqual({
      days: none,
      hours: [span('01T12:00', '04T02:00')],
      edges: [span('04T02:00', '04T06:00')],
    });
    const behind = { ...whole, hours: { from: at('01T00:00'), until: at('03T00:00') } };
    expect(splitForReturns(window, behind)).toEqual({
      days: span('02T00:00', '04T00:00'),
      hours: [],
      edges: [span('01T12:00', '02T00:00'), span('04T00:00', '04T06:00')],
    });
    expect(splitForReturns(inMarch('01T00:00', '04T02:30'), whole)).toEqual({
      days: span('01T00:00', '04T00:00'),
      hours: [span('04T00:00', '04T02:00')],
      edges: [span('04T02:00', '04T02:30')],
    });
  });
});
