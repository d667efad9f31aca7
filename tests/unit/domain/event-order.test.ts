/** The order in which due events are processed. */
import { expect, test } from 'vitest';
import { inOrder } from '@/domain/events/order';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const sent = (sequence: number, second: number) => ({
  sequence,
  event_type: 'EXTERNAL' as const,
  received_at: at(second),
  event_timestamp: at(0),
});
const scheduled = (sequence: number, second: number) => ({
  sequence,
  event_type: 'SYSTEM' as const,
  received_at: at(0),
  event_timestamp: at(second),
});
const order = (...events: (ReturnType<typeof sent> | ReturnType<typeof scheduled>)[]) => inOrder(events).map(({ sequence }) => sequence);

test('events that were sent keep the order in which they were stored, whatever clocks said', () => {
  expect(order(sent(3, 1), sent(1, 5), sent(2, 3))).toEqual([1, 2, 3]);
});

test('scheduled events come in the order of their times, then as they were made', () => {
  expect(order(scheduled(1, 9), scheduled(4, 2), scheduled(2, 9), scheduled(3, 2))).toEqual([3, 4, 1, 2]);
});

test('a scheduled event comes before the first that was sent after its time', () => {
  expect(order(scheduled(1, 5), sent(2, 3), sent(3, 5), sent(4, 6), scheduled(5, 7))).toEqual([2, 3, 1, 4, 5]);
});
