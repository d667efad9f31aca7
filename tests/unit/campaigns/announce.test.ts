/** What is announced of a campaign at each time: its start and its end, in turns, and nothing of what lies between. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { announcementOf, NEVER_ANNOUNCED } from '@/domain/campaigns/announce';
import type { CampaignTerms } from '@/domain/campaigns/terms';

const NOW = new Date('2027-03-10T12:00:00.000Z');
const [PAST, LATER] = ['2027-03-01T00:00:00.000Z', '2027-03-20T00:00:00.000Z'];

type Timing = Pick<CampaignTerms, 'starts_at' | 'ends_at' | 'status'>;
const timing = (status: Timing['status'], starts_at: string | null, ends_at: string | null): Timing => ({ status, starts_at, ends_at });

/** By what the campaign is now: what is announced if it was not running and if it was, and when it is looked at next in each case. */
test.each<[string, Timing | null, (string | null)[], (string | null)[]]>([
  ['a draft', timing('DRAFT', null, null), [null, 'campaign.ended'], [null, null]],
  ['one that is to come', timing('ACTIVE', LATER, null), [null, 'campaign.ended'], [LATER, LATER]],
  ['one that runs', timing('ACTIVE', PAST, LATER), ['campaign.started', null], [LATER, LATER]],
  ['one that runs for ever', timing('ACTIVE', null, null), ['campaign.started', null], [null, null]],
  ['a paused one', timing('PAUSED', null, LATER), [null, null], [null, LATER]],
  ['one that is over', timing('ACTIVE', null, PAST), [null, 'campaign.ended'], [null, null]],
  ['one that was paused when it ended', timing('PAUSED', null, PAST), [null, 'campaign.ended'], [null, null]],
  ['one that was deleted', null, [null, 'campaign.ended'], [null, null]],
])('%s', (_name, terms, types, dues) => {
  const announced = [false, true].map((isRunning) => announcementOf(terms, { isRunning, dueAt: null }, NOW));
  expect(announced.map((one) => one.types[0] ?? null)).toEqual(types);
  expect(announced.map(({ dueAt }) => dueAt?.toISOString() ?? null)).toEqual(dues);
});

const HOURS = 100;
const hour = (hours: number): Date => new Date(NOW.getTime() + hours * 3_600_000);
/** Both, one or neither; it ends after it starts. */
const WINDOW = fc.tuple(fc.boolean(), fc.boolean(), fc.integer({ min: 0, max: HOURS }), fc.integer({ min: 1, max: 30 }));
const STEPS = fc.array(
  fc.record({
    hours: fc.integer({ min: 1, max: 20 }),
    terms: fc
      .tuple(fc.constantFrom('DRAFT', 'ACTIVE', 'PAUSED'), WINDOW)
      .map(([status, [hasStart, hasEnd, start, length]]) =>
        timing(status, hasStart ? hour(start).toISOString() : null, hasEnd ? hour(start + length).toISOString() : null),
      ),
  }),
  { maxLength: 12 },
);

test('a window that was over before anybody looked has its start and its end', () => {
  const before = { isRunning: false, dueAt: new Date(PAST) };
  expect(announcementOf(timing('ACTIVE', PAST, NOW.toISOString()), before, NOW)).toEqual({
    types: ['campaign.started', 'campaign.ended'],
    isRunning: false,
    dueAt: null,
  });
});

test('whatever is changed, starts and ends take turns, and looking only when one is due finds all that looking every hour would', () => {
  fc.assert(
    fc.property(STEPS, (steps) => {
      const [often, seldom]: [string[], string[]] = [[], []];
      let terms: Timing | null = null;
      let [everyHour, whenDue] = [NEVER_ANNOUNCED, NEVER_ANNOUNCED];
      let at = 0;
      for (const step of [...steps, { hours: HOURS, terms: null }]) {
        for (const end = at + step.hours; at < end; at++) {
          const now = hour(at);
          const next = announcementOf(terms, everyHour, now);
          often.push(...next.types.map((type) => `${at} ${type}`));
          everyHour = next;
          if (whenDue.dueAt !== null && whenDue.dueAt <= now) {
            const due = announcementOf(terms, whenDue, now);
            seldom.push(...due.types.map((type) => `${at} ${type}`));
            whenDue = due;
          }
        }
        terms = step.terms;
        // A change is looked at when it is made.
        for (const kept of ['often', 'seldom'] as const) {
          const before = kept === 'often' ? everyHour : whenDue;
          const next = announcementOf(terms, before, hour(at));
          (kept === 'often' ? often : seldom).push(...next.types.map((type) => `${at} ${type}`));
          if (kept === 'often') everyHour = next;
          else whenDue = next;
        }
      }
      expect(seldom).toEqual(often);
      const types = seldom.map((line) => line.split(' ')[1]);
      expect(types).toEqual(types.map((_, index) => (index % 2 === 0 ? 'campaign.started' : 'campaign.ended')));
      expect(everyHour.isRunning).toBe(false);
    }),
    { numRuns: 500 },
  );
});
