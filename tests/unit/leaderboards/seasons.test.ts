/** Seasons follow each other on the calendar without a gap: over leap days, changes of the clocks and another time zone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstSeason, nextSeason, type LeaderboardPeriod, type Season } from '@/domain/leaderboards/leaderboard';

const PERIODS = ['WEEK', 'MONTH', 'QUARTER'] as const;
const NO_WINDOW = { startsAt: null, endsAt: null };
const first = (period: LeaderboardPeriod, now: string, zone: string): Season => firstSeason({ period, ...NO_WINDOW }, new Date(now), zone);
const spanOf = ({ season, startsAt, endsAt }: Season) => [season, startsAt.toISOString(), endsAt?.toISOString()];

test.each([
  ['WEEK', '2028-03-01T12:00:00Z', 'UTC', '2028-02-28', '2028-02-28T00:00:00.000Z', '2028-03-06T00:00:00.000Z'],
  ['MONTH', '2028-02-29T23:30:00Z', 'UTC', '2028-02', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  ['QUARTER', '2028-02-29T12:00:00Z', 'Europe/Berlin', '2028-Q1', '2027-12-31T23:00:00.000Z', '2028-03-31T22:00:00.000Z'],
  ['QUARTER', '2027-01-01T04:59:00Z', 'America/New_York', '2026-Q4', '2026-10-01T04:00:00.000Z', '2027-01-01T05:00:00.000Z'],
] as const)('the %s of %s in %s is %s', (period, now, zone, season, startsAt, endsAt) => {
  expect(spanOf(first(period, now, zone))).toEqual([season, startsAt, endsAt]);
});

test('a leaderboard without a period has one season, as long as its window', () => {
  const [startsAt, endsAt] = [new Date('2027-01-05T10:00:00Z'), new Date('2027-02-05T10:00:00Z')];
  const season = firstSeason({ period: 'NONE', startsAt, endsAt }, new Date('2027-01-01T00:00:00Z'), 'UTC');
  expect(season).toEqual({ season: 'ALL', startsAt, endsAt });
  expect(nextSeason('NONE', season, 'UTC')).toBeNull();
});

test('seasons of any zone follow each other without a gap, each of another period, whatever zones the program has', () => {
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kathmandu');
  fc.assert(
    fc.property(
      fc.constantFrom(...PERIODS),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2029-01-01'), noInvalidDate: true }),
      fc.array(zone, { minLength: 2, maxLength: 12 }),
      (period, now, [start = 'UTC', ...zones]) => {
        let season = first(period, now.toISOString(), start);
        expect(season.startsAt <= now && season.endsAt! > now).toBe(true);
        for (const later of zones) {
          const next = nextSeason(period, season, later)!;
          expect(next.startsAt).toEqual(season.endsAt);
          expect(next.endsAt!.getTime()).toBeGreaterThan(next.startsAt.getTime());
          expect(next.season > season.season).toBe(true);
          season = next;
        }
      },
    ),
    { numRuns: 500 },
  );
});
