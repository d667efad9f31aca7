import { expect, test } from 'vitest';
import { NAVIGATION } from '@/components/shell/navigation';
import { isBare, viewHref, viewQuery } from '@/components/views/view-query';

test('every page has a letter or digit of its own to go there', () => {
  const letters = NAVIGATION.flatMap(({ pages }) => pages).map(({ letter }) => letter);
  expect(letters.filter((letter) => !/^[a-z1-9]$/.test(letter ?? ''))).toEqual([]);
  expect(new Set(letters).size).toBe(letters.length);
});

test.each([
  ['status=FAILED&open=1&cursor=2', 'status=FAILED'],
  ['tag=vip&from=a', 'from=a&tag=vip'],
  ['', ''],
])('of the address ?%s a view keeps %j', (address, kept) => {
  expect(viewQuery(address)).toBe(kept);
  expect(viewQuery(new URLSearchParams(address))).toBe(kept);
});

test('a view leads to its list with its filters', () => {
  expect(viewHref({ page: '/events', query: 'status=FAILED' })).toBe('/events?status=FAILED');
  expect(viewHref({ page: '/events', query: '' })).toBe('/events');
});

test.each([
  ['', true],
  ['program=1', true],
  ['program=1&tag=vip', false],
  ['open=1', false],
])('the address ?%s leaves open what to show: %s', (address, expected) => {
  expect(isBare(new URLSearchParams(address), 'program')).toBe(expected);
});
