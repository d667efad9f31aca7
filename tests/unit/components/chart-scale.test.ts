import { describe, expect, test } from 'vitest';
import { labelEvery, ticks } from '@/components/ui/chart-scale';

describe('the lines of a chart', () => {
  test.each([
    [
      [0, 3, 7],
      [0, 2, 4, 6, 8],
    ],
    [
      [120, 980],
      [0, 500, 1_000],
    ],
    [[0.3], [0, 0.1, 0.2, 0.3]],
    [
      [-40, 55],
      [-50, 0, 50, 100],
    ],
    [[1e12], [0, 5e11, 1e12]],
  ])('%j lie within %j', (values, expected) => {
    expect(ticks(values)).toEqual(expected);
  });

  test.each([{ values: [] }, { values: [0, 0] }])('there is room above zero where there is nothing: $values', ({ values }) => {
    const lines = ticks(values);
    expect(lines[0]).toBe(0);
    expect(lines.at(-1)).toBeGreaterThan(0);
  });

  test('of counts are whole numbers', () => {
    expect(ticks([1], true)).toEqual([0, 1]);
    expect(ticks([0, 2], true)).toEqual([0, 1, 2]);
  });
});

test('labels are left out where they would touch, and none where there is room', () => {
  expect(labelEvery(['Jan', 'Feb', 'Mar'], 100)).toBe(1);
  expect(labelEvery(['14 January', '15 January'], 30)).toBe(3);
  expect(labelEvery([], 0)).toBeGreaterThan(0);
});
