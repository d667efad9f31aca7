/** The order in which due events are processed. */
import { expect, test } from 'vitest';
import { inOrder } from '@/domain/events/order';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const sent = (id: number, second: number) => ({
  id: String(id),
  event_type: 'EXTERNAL' as const,
  received_at: at(second),
  event_timestamp: at(0),
});
const scheduled = (id: number, second: number) => ({
  id: String(id),
  event_type: 'SYSTEM' as const,
  received_at: at(0),
  event_timestamp: at(second),
});
const order = (...events: (ReturnType<typeof sent> | ReturnType<typeof scheduled>)[]) => inOrder(events).map(({ id }) => Number(id));

test('events that were sent keep the order of their arrival, and within a millisecond that of their ids', () => {
  expect(order(sent(3, 1), sent(5, 4), sent(2, 3), sent(4, 4))).toEqual([3, 2, 4, 5]);
});

test('the order of events does not depend on which others are ordered with them', () => {
  const all = [scheduled(1, 9), sent(2, 9), sent(3, 8), scheduled(4, 8), sent(5, 8)];
  const together = inOrder(all);
  for (const one of all)
    for (const other of all.filter((event) => event !== one))
      expect(inOrder([one, other])[0]).toBe(together.indexOf(one) < together.indexOf(other) ? one : other);
});

test('scheduled events come in the order of their times, then as they were made', () => {
  expect(order(scheduled(1, 9), scheduled(4, 2), scheduled(2, 9), scheduled(3, 2))).toEqual([3, 4, 1, 2]);
});

test('a scheduled event comes before the first that was sent after its time', () => {
  expect(order(scheduled(1, 5), sent(2, 3), sent(3, 5), sent(4, 6), scheduled(5, 7))).toEqual([2, 3, 1, 4, 5]);
});
