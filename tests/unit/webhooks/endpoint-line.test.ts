import { expect, test } from 'vitest';
import type { Pace } from '@/domain/webhooks/pace';
import { outcomeOfAttempt, type Answer, type NoAnswer } from '@/domain/webhooks/retry';
import { EndpointLine } from '@/server/services/webhooks/endpoint-line';

interface Item {
  readonly name: number;
  readonly delivery: { readonly pace: Pace };
  readonly takenAt: number;
  begunAt: number | null;
}

function lineOf(items: number, pace: Pace = 'PROMPT', takenAt = 0): EndpointLine<Item> {
  const line = new EndpointLine<Item>();
  for (let name = 0; name < items; name++) line.add({ name, delivery: { pace }, takenAt, begunAt: null });
  return line;
}

function beginAll(line: EndpointLine<Item>): Item[] {
  const begun: Item[] = [];
  for (let next; (next = line.begin(5));) begun.push(next);
  return begun;
}

const NOW = new Date('2026-01-01T00:00:00Z');
const attempted = (outcome: Answer | NoAnswer, durationMs = 5) => ({
  verdict: outcomeOfAttempt({ attempts: 0, firstLimitedAt: null }, outcome, NOW, NOW),
  attempt: { url: 'https://example.com', durationMs, requestHeaders: {}, response: null },
});
const answer = (status: number): Answer => ({ status, retryAfter: null });
const WELL = attempted(answer(200));
const namesOf = (items: readonly Item[]): number[] => items.map(({ name }) => name);

test.each([
  ['PROMPT', 8],
  ['SLOW', 8],
  ['SILENT', 1],
] as const)('an endpoint that is %s gets %s deliveries at once, in order, and the next when one of them has ended well', (pace, share) => {
  const line = lineOf(12, pace);
  const begun = beginAll(line);
  expect(namesOf(begun)).toEqual(Array.from({ length: share }, (_, name) => name));
  expect(begun.map(({ begunAt }) => begunAt)).toEqual(begun.map(() => 5));
  expect(line.end(begun[0]!, WELL)).toEqual([]);
  expect(namesOf(beginAll(line))).toEqual([share]);
});

test.each([
  ['429', attempted(answer(429))],
  ['500', attempted(answer(500))],
  ['404', attempted(answer(404))],
  ['a timeout', attempted({ code: 'consumer_response_timeout', message: 'It did not answer.' })],
  ['success after two seconds', attempted(answer(200), 2_000)],
  ['nothing, since the process ends', null],
])('after %s, what waits is handed back, and nothing is claimed until that is recorded', (_, outcome) => {
  const line = lineOf(12);
  const [first, second] = beginAll(line);
  line.end(first!, WELL);
  line.recorded(first!, 6);
  expect(line.ahead).toBe(64);
  expect(line.isHeldBack(5)).toBe(false);
  expect(namesOf(line.end(second!, outcome))).toEqual([8, 9, 10, 11]);
  expect(line.ahead).toBeNull();
  expect(line.begin(0)).toBeNull();
  expect(line.isHeldBack(5)).toBe(true);
  line.recorded(second!, 7);
  expect([line.isHeldBack(6), line.isHeldBack(7)]).toEqual([true, false]);
});

test('what has waited for too long is handed back with all that came after it, and what is being sent is not', () => {
  const line = lineOf(10, 'PROMPT', 100);
  beginAll(line);
  line.add({ name: 10, delivery: { pace: 'PROMPT' }, takenAt: 200, begunAt: null });
  expect(line.dropWaiting(99)).toEqual([]);
  expect(namesOf(line.dropWaiting(100))).toEqual([8, 9, 10]);
  expect(line.dropWaiting(1_000)).toEqual([]);
});

test('a line is in use as long as something waits, is being sent or holds it back, and for a while after', () => {
  const line = lineOf(1, 'PROMPT', 100);
  expect(line.isUnused(1_000)).toBe(false);
  const [only] = beginAll(line);
  expect(line.isUnused(1_000)).toBe(false);
  line.end(only!, null);
  expect(line.isUnused(1_000)).toBe(false);
  line.recorded(only!, 50);
  expect([line.isUnused(99), line.isUnused(100)]).toEqual([false, true]);
});

test('it runs out when fewer wait than may be sent at once', () => {
  const line = lineOf(16);
  expect(line.isRunningOut).toBe(false);
  const begun = beginAll(line);
  expect(line.isRunningOut).toBe(false);
  line.end(begun[0]!, WELL);
  line.begin(0);
  expect(line.isRunningOut).toBe(true);
});
