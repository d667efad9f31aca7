import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf } from '@/domain/money';
import type { StateChange, StateTransition, TierMembership } from '@/domain/participants/state';
import { advanceState, NO_STATE } from '@/domain/participants/subject-state';
import { dueTierChanges, type TierSubject } from '@/domain/tiers/due-changes';
import { changeTransitions, reviewTransitions, timeTransitions } from '@/domain/tiers/transitions';
import { at, counter, tierMembership, SUBJECT, subjectWith, tierWith } from './support';

const NOW = at('2026-07-01');
const BY_HAND = { source: 'API' } as const;
const increment = (by: number, key = 'points'): StateChange => ({
  type: 'COUNTER',
  operation: 'INCREMENT',
  subject: SUBJECT,
  origin: BY_HAND,
  key,
  by: amountOf(by),
});
const place = (level: string): StateChange => ({
  type: 'TIER',
  operation: 'SET',
  subject: SUBJECT,
  origin: BY_HAND,
  programId: 'program',
  key: 'status',
  value: { level, rank: 3, expiresAt: null },
});

/** Each transition as what changed, how, and to what. */
const told = (transitions: readonly StateTransition[]): string[] =>
  transitions.map(({ change, after }) => {
    const value = change.type === 'TIER' ? ((after as TierMembership | null)?.level ?? 'none') : (after as { value: unknown }).value;
    return `${change.key} ${change.operation} ${String(value)}`;
  });

const lapsedGold = () => subjectWith({ points: counter(150) }, { status: tierMembership('gold', '2026-06-30') });

describe('time alone', () => {
  test('ends a level that has expired, and nothing else', () => {
    expect(told(timeTransitions([tierWith({})], lapsedGold(), NOW))).toEqual(['status SET silver']);
    expect(timeTransitions([tierWith({})], subjectWith({ points: counter(150) }, { status: tierMembership('gold', null) }), NOW)).toEqual(
      [],
    );
  });

  test('makes just the changes that have fallen due', () => {
    const [tier, subject] = [tierWith({ year: true }), subjectWith({ points: counter(70, '2025-03-01', '2026-06-30') })];
    const { transitions } = advanceState({ ...NO_STATE, ...subject }, dueTierChanges([tier], subject, NOW), NOW);
    expect(timeTransitions([tier], subject, NOW)).toEqual(transitions);
    expect(transitions.length).toBeGreaterThan(0);
  });
});

describe('a change by hand', () => {
  test('is made on what time has left, and gives the levels that follow', () => {
    expect(told(changeTransitions([tierWith({})], lapsedGold(), [increment(900)], NOW))).toEqual([
      'status SET silver',
      'points INCREMENT 1050',
      'status SET gold',
    ]);
  });

  test('of a level takes the level that is given, whatever the counters say', () => {
    expect(told(changeTransitions([tierWith({})], lapsedGold(), [place('platinum')], NOW))).toEqual([
      'status SET silver',
      'status SET platinum',
    ]);
  });

  test('of a subject that can reach no tier concerns what it names alone', () => {
    const subject = subjectWith({ points: counter(5, '2026-06-01', '2026-06-30'), other: counter(5, '2026-06-01', '2026-06-30') });
    expect(told(changeTransitions([], subject, [increment(1)], NOW))).toEqual(['points AUTO_RESET 0', 'points INCREMENT 1']);
  });

  test('that changes nothing makes no transition', () => {
    expect(changeTransitions([tierWith({})], subjectWith({ points: counter(5) }), [increment(0)], NOW)).toEqual([]);
  });

  test('leaves transitions that follow one another, and a level that the counter has reached', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -300, max: 900 }), { maxLength: 8 }), fc.integer({ min: 0, max: 6_000 }), (steps, start) => {
        const tier = tierWith({});
        let subject: TierSubject = subjectWith({ points: counter(start) });
        for (const by of steps) {
          const transitions = changeTransitions([tier], subject, [increment(by)], NOW);
          const lasts = new Map<string, unknown>();
          for (const { change, before, after } of transitions) {
            const known = lasts.get(`${change.type} ${change.key}`);
            if (known !== undefined) expect(before).toEqual(known);
            lasts.set(`${change.type} ${change.key}`, after);
          }
          const { state } = advanceState(
            { ...NO_STATE, ...subject },
            transitions.map(({ change }) => change),
            NOW,
          );
          subject = { subject: SUBJECT, counters: state.counters, tierMemberships: state.tierMemberships };
          const points = state.counters.get('points')!.value.toNumber();
          const rank = [...state.tierMemberships.values()][0]?.rank ?? 0;
          expect(rank).toBeGreaterThanOrEqual(points >= 5_000 ? 3 : points >= 1_000 ? 2 : points >= 100 ? 1 : 0);
        }
      }),
    );
  });
});

describe('the review of a new or changed tier', () => {
  const tier = tierWith({});

  test('raises to the level that the counters qualify for, after what time has changed', () => {
    const subject = subjectWith({ points: counter(1_200) });
    expect(told(reviewTransitions([tier], tier, subject, NOW))).toEqual(['status SET gold']);
    expect(told(reviewTransitions([tier], tier, lapsedGold(), NOW))).toEqual(['status SET silver']);
  });

  test('never lowers a level', () => {
    expect(reviewTransitions([tier], tier, subjectWith({ points: counter(5) }, { status: tierMembership('gold', null) }), NOW)).toEqual([]);
  });

  test('reads a counter whose window has ended as 0', () => {
    const subject = subjectWith({ points: counter(1_200, '2026-06-01', '2026-06-30') });
    expect(told(reviewTransitions([tier], tier, subject, NOW))).toEqual(['points AUTO_RESET 0']);
  });
});
