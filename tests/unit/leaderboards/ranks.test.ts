/** Ranks counted by buckets are those of all scores in order, however scores change, tie and fill buckets. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketChanges, Buckets, type ScoreBucket } from '@/domain/leaderboards/buckets';
import { ranksOf } from '@/domain/leaderboards/leaderboard';
import { amountOf, type Amount } from '@/domain/money';

const sorted = (scores: readonly Amount[]): Amount[] => [...scores].sort((one, other) => other.comparedTo(one));
const above = (scores: readonly Amount[], score: Amount): number => scores.filter((other) => other.gt(score)).length;

/** As the statement does that reads a rank: the buckets above, and the scores within one. */
function rankBy(buckets: readonly ScoreBucket[], scores: readonly Amount[], score: Amount): number {
  const higher = buckets.filter(({ floor }) => floor.gt(score));
  const ceiling = higher[0]?.floor;
  const within = scores.filter((other) => other.gt(score) && (ceiling === undefined || other.lt(ceiling)));
  return 1 + higher.reduce((sum, { participants }) => sum + participants, 0) + within.length;
}

/** As the statement does that finds where a bucket divides. */
function splitPoint(scores: readonly Amount[], floor: Amount, ceiling: Amount | null): { at: Amount; upper: number } | null {
  const within = sorted(scores.filter((score) => score.gte(floor) && (ceiling === null || score.lt(ceiling)))).reverse();
  const [lowest, median] = [within[0]!, within[Math.floor(within.length / 2)]!];
  const at = median.gt(lowest) ? median : within.find((score) => score.gt(lowest));
  return at === undefined ? null : { at, upper: within.filter((score) => score.gte(at)).length };
}

/** Few values tie often; others are spread widely, with decimals. */
const score = fc.oneof(
  fc.integer({ min: 1, max: 6 }).map(amountOf),
  fc.integer({ min: 1, max: 1_000_000 }).map((cents) => amountOf(cents).div(100)),
);
const change = fc.record({ who: fc.integer({ min: 0, max: 40 }), to: fc.option(score, { freq: 4 }) });

test('a rank by buckets is the rank by sorting, after any updates, splits and merges', () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 12 }), (batches) => {
      const scores = new Map<number, Amount>();
      let stored: readonly ScoreBucket[] = [];
      for (const batch of batches) {
        const buckets = new Buckets(stored, 4);
        const last = new Map(batch.map(({ who, to }) => [who, to]));
        buckets.apply([...last].map(([who, after]) => ({ before: scores.get(who) ?? null, after })));
        for (const [who, to] of last) {
          if (to === null) scores.delete(who);
          else scores.set(who, to);
        }
        const all = [...scores.values()];
        for (const full of buckets.overfull()) {
          const found = splitPoint(all, full.floor, full.ceiling);
          if (found) buckets.split(full.floor, found.at, found.upper);
        }
        buckets.merge();
        stored = written(stored, buckets);
        expect(buckets.participants()).toBe(all.length);
        for (const one of all) expect(rankBy(stored, all, one)).toBe(1 + above(all, one));
      }
    }),
    { numRuns: 500 },
  );
});

/** What is stored once the changes have been written. */
function written(stored: readonly ScoreBucket[], buckets: Buckets): readonly ScoreBucket[] {
  const { written: changed, gone } = bucketChanges(stored, buckets.all());
  const rows = new Map(stored.map((bucket) => [bucket.floor.toFixed(), bucket]));
  for (const floor of gone) rows.delete(floor.toFixed());
  for (const bucket of changed) rows.set(bucket.floor.toFixed(), bucket);
  const all = [...rows.values()].sort((one, other) => one.floor.comparedTo(other.floor));
  expect(all).toEqual(buckets.all());
  return all;
}

test('buckets that split stay within their size unless scores tie', () => {
  const scores = Array.from({ length: 5_000 }, (_, n) => amountOf(n + 1));
  const buckets = new Buckets([], 1_000);
  for (const one of scores) {
    buckets.apply([{ before: null, after: one }]);
    for (const full of buckets.overfull()) {
      const found = splitPoint(
        scores.filter((other) => other.lte(one)),
        full.floor,
        full.ceiling,
      );
      buckets.split(full.floor, found!.at, found!.upper);
    }
  }
  expect(buckets.all().every(({ participants }) => participants <= 1_000)).toBe(true);
  expect(buckets.all().length).toBeLessThan(12);
});

test('the ranks of any part follow from those of its first two scores', () => {
  fc.assert(
    fc.property(fc.array(score, { minLength: 1, maxLength: 40 }), fc.nat(), fc.nat(), (scores, from, length) => {
      const all = sorted(scores);
      const part = all.slice(from % all.length).slice(0, 1 + (length % 12));
      const [first, second] = [...new Set(part.map((one) => one.toFixed()))];
      const known = (one: Amount) => ([first, second].includes(one.toFixed()) ? 1 + above(all, one) : null);
      expect(ranksOf(part.map((one) => ({ score: one, rank: known(one) })))).toEqual(part.map((one) => 1 + above(all, one)));
    }),
    { numRuns: 1_000 },
  );
});

test('equal scores have the same rank, and the next one counts all before it', () => {
  const scores = [9, 9, 7, 5, 5, 1].map(amountOf);
  expect(ranksOf(scores.map((one, at) => ({ score: one, rank: at < 2 ? 1 : at === 2 ? 3 : null })))).toEqual([1, 1, 3, 4, 4, 6]);
});
