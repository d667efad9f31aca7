import { expect, test } from 'vitest';
import { isTimestamp, withReadableOffset } from '@/domain/timestamp';

test.each([
  '2026-03-01T12:00:00Z',
  '2026-03-01t12:00:00.123456789z',
  '2024-02-29T23:59:59-12:30',
  '0001-01-01T00:00:00Z',
  '0001-01-01T23:59:00+23:59',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T00:00:59-23:59',
])('%s is a time', (text) => {
  expect(isTimestamp(text)).toBe(true);
});

test.each([
  ['has no offset', '2026-03-01T12:00:00'],
  ['is a day alone', '2026-03-01'],
  ['is on a day that does not exist', '2026-02-29T12:00:00Z'],
  ['is in the year 0', '0000-12-31T23:59:59Z'],
  ['is in the year 0 in UTC', '0001-01-01T00:00:00+00:01'],
  ['is in the year 10000 in UTC', '9999-12-31T23:59:59-23:59'],
  ['has an hour 24', '2026-03-01T24:00:00Z'],
  ['has something behind it', '2026-03-01T12:00:00Z '],
])('a text that %s is none', (_, text) => {
  expect(isTimestamp(text)).toBe(false);
});

test.each([
  ['9999-12-31T00:00:59.1234567-23:59', '9999-12-31T23:59:59.1234567Z'],
  ['0001-01-01t23:59:00+16:00', '0001-01-01T07:59:00Z'],
  ['2026-03-01T12:00:00+15:59', '2026-03-01T12:00:00+15:59'],
  ['2026-03-01T12:00:00.5Z', '2026-03-01T12:00:00.5Z'],
  ['2026-02-30T12:00:00+20:00', '2026-02-30T12:00:00+20:00'],
])('%s is read as %s', (text, read) => {
  expect(withReadableOffset(text)).toBe(read);
});
