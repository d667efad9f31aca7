/** When a challenge ends for those who have begun it, and what they are told, whatever the time, the zone and the goal. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHALLENGE_PERIODS } from '@/domain/challenges/goal';
import { periodAt } from '@/domain/challenges/periods';
import { amountOf } from '@/domain/money';
import { challengeEnd, endingChallenge } from '@/domain/notices/ending-challenges';
import { noticeSentence } from '@/domain/notices/notice-sentence';

const ZONES = ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia'] as const;
const time = fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2029-01-01T00:00:00Z'), noInvalidDate: true });
const campaign = fc
  .record({ status: fc.constantFrom('DRAFT' as const, 'ACTIVE' as const, 'PAUSED' as const), ends: fc.option(time) })
  .map(({ status, ends }) => ({
    status,
    ends_at: ends?.toISOString() ?? null,
    starts_at: null,
    description: null,
    audience: null,
    budgets: [],
  }));
const challenge = fc.record({
  id: fc.constant('challenge'),
  starts_at: fc.option(time),
  ends_at: fc.option(time),
  period: fc.constantFrom(...CHALLENGE_PERIODS),
  campaign: fc.option(campaign),
});

test('an end lies ahead, within the present period, and after nothing that ends it; there is none for what does not run', () => {
  fc.assert(
    fc.property(challenge, time, fc.constantFrom(...ZONES), (one, now, zone) => {
      const found = challengeEnd(one, now, zone);
      const runs = (!one.starts_at || one.starts_at <= now) && (!one.campaign || one.campaign.status === 'ACTIVE');
      const limits = [one.ends_at?.getTime(), one.campaign?.ends_at ? Date.parse(one.campaign.ends_at) : undefined].filter(
        (at) => at !== undefined,
      );
      if (!runs || limits.some((at) => at <= now.getTime())) return void expect(found).toBeNull();
      if (one.period === 'NONE' && limits.length === 0) return void expect(found).toBeNull();
      const endsAt = found!.endsAt.getTime();
      expect(endsAt).toBeGreaterThan(now.getTime());
      expect(found!.period).toBe(periodAt(one.period, now, zone));
      expect(periodAt(one.period, new Date(endsAt - 1), zone)).toBe(found!.period);
      for (const limit of limits) expect(endsAt).toBeLessThanOrEqual(limit);
      const ofPeriod = periodAt(one.period, new Date(endsAt), zone) !== found!.period;
      expect(ofPeriod || limits.includes(endsAt)).toBe(true);
    }),
  );
});

test('who has something of the present round is told how much, and who has nothing of it, or all that there is, is not', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 1, max: 3 }),
      (count, target, rounds) => {
        const told = endingChallenge(
          {
            participantId: 'ada',
            challenge: {
              id: 'challenge',
              key: 'card',
              name: 'Card',
              starts_at: null,
              ends_at: null,
              period: 'NONE',
              campaign: null,
              goal: { type: 'COUNT', target, match: { event_types: ['coffee'], condition: null } },
              max_rounds: rounds,
              parts: [],
            },
            end: { period: 'ALL', endsAt: new Date('2027-04-01T00:00:00Z') },
            tally: { sum: amountOf(count), counts: new Map() },
            zone: 'UTC',
          },
          new Date('2027-03-28T00:00:00Z'),
          'UTC',
        );
        const within = count % target;
        if (count >= target * rounds || within === 0) return void expect(told).toBeNull();
        expect(told!.data).toMatchObject({
          progress: String(within),
          target: String(target),
          missing: String(target - within),
          last_day: '2027-03-31',
        });
        expect(noticeSentence(told!.data)).toContain(`The challenge “Card” ends after 2027-03-31, with ${within} of ${target}.`);
      },
    ),
  );
});
