import { expect, test } from 'vitest';
import { reservationDeadline } from '@/domain/redemptions/deadline';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const after = (milliseconds: number): string => new Date(NOW.getTime() + milliseconds).toISOString();
const DAY = 86_400_000;

test('a reservation lasts as long as its program says unless it says otherwise', () => {
  expect(reservationDeadline('PENDING', undefined, '90d', NOW)?.toISOString()).toBe(after(90 * DAY));
  expect(reservationDeadline('PENDING', after(DAY), '90d', NOW)?.toISOString()).toBe(after(DAY));
  expect(reservationDeadline('INSTANT', undefined, '90d', NOW)).toBeNull();
});

test.each([
  ['60 seconds', 60_000],
  ['365 days', 365 * DAY],
])('%s is a deadline', (_, milliseconds) => {
  expect(reservationDeadline('PENDING', after(milliseconds), '90d', NOW)?.toISOString()).toBe(after(milliseconds));
});

test.each([
  ['a millisecond less than 60 seconds', 59_999],
  ['a millisecond more than 365 days', 365 * DAY + 1],
  ['the past', -1],
])('%s is invalid_expiration', (_, milliseconds) => {
  expect(() => reservationDeadline('PENDING', after(milliseconds), '90d', NOW)).toThrow(
    expect.objectContaining({ code: 'invalid_expiration', param: 'expires_at' }),
  );
});

test('a deadline of an instant redemption is invalid_request', () => {
  expect(() => reservationDeadline('INSTANT', after(DAY), '90d', NOW)).toThrow(
    expect.objectContaining({ code: 'invalid_request', param: 'expires_at' }),
  );
});
