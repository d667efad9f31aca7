import { expect, test } from 'vitest';
import { formatDuration, parseDuration } from '@/domain/duration';

const DAY = 86_400_000;

test.each([
  ['1s', 1_000],
  ['1m', 60_000],
  ['1h', 3_600_000],
  ['1d', DAY],
  ['1w', 7 * DAY],
  ['30d', 30 * DAY],
  ['720h', 30 * DAY],
  ['1w2d12h', 9.5 * DAY],
  ['12h2d1w', 9.5 * DAY],
  ['90m', 5_400_000],
  ['0d1s', 1_000],
  ['007d', 7 * DAY],
  ['36600d', 36_600 * DAY],
])('%s is %d milliseconds', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each([
  '',
  '0s',
  '0d0h',
  'd',
  '1',
  '1 d',
  ' 1d',
  '1d ',
  '-1d',
  '+1d',
  '1.5h',
  '1M',
  '1y',
  '1D',
  '1ms',
  'P1D',
  '1d1d',
  '1h30',
  '36601d',
  '9'.repeat(10) + 's',
  '１d',
])('%j is no duration', (text) => {
  expect(parseDuration(text)).toBeNull();
});

test.each([
  [1_000, '1s'],
  [90_000, '1m30s'],
  [7 * 86_400_000, '7d'],
  [86_400_000 + 43_200_000, '1d12h'],
])('%d milliseconds are written %s and read back', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
  expect(parseDuration(text)).toBe(milliseconds);
});
