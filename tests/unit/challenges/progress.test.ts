/** Progress follows from the set of events alone: any order and any batching of them gives the same, and what an independent model says. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Goal } from '@/domain/challenges/goal';
import { changesBetween, EMPTY_BOOK, type Contribution, type ReferenceBook } from '@/domain/challenges/take-back';
import {
  added,
  attainmentOf,
  EMPTY_TALLY,
  isReached,
  newlyReached,
  NOTHING_COUNTED,
  taken,
  type CountedPiece,
  type Tally,
} from '@/domain/challenges/tally';
import { amountOf } from '@/domain/money';
import { roundsBy, type Happening } from '@tests/support/challenge-oracle';

const match = { event_types: ['any'], condition: null };
const goals: fc.Arbitrary<Goal> = fc.oneof(
  fc.record({ type: fc.constant('COUNT' as const), target: fc.integer({ min: 1, max: 6 }), match: fc.constant(match) }),
  fc.record({
    type: fc.constant('SUM' as const),
    target: fc.integer({ min: 1, max: 40 }).map(String),
    match: fc.constant(match),
    value: fc.constant('event.amount'),
  }),
  fc.record({
    type: fc.constant('DISTINCT' as const),
    target: fc.integer({ min: 1, max: 4 }),
    match: fc.constant(match),
    value: fc.constant('event.value'),
  }),
  fc
    .array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 })
    .map((targets): Goal => ({ type: 'STEPS', steps: targets.map((target, at) => ({ key: `s${at}`, name: `S${at}`, match, target })) })),
  fc.record({
    type: fc.constant('STREAK' as const),
    target: fc.integer({ min: 1, max: 5 }),
    unit: fc.constant('DAY' as const),
    match: fc.constant(match),
    min_per_unit: fc.integer({ min: 1, max: 2 }),
    grace: fc.integer({ min: 0, max: 2 }),
  }),
);

interface Arrival {
  readonly id: string;
  readonly counts: Happening | null;
  readonly refund: { readonly order: string; readonly amount: number | null } | null;
}

const orders = fc.option(fc.constantFrom('o1', 'o2', 'o3'));
const arrivals: fc.Arbitrary<Arrival[]> = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          at: fc.integer({ min: 0, max: 14 }),
          amount: fc.integer({ min: 1, max: 15 }),
          value: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
          steps: fc.subarray(['s0', 's1', 's2'], { minLength: 1 }),
          order: orders,
        }),
      },
      { weight: 1, arbitrary: fc.record({ refund: fc.constantFrom('o1', 'o2', 'o3'), part: fc.option(fc.integer({ min: 1, max: 20 })) }) },
    ),
    { maxLength: 30 },
  )
  .map((all) =>
    all.map((one, at): Arrival => {
      const id = `e${String(at).padStart(3, '0')}`;
      return 'refund' in one
        ? { id, counts: null, refund: { order: one.refund, amount: one.part } }
        : { id, counts: { id, ...one }, refund: null };
    }),
  );

const pieceOf = ({ type }: Goal, one: Happening): CountedPiece => {
  if (type === 'SUM') return { amount: amountOf(one.amount), keys: [] };
  const keys = { COUNT: [], DISTINCT: [one.value], STEPS: one.steps, STREAK: [String(one.at)] }[type];
  return { amount: amountOf(1), keys };
};

/** As the engine does it: one arrival after another. */
function follow(goal: Goal, all: readonly Arrival[]): Tally {
  const books = new Map<string, ReferenceBook>();
  let tally = EMPTY_TALLY;
  for (const { id, counts, refund } of all) {
    const reference = refund?.order ?? counts?.order ?? null;
    const contribution: Contribution | null = counts && {
      eventId: id,
      timestamp: new Date(counts.at),
      period: 'ALL',
      piece: pieceOf(goal, counts),
    };
    if (reference === null) {
      if (contribution) tally = added(goal, tally, contribution.piece);
      continue;
    }
    const before = books.get(reference) ?? EMPTY_BOOK;
    const after: ReferenceBook = contribution
      ? { ...before, counted: [...before.counted, contribution] }
      : {
          ...before,
          takenBack: [
            ...before.takenBack,
            { eventId: id, amount: goal.type === 'SUM' && refund && refund.amount !== null ? amountOf(refund.amount) : null },
          ],
        };
    books.set(reference, after);
    for (const { was, is } of changesBetween(before, after)) tally = added(goal, taken(tally, was), is);
  }
  return tally;
}

const plain = ({ sum, counts }: Tally) => ({ sum: sum.toFixed(), counts: Object.fromEntries([...counts].sort()) });

test('any order of the same events gives the same progress, and the one that the model gives', () => {
  fc.assert(
    fc.property(goals, fc.integer({ min: 1, max: 4 }), arrivals, fc.array(fc.nat(), { maxLength: 30 }), (goal, most, all, dice) => {
      const shuffled = all
        .map((one, at) => ({ one, die: dice[at % Math.max(1, dice.length)] ?? 0 }))
        .sort((a, b) => a.die - b.die || (a.one.id < b.one.id ? 1 : -1))
        .map(({ one }) => one);
      const tally = follow(goal, all);
      expect(plain(follow(goal, shuffled))).toEqual(plain(tally));
      const happenings = all.flatMap(({ counts }) => counts ?? []);
      const refunds = all.flatMap(({ refund }) => (refund ? [{ ...refund, amount: goal.type === 'SUM' ? refund.amount : null }] : []));
      expect(attainmentOf(goal, most, tally).rounds).toBe(roundsBy(goal, most, happenings, refunds));
    }),
    { numRuns: 2_000 },
  );
});

test('without anything taken back, more events never lose what was reached, and each part is reached once', () => {
  fc.assert(
    fc.property(goals, fc.integer({ min: 1, max: 4 }), arrivals, (goal, most, all) => {
      const parts = [25, 50];
      const reached = new Set<string>();
      let tally = EMPTY_TALLY;
      for (const one of all.flatMap(({ counts }) => counts ?? [])) {
        const before = attainmentOf(goal, most, tally);
        tally = added(goal, taken(tally, NOTHING_COUNTED), pieceOf(goal, one));
        const after = attainmentOf(goal, most, tally);
        for (const { round, part } of newlyReached(before, after, parts)) {
          expect(reached.has(`${round}/${part}`)).toBe(false);
          reached.add(`${round}/${part}`);
        }
        for (const key of reached) {
          const [round, part] = key.split('/').map(Number);
          expect(isReached(after, { round: round!, part: part! })).toBe(true);
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

test('what is taken back leaves nothing that was counted only for it', () => {
  fc.assert(
    fc.property(goals, arrivals, (goal, all) => {
      const orders = ['o1', 'o2', 'o3'].map((order): Arrival => ({ id: `z${order}`, counts: null, refund: { order, amount: null } }));
      const kept = all.filter(({ counts }) => counts && counts.order === null);
      expect(plain(follow(goal, [...orders, ...all]))).toEqual(plain(follow(goal, kept)));
    }),
  );
});
