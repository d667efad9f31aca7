import { expect, test } from 'vitest';
import { env } from '@/env';
import { asRequest, isOverloaded } from '@/server/platform/pressure';

test('the process is pressed while more requests are under way than there are connections, also when requests fail', async () => {
  const ends: (() => void)[] = [];
  const begin = (): Promise<void> => asRequest(() => new Promise((_, fail) => ends.push(() => void fail(new Error('refused')))));
  const underWay = Array.from({ length: env().DATABASE_POOL_SIZE }, begin);
  expect(isOverloaded()).toBe(false);
  underWay.push(begin());
  expect(isOverloaded()).toBe(true);
  ends.forEach((end) => end());
  await Promise.allSettled(underWay);
  expect(isOverloaded()).toBe(false);
});
