/** Terms of referral programs: what contradicts itself, which events qualify, and when the time is over on the clocks of the program. */
import { describe, expect, test } from 'vitest';
import { DomainError, orRefusal } from '@/domain/errors';
import { assertReferralProgramSound, expiryOf, isOfQualifyingType } from '@/domain/referrals/program';
import { referralProgramSentence } from '@/domain/referrals/program-sentence';

const TERMS = { active_from: null, active_to: null, condition: null, steps: [], max_per_referrer: null };

const faultsOf = (terms: Partial<Parameters<typeof assertReferralProgramSound>[0]>): string[] => {
  const refused = orRefusal(() => assertReferralProgramSound({ ...TERMS, ...terms }));
  return refused instanceof DomainError ? (refused.fields ?? []).map(({ field }) => field) : [];
};

describe('terms are refused', () => {
  test.each([
    ['whose condition is no CEL', { condition: 'event.amount >=' }, ['qualifies.condition']],
    ['whose condition reads codes', { condition: 'codes.size() > 0' }, ['qualifies.condition']],
    ['that end before they begin', { active_from: new Date(2), active_to: new Date(1) }, ['active_to']],
    ['whose steps do not rise', { steps: [5, 1] }, ['steps']],
    ['with a step that nobody can reach', { steps: [1, 5], max_per_referrer: 3 }, ['steps']],
    ['never: that contradict nothing', { steps: [1, 5], max_per_referrer: 5, condition: 'event.amount >= 20' }, []],
  ])('%s', (_, terms, faults) => expect(faultsOf(terms)).toEqual(faults));
});

describe('the time to qualify is over at the same time of day', () => {
  test.each([
    ['over the change to summer time', '2026-03-28T11:00:00Z', 2, 'Europe/Berlin', '2026-03-30T10:00:00.000Z'],
    ['over the change to winter time', '2026-10-24T10:00:00Z', 2, 'Europe/Berlin', '2026-10-26T11:00:00.000Z'],
    ['over a leap day', '2028-02-28T12:00:00Z', 2, 'UTC', '2028-03-01T12:00:00.000Z'],
    ['and after the gap that skips it', '2026-03-28T01:30:00Z', 1, 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ])('%s', (_, bound, days, zone, over) => expect(expiryOf(new Date(bound), days, zone)?.toISOString()).toBe(over));
  test('or never', () => expect(expiryOf(new Date(), null, 'UTC')).toBeNull());
});

describe('without types, an event qualifies', () => {
  const sent = { data: { type: 'purchase' }, depth: 0, automationId: null };
  test.each([
    ['that was sent', sent, true],
    ['without a type', { ...sent, data: {} }, true],
    ['but not one that rules made', { ...sent, depth: 1 }, false],
    ['or an automation', { ...sent, automationId: 'automation' }, false],
    ['or a referral', { ...sent, data: { type: 'referral.cancelled' } }, false],
  ])('%s', (_, event, qualifies) => expect(isOfQualifyingType({ eventTypes: [] }, event)).toBe(qualifies));
  test('and by its name any', () =>
    expect(isOfQualifyingType({ eventTypes: ['birthday'] }, { data: { type: 'birthday' }, depth: 3, automationId: 'automation' })).toBe(
      true,
    ));
});

test('a referral program says in one sentence who qualifies and what counts', () => {
  const spoken = { status: 'ACTIVE', active_from: null, active_to: null, event_types: [], condition: null, within_days: null } as const;
  expect(referralProgramSentence({ ...spoken, max_per_referrer: null, steps: [] })).toBe('A friend qualifies with any event.');
  expect(
    referralProgramSentence({
      ...spoken,
      status: 'PAUSED',
      event_types: ['purchase'],
      condition: 'event.amount >= 20',
      within_days: 30,
      max_per_referrer: 10,
      steps: [1, 5, 10],
    }),
  ).toBe(
    'A friend qualifies with an event “purchase” when amount is at least 20, within 30 days; at most 10 friends count, with steps at 1, 5 and 10. It is paused.',
  );
});
