/** The report of the storage benchmark: medians of now and before, and what of it reaches its goal. */
import { describe, expect, test } from 'vitest';
import type { Figure } from '@tests/bench/storage/measure';
import { isMet, lineOf, tableOfLines, tablesOf, type Taken } from '@tests/bench/storage/report';
import { linesOfTables, type TableCosts } from '@tests/bench/storage/tables';

const COST: Figure = { name: 'a cost', what: 'a cost', unit: 'ms', goal: 0.14, better: 'lower' };

const taken = (...values: number[]): Taken => ({
  measure: 'a',
  revision: 'some',
  turns: values.map((value) => ({ values: { 'a cost': value } })),
});

const table = (name: string, bytes: number): TableCosts => ({
  name,
  inserted: 1,
  updated: 0,
  hot: 0,
  deleted: 0,
  index_entries: 2,
  wal_bytes: 300,
  table_bytes: bytes,
  index_bytes: bytes,
});

describe('a line of the table', () => {
  test('has the median of each side and every turn behind it', () => {
    const line = lineOf(COST, taken(0.1, 0.9, 0.2), taken(0.3, 0.5));
    expect(line).toMatchObject({ now: 0.2, before: 0.4, turns: { now: [0.1, 0.9, 0.2], before: [0.3, 0.5] } });
  });

  test('has nothing under before when one revision alone is measured', () => {
    expect(lineOf(COST, taken(1), undefined)).toMatchObject({ now: 1, before: null, turns: { before: [] } });
  });

  test('reaches its goal from the better side, at it too, and always without one', () => {
    expect([0.13, 0.14, 0.15].map((value) => isMet(lineOf(COST, taken(value), undefined)))).toEqual([true, true, false]);
    const higher = { ...COST, better: 'higher' } as const;
    expect([0.13, 0.14, 0.15].map((value) => isMet(lineOf(higher, taken(value), undefined)))).toEqual([false, true, true]);
    expect(isMet(lineOf({ ...COST, goal: null }, taken(9), undefined))).toBe(true);
  });

  test('is printed with a mark when the goal is missed', () => {
    const printed = tableOfLines([lineOf(COST, taken(0.2761), taken(0.5))]).split('\n');
    expect(printed.at(-1)).toMatch(/^! +a cost +0\.276 +0\.500 +≤ 0\.14 +a cost \(ms\)$/);
  });
});

describe('costs by table', () => {
  test('are those of the turn whose size is in the middle', () => {
    const sized = [3, 1, 2].map((bytes) => ({ values: {}, tables: [table('t', bytes)] }));
    expect(tablesOf({ measure: 'a', revision: 'some', turns: sized })[0]!.table_bytes).toBe(2);
  });

  test('beyond the most that are shown are summed up', () => {
    const lines = linesOfTables([table('largest', 500), table('small', 20), table('smaller', 10)], 1);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^largest .* 300 +500 +500$/);
    expect(lines[2]).toMatch(/^all others .* 600 +30\.00 +30\.00$/);
  });
});
