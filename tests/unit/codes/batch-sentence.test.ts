import { expect, test } from 'vitest';
import { batchSentence } from '@/domain/codes/batch-sentence';

const SHARED: Parameters<typeof batchSentence>[0] = {
  kind: 'SHARED',
  status: 'ACTIVE',
  wanted: 1,
  max_total: null,
  max_per_participant: null,
  max_per_code: null,
  active_from: null,
  active_to: null,
  condition: null,
};
const UNIQUE = { ...SHARED, kind: 'UNIQUE', wanted: 1_000_000, max_per_code: 1 } as const;

test.each([
  [SHARED, 'One code that everybody shares.'],
  [
    { ...SHARED, max_total: 10_000, max_per_participant: 1 },
    'One code that everybody shares, at most 10,000 times in all and once by each participant.',
  ],
  [{ ...SHARED, max_total: 50, max_per_code: 10 }, 'One code that everybody shares, at most 10 times in all.'],
  [UNIQUE, '1,000,000 unique codes, each of them once.'],
  [{ ...UNIQUE, kind: 'IMPORTED', wanted: 1, max_per_code: 2 }, '1 imported code, each of them twice.'],
  [{ ...UNIQUE, status: 'GENERATING' }, '1,000,000 unique codes, each of them once. They are still being made.'],
  [{ ...SHARED, condition: 'event.amount >= 50' }, 'One code that everybody shares, when amount is at least 50.'],
  [{ ...SHARED, condition: 'false', status: 'PAUSED' }, 'One code that everybody shares, for nobody. They are paused.'],
  [
    { ...SHARED, active_from: new Date('2027-01-01T00:00:00Z'), active_to: new Date('2028-01-01T00:00:00Z') },
    'One code that everybody shares, from January 1, 2027 at 00:00 UTC until January 1, 2028 at 00:00 UTC.',
  ],
] as const)('a batch of codes is told in a sentence (%#)', (batch, sentence) => {
  expect(batchSentence(batch)).toBe(sentence);
});
