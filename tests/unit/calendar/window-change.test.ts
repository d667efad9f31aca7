/** Moving an end of a window from day to day, across changes of the clock, and the sentence about it. */
import { describe, expect, test } from 'vitest';
import type { TimeSpan } from '@/domain/calendar/days';
import { edgeDate, changeSentence, isWindow, withEdgeDate } from '@/domain/calendar/window-change';
import { calendarWords } from '@/domain/calendar/words';

const ZONE = 'Europe/Berlin';
const at = (text: string): Date => new Date(text);
/** March 16 to March 27, whole days in Berlin. */
const WINDOW = { from: at('2026-03-15T23:00:00Z'), to: at('2026-03-27T23:00:00Z') };

test('the last day of a window that ends at midnight is the day before', () =>
  expect([edgeDate(WINDOW, 'from', ZONE), edgeDate(WINDOW, 'to', ZONE), edgeDate({ from: null, to: null }, 'to', ZONE)]).toEqual([
    '2026-03-16',
    '2026-03-27',
    null,
  ]));

test('an end that moves across a change of the clock stays at midnight', () =>
  expect(withEdgeDate(WINDOW, 'to', '2026-03-29', ZONE)).toEqual({ from: WINDOW.from, to: at('2026-03-29T22:00:00Z') }));

test('an end within a day keeps its time on the clock', () =>
  expect(withEdgeDate({ from: null, to: at('2026-03-28T17:00:00Z') }, 'to', '2026-03-30', ZONE).to).toEqual(at('2026-03-30T16:00:00Z')));

test('an open window gets the first or the last instant of the day, and can be opened again', () => {
  const open = { from: null, to: null };
  expect(withEdgeDate(open, 'from', '2026-04-01', ZONE)).toEqual({ from: at('2026-03-31T22:00:00Z'), to: null });
  expect(withEdgeDate(open, 'to', '2026-04-01', ZONE)).toEqual({ from: null, to: at('2026-04-01T22:00:00Z') });
  expect(withEdgeDate(WINDOW, 'to', null, ZONE)).toEqual({ from: WINDOW.from, to: null });
});

test('a window that ends before it begins is none', () =>
  expect([isWindow(WINDOW), isWindow({ from: WINDOW.to, to: WINDOW.from }), isWindow({ from: WINDOW.to, to: WINDOW.to })]).toEqual([
    true,
    false,
    false,
  ]));

describe('the sentence about a change', () => {
  const sentence = (after: TimeSpan, now: string) => changeSentence('Double', WINDOW, after, at(now), calendarWords(ZONE));

  test('says what will be and what has been, of the end that moves', () => {
    const now = '2026-03-01T00:00:00Z';
    expect(sentence({ ...WINDOW, to: at('2026-03-29T22:00:00Z') }, now)).toBe(
      '“Double” will end at the end of Sunday, March 29, 2026. Until now: at the end of Friday, March 27, 2026.',
    );
    expect(sentence({ ...WINDOW, from: at('2026-03-17T08:30:00Z') }, now)).toBe(
      '“Double” will begin on Tuesday, March 17, 2026 at 09:30. Until now: on Monday, March 16, 2026.',
    );
    expect(sentence({ from: null, to: null }, now)).toBe(
      '“Double” will have no beginning. Until now: on Monday, March 16, 2026. “Double” will have no end. Until now: at the end of Friday, March 27, 2026.',
    );
  });

  test('says that an active rule ends at once, or pauses', () => {
    expect(sentence({ ...WINDOW, to: at('2026-03-19T23:00:00Z') }, '2026-03-21T00:00:00Z')).toMatch(
      /It is active now, and ends at once\.$/,
    );
    expect(sentence({ ...WINDOW, from: at('2026-03-24T23:00:00Z') }, '2026-03-21T00:00:00Z')).toMatch(/pauses until then\.$/);
  });
});
