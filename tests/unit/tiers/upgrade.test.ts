import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StateChange } from '@/domain/participants/state';
import { advanceState, NO_STATE } from '@/domain/participants/subject-state';
import { amountOf, ZERO } from '@/domain/money';
import { addMonths, validUntil, yearEnd } from '@/domain/tiers/periods';
import { qualifyingLevel } from '@/domain/tiers/qualify';
import { reviewTier, tierState } from '@/domain/tiers/due-changes';
import { tierUpgrades } from '@/domain/tiers/upgrade';
import { CRITERION_OPERATORS, tierOf } from '@/domain/tiers/tier';
import { at, counter, level, LEVELS, tierMembership, SUBJECT, subjectWith, tierWith } from './support';

const NOW = at('2026-06-01');
const increment = (by: number, key = 'points'): StateChange => ({
  type: 'COUNTER',
  operation: 'INCREMENT',
  subject: SUBJECT,
  key,
  by: amountOf(by),
  origin: { source: 'RULE', eventId: 'event', ruleId: 'rule' },
});

function upgraded(tier: ReturnType<typeof tierWith>, subject: ReturnType<typeof subjectWith>, ...changes: StateChange[]) {
  return tierUpgrades([tier], SUBJECT, tierState(advanceState({ ...NO_STATE, ...subject }, changes, NOW).state, NOW), changes, NOW);
}

describe('qualification', () => {
  const counters = (record: Record<string, number>) => (key: string) => amountOf(record[key] ?? 0);

  test.each([
    ['GTE', [false, true, true]],
    ['GT', [false, false, true]],
    ['LTE', [true, true, false]],
    ['LT', [true, false, false]],
    ['EQ', [false, true, false]],
  ] as const)('%s holds below, at and above its threshold as it says', (operator, expected) => {
    const tier = tierWith(null, [
      { ...level('a', 1, null), qualification: { mode: 'ALL', criteria: [{ counter: 'x', operator, threshold: '5' }] } },
    ]);
    expect([4, 5, 6].map((x) => qualifyingLevel(tier.levels, counters({ x })) !== null)).toEqual(expected);
    expect(CRITERION_OPERATORS).toContain(operator);
  });

  test('ALL needs every criterion, ANY one, and an absent counter reads 0', () => {
    const criteria = [
      { counter: 'x', operator: 'GTE' as const, threshold: '1' },
      { counter: 'y', operator: 'GTE' as const, threshold: '1' },
    ];
    const of = (mode: 'ALL' | 'ANY') => tierWith(null, [{ ...level('a', 1, null), qualification: { mode, criteria } }]).levels;
    expect([qualifyingLevel(of('ALL'), counters({ x: 1 })), qualifyingLevel(of('ALL'), counters({ x: 1, y: 1 }))?.key]).toEqual([
      null,
      'a',
    ]);
    expect([qualifyingLevel(of('ANY'), counters({ y: 1 }))?.key, qualifyingLevel(of('ANY'), counters({}))]).toEqual(['a', null]);
  });

  test('the highest rank wins, in whatever order levels were written', () => {
    const tier = tierWith(null, [LEVELS[2]!, LEVELS[0]!, LEVELS[1]!]);
    expect(qualifyingLevel(tier.levels, counters({ points: 2_000 }))?.key).toBe('gold');
  });
});

