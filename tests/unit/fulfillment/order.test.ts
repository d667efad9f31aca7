import { describe, expect, test } from 'vitest';
import { isOpen, ORDER_STATUSES, ORDER_TABLE, pauseAfterAttempt, type AnswerKind, type OrderStatus } from '@/domain/fulfillment/order';

const KINDS: readonly AnswerKind[] = ['DELIVERED', 'ACCEPTED', 'REFUSED', 'UNKNOWN'];
const pairs = ORDER_STATUSES.flatMap((status) => KINDS.map((kind) => [status, kind] as const));

const EXPECTED: Readonly<Record<string, OrderStatus>> = {
  'PENDING DELIVERED': 'DELIVERED',
  'PENDING ACCEPTED': 'ORDERED',
  'PENDING REFUSED': 'FAILED',
  'PENDING UNKNOWN': 'PENDING',
  'ORDERED DELIVERED': 'DELIVERED',
  'ORDERED ACCEPTED': 'ORDERED',
  'ORDERED REFUSED': 'FAILED',
  'ORDERED UNKNOWN': 'ORDERED',
};

describe('the answer of a provider', () => {
  test.each(pairs)('to an order that is %s: %s', (status, kind) => {
    expect(ORDER_TABLE[status][kind]).toBe(EXPECTED[`${status} ${kind}`] ?? status);
  });

  test('changes nothing of an order that has ended', () => {
    const ended = ORDER_STATUSES.filter((status) => !isOpen(status));
    expect(ended).toEqual(['DELIVERED', 'FAILED']);
    for (const status of ended) expect(new Set(Object.values(ORDER_TABLE[status]))).toEqual(new Set([status]));
  });
});

test('an open order is asked about again after 10 seconds, later and later, and at least every 6 hours', () => {
  const pauses = Array.from({ length: 40 }, (_, attempts) => pauseAfterAttempt(attempts + 1) / 1000);
  expect(pauses.slice(0, 4)).toEqual([10, 20, 40, 80]);
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  expect(pauses.at(-1)).toBe(6 * 3600);
});
