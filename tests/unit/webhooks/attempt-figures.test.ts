import { expect, test } from 'vitest';
import { figuresOf } from '@/domain/webhooks/attempt-figures';

test('half of the attempts and 95 of 100 ended within the durations that a sorted list of them says', () => {
  for (let size = 1; size <= 60; size += 1) {
    const durations = Array.from({ length: size }, (_, n) => (n * 7919) % 23).sort((a, b) => a - b);
    const groups = durations.map((duration_ms) => ({ duration_ms, attempts: 1, succeeded: duration_ms % 2 }));
    expect(figuresOf(groups)).toEqual({
      attempts: size,
      succeeded: durations.filter((ms) => ms % 2 === 1).length,
      p50_ms: durations[Math.ceil(size * 0.5) - 1],
      p95_ms: durations[Math.ceil(size * 0.95) - 1],
    });
  }
});

test('attempts of equal length count as often as they were made', () => {
  const groups = [
    { duration_ms: 3, attempts: 19, succeeded: 19 },
    { duration_ms: 40, attempts: 1, succeeded: 0 },
  ];
  expect(figuresOf(groups)).toEqual({ attempts: 20, succeeded: 19, p50_ms: 3, p95_ms: 3 });
  expect(figuresOf([])).toEqual({ attempts: 0, succeeded: 0, p50_ms: null, p95_ms: null });
});
