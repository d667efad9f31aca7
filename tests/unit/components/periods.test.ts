/** When the dashboard lets a period end. */
import { expect, test } from 'vitest';
import { endFault } from '@/components/periods/period-words';

const NOW = Date.parse('2026-12-24T10:00:00Z');

test.each([
  [
    '2026-11-01T00:00:00.000Z',
    '2026-12-01T00:00:00.000Z',
    'The books are already closed up to the end of November 2026; choose a later time.',
  ],
  ['2026-12-02T08:30:00.000Z', '2026-12-02T08:30:00.000Z', 'The books are already closed up to 2026-12-02 08:30 UTC; choose a later time.'],
  ['2026-12-24T09:59:30.000Z', null, 'Choose a time that is at least a minute ago.'],
  ['2026-12-24T09:59:00.000Z', '2026-12-01T00:00:00.000Z', undefined],
])('a period that ends at %s after one that ended at %s: %s', (to, closedTo, fault) => {
  expect(endFault(to, closedTo, NOW)).toBe(fault);
});
