import { expect, test } from 'vitest';
import { claimedAhead, paceOf, SHARES } from '@/domain/webhooks/pace';

const failure = (code: 'connection_error' | 'consumer_response_timeout' | 'consumer_5xx') => ({ code, message: 'It failed.' });

test.each([
  ['an answer at once', true, 1_999, null, 'PROMPT'],
  ['an answer after two seconds', true, 2_000, null, 'SLOW'],
  ['a failure after two seconds', true, 2_000, failure('consumer_5xx'), 'SLOW'],
  ['a timeout, however short it is set', false, 100, failure('consumer_response_timeout'), 'SILENT'],
  ['a connection refused at once', false, 5, failure('connection_error'), 'PROMPT'],
  ['a connection that could not be made for long', false, 10_000, failure('connection_error'), 'SILENT'],
] as const)('%s tells of an endpoint that is…', (_, answered, durationMs, failed, pace) => {
  expect(paceOf({ answered, durationMs, failure: failed })).toBe(pace);
});

test.each([
  [0, 64],
  [12, 64],
  [25, 32],
  [50, 16],
  [51, 8],
  [100, 8],
  [1_999, 8],
])(
  'after an answer within %s ms, at most %s deliveries are claimed at once, and never fewer than may be sent at once',
  (durationMs, most) => {
    expect(claimedAhead(durationMs)).toBe(most);
    expect(most).toBeGreaterThanOrEqual(SHARES.PROMPT);
  },
);
