/** Selecting rows, acting on many, and collecting all that match, without a page around them. */
import { describe, expect, test } from 'vitest';
import { gather } from '@/components/bulk/gather';
import { runAll, tally, type BulkItemResult } from '@/components/bulk/run';
import { chosenRows, extended, NOTHING, pageToggled, toggled, type Selection, type ShownRow } from '@/components/bulk/selection';
import { Refusal } from '@/trpc/failure';

const shownOf = (ids: string): ShownRow<string>[] => [...ids].map((id) => [id, id.toUpperCase()]);
const idsOf = ({ chosen }: Selection<string>): string => [...chosen.keys()].toSorted().join('');
const SHOWN = shownOf('abcdef');
const empty: Selection<string> = NOTHING;

describe('a choice of rows', () => {
  test('an extension reaches from the row chosen last, and takes back what it added when it reaches elsewhere', () => {
    const one = toggled(toggled(empty, SHOWN[5]!), SHOWN[2]!);
    const down = extended(one, SHOWN, 'c', 'e');
    expect(idsOf(down)).toBe('cdef');
    const less = extended(down, SHOWN, 'e', 'd');
    expect(idsOf(less)).toBe('cdf');
    expect(idsOf(extended(less, SHOWN, 'd', 'a'))).toBe('abcf');
  });

  test('an extension without a choice before it begins at the row in focus', () => {
    expect(idsOf(extended(empty, SHOWN, 'b', 'c'))).toBe('bc');
    expect(idsOf(extended(empty, SHOWN, 'gone', 'c'))).toBe('');
  });

  test('the whole page is chosen, then none of it, and rows of other pages stay chosen', () => {
    const elsewhere = toggled(empty, ['z', 'Z']);
    const all = pageToggled(elsewhere, SHOWN);
    expect(idsOf(all)).toBe('abcdefz');
    expect(idsOf(pageToggled(all, SHOWN))).toBe('z');
    expect(idsOf(pageToggled(toggled(empty, SHOWN[0]!), SHOWN))).toBe('abcdef');
  });

  test('a chosen row is given as it is shown now, and as it was when it is shown no more', () => {
    const both = toggled(toggled(empty, SHOWN[0]!), SHOWN[1]!);
    expect(chosenRows(both, [['a', 'changed']])).toEqual(['changed', 'B']);
  });
});

describe('an action on many', () => {
  const signal = () => new AbortController().signal;

  test('a refusal stops none of the others, and no more are under way than may be', async () => {
    const outcomes: BulkItemResult[] = [];
    let underWay = 0;
    let most = 0;
    await runAll([...'abcdefgh'], {
      atOnce: 3,
      signal: signal(),
      onOutcome: (outcome) => outcomes.push(outcome),
      act: async (id) => {
        most = Math.max(most, ++underWay);
        await Promise.resolve();
        underWay--;
        if (id === 'c') throw new Refusal('No.');
      },
    });
    expect(most).toBe(3);
    const { done, failed, left } = tally([...'abcdefgh'], outcomes);
    expect({ done, failed: failed.map(({ id, failure }) => [id, failure?.message]), left }).toEqual({
      done: 7,
      failed: [['c', 'No.']],
      left: [],
    });
  });

  test('what is stopped finishes what has begun, and says what is left', async () => {
    const controller = new AbortController();
    const outcomes: BulkItemResult[] = [];
    await runAll([...'abcd'], {
      atOnce: 2,
      signal: controller.signal,
      onOutcome: (outcome) => outcomes.push(outcome),
      act: async () => {
        await Promise.resolve();
        controller.abort();
      },
    });
    expect(tally([...'abcd'], outcomes)).toMatchObject({ done: 2, failed: [], left: ['c', 'd'] });
  });

  test('of something that was tried twice the last try counts', () => {
    const failure = { code: 'internal_error', message: 'Again.', fields: {} };
    expect(
      tally(
        ['a'],
        [
          { id: 'a', failure },
          { id: 'a', failure: null },
        ],
      ),
    ).toEqual({ done: 1, failed: [], left: [] });
  });
});

describe('gathering all that match', () => {
  const pages = (sizes: readonly number[]) => (cursor: string | undefined) => {
    const page = Number(cursor ?? 0);
    const next = page + 1 < sizes.length ? String(page + 1) : null;
    return Promise.resolve({ data: Array.from({ length: sizes[page]! }, (_, row) => `${page}.${row}`), pagination: { next_cursor: next } });
  };

  test('every page is walked once and counted', async () => {
    const counts: number[] = [];
    const { rows, more } = await gather(pages([2, 2, 1]), (count) => counts.push(count));
    expect({ rows, more, counts }).toEqual({ rows: ['0.0', '0.1', '1.0', '1.1', '2.0'], more: false, counts: [2, 4, 5] });
  });

  test.each([
    [[2, 2], 4, 4, false],
    [[2, 2, 1], 4, 4, true],
    [[3, 3], 4, 4, true],
  ])('of pages of %j at most %i are taken, and it is said whether there are more', async (sizes, atMost, taken, expected) => {
    const { rows, more } = await gather(pages(sizes), () => undefined, atMost);
    expect([rows.length, more]).toEqual([taken, expected]);
  });
});