describe('upgrades', () => {
  test('follow a change of a counter of the tier, for its cause, until the lifecycle ends them', () => {
    expect(upgraded(tierWith({ year: true }), subjectWith({ points: counter(950) }), increment(50))).toEqual([
      {
        type: 'TIER',
        operation: 'SET',
        subject: SUBJECT,
        programId: 'program',
        key: 'status',
        origin: { source: 'RULE', eventId: 'event', ruleId: 'rule' },
        value: { level: 'gold', rank: 2, expiresAt: at('2027-01-01') },
      },
    ]);
  });

  test('do not follow other counters, other subjects, or a tier that is closed', () => {
    const rich = subjectWith({ points: counter(9_000) });
    expect(upgraded(tierWith(), rich, increment(1, 'visits'))).toEqual([]);
    expect(upgraded(tierWith(), rich, { ...increment(1), subject: { type: 'PARTICIPANT', id: 'bob' } })).toEqual([]);
    for (const closed of [
      { status: 'ARCHIVED', programActive: true },
      { status: 'ACTIVE', programActive: false },
    ] as const)
      expect(
        upgraded(tierOf({ programId: 'program', key: 'status', levels: LEVELS, lifecycle: null, ...closed }), rich, increment(1)),
      ).toEqual([]);
  });

  test('never lower, and leave a level that counters do not exceed as it is', () => {
    expect(upgraded(tierWith(), subjectWith({ points: counter(200) }, { status: tierMembership('gold', null) }), increment(-150))).toEqual(
      [],
    );
    expect(
      upgraded(
        tierWith({ year: true }),
        subjectWith({ points: counter(1_200) }, { status: tierMembership('gold', '2027-01-01') }),
        increment(1),
      ),
    ).toEqual([]);
  });

  test('for any counters that only grow, the rank never falls, and stands at least where they qualify', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 20 }),
        fc.constantFrom('silver', 'gold', null),
        (steps, start) => {
          const tier = tierWith();
          let total = 0;
          let now = start === null ? null : tierMembership(start, null);
          for (const step of steps) {
            const [change] = upgraded(tier, subjectWith({ points: counter(total) }, now ? { status: now } : {}), increment(step));
            total += step;
            if (change?.type === 'TIER' && change.operation === 'SET') {
              expect(change.value.rank).toBeGreaterThan(now?.rank ?? 0);
              now = tierMembership(change.value.level, null);
            }
            expect(now?.rank ?? 0).toBeGreaterThanOrEqual(qualifyingLevel(tier.levels, () => amountOf(total))?.rank ?? 0);
          }
        },
      ),
    );
  });
});

describe('activity', () => {
  const active = { retention: { mode: 'ACTIVITY_REFRESH' as const, duration: '90d' } };
  const until = at('2026-08-30');

  test('lets an earned level last from then on, and one that counters could not earn', () => {
    const gold = { status: tierMembership('gold', '2026-06-02') };
    expect(upgraded(tierWith(active), subjectWith({ points: counter(1_200) }, gold), increment(1))).toMatchObject([
      { value: { level: 'gold', expiresAt: until } },
    ]);
    expect(upgraded(tierWith(active), subjectWith({ points: counter(5) }, gold), increment(1))).toEqual([]);
    const byHand = tierWith(active, [...LEVELS.slice(0, 1), level('gold', 2, null)]);
    expect(upgraded(byHand, subjectWith({ points: counter(5) }, gold), increment(1))).toMatchObject([
      { value: { level: 'gold', expiresAt: until } },
    ]);
  });

  test('a reset is none, and a level without an end keeps none', () => {
    const reset: StateChange = {
      type: 'COUNTER',
      operation: 'AUTO_RESET',
      subject: SUBJECT,
      key: 'points',
      value: ZERO,
      origin: { source: 'SYSTEM' },
    };
    const visits = tierWith(active, [level('gold', 2, null)]);
    expect(upgraded(visits, subjectWith({}, { status: tierMembership('gold', '2026-06-02') }), reset)).toEqual([]);
    expect(
      upgraded(tierWith(active), subjectWith({ points: counter(1_200) }, { status: tierMembership('gold', null) }), increment(1)),
    ).toEqual([]);
  });

  test('a new tier lifts the active alone', () => {
    expect(reviewTier(tierWith(active), subjectWith({ points: counter(1_200, '2026-05-01') }), NOW)).toMatchObject([
      { value: { level: 'gold' } },
    ]);
    expect(reviewTier(tierWith(active), subjectWith({ points: counter(1_200, '2026-01-01') }), NOW)).toEqual([]);
  });
});

describe('periods', () => {
  test('a year ends on its day at midnight UTC, and that instant belongs to the next', () => {
    expect(yearEnd({ month: 1, day: 1 }, at('2026-12-31T23:59:59.999Z'))).toEqual(at('2027-01-01'));
    expect(yearEnd({ month: 1, day: 1 }, at('2027-01-01'))).toEqual(at('2028-01-01'));
    expect(yearEnd({ month: 4, day: 6 }, at('2026-04-05'))).toEqual(at('2026-04-06'));
  });

  test('months are added by the calendar, to the last day where the month is short', () => {
    expect([addMonths(at('2026-01-31'), 1), addMonths(at('2027-12-31'), 2), addMonths(at('2027-01-01'), 14)]).toEqual([
      at('2026-02-28'),
      at('2028-02-29'),
      at('2028-03-01'),
    ]);
  });

  test('a level lasts for ever without retention and year', () => {
    expect(validUntil(tierWith({}).lifecycle, NOW)).toBeNull();
    expect(validUntil(null, NOW)).toBeNull();
  });
});
