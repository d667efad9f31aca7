/**
 * A year of notices of challenges that end is what a model says which goes through it moment by moment, knowing calendars only by the formatter
 * of the language: over a leap day, changed clocks and ends of months, with quiet hours in three zones and notices that are paused for a time.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { chance } from '@tests/support/chance';
import { processDueEvents } from '@tests/support/jobs';
import { noticeClub } from '@tests/support/notices';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONE = 'America/New_York';
const [START, PAUSED, RESUMED, END] = [
  '2055-09-15T16:00:00Z',
  '2056-02-20T17:00:00Z',
  '2056-02-29T17:00:00Z',
  '2056-09-14T16:00:00Z',
] as const;

/** The zones in which their quiet hours are; null: none of their own. */
const PEOPLE: Readonly<Record<string, string | null>> = { ada: 'Asia/Tokyo', bob: null, cay: 'Europe/Berlin' };

interface Card {
  readonly key: string;
  readonly type: string;
  readonly target: number;
  readonly period: 'MONTH' | 'WEEK' | 'NONE';
  readonly endsAt: string | null;
}
const CARDS: readonly Card[] = [
  { key: 'month', type: 'coffee', target: 3, period: 'MONTH', endsAt: null },
  { key: 'week', type: 'tea', target: 2, period: 'WEEK', endsAt: null },
  // In the early morning of a day on which clocks are changed, while it is still quiet.
  { key: 'once', type: 'coffee', target: 12, period: 'NONE', endsAt: '2056-03-12T12:30:00Z' },
];

interface Setting {
  readonly key: string;
  readonly days: number;
  readonly quiet: boolean;
}
const SETTINGS: readonly Setting[] = [
  { key: 'early', days: 3, quiet: false },
  { key: 'late', days: 1, quiet: true },
];

interface Happening {
  readonly at: number;
  readonly who: string;
  readonly type: string;
}

const dateIn = (at: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' }).format(at);
const plus = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
/** New York is four or five hours behind. */
const midnight = (date: string): number => [4, 5].map((hours) => Date.parse(date) + hours * HOUR).find((at) => dateIn(at) === date)!;

/** The first and last date of the period that a date is in; null where there is none. */
function datesOf(period: Card['period'], date: string): readonly [string, string] | null {
  if (period === 'NONE') return null;
  if (period === 'WEEK') {
    const monday = plus(date, -((new Date(date).getUTCDay() + 6) % 7));
    return [monday, plus(monday, 6)];
  }
  return [`${date.slice(0, 7)}-01`, plus(plus(`${date.slice(0, 7)}-28`, 4).slice(0, 7) + '-01', -1)];
}

/** When it ends of which something counts at a time, and since when; null: it is over. */
function spanAt({ period, endsAt }: Card, at: number): readonly [number, number] | null {
  const dates = datesOf(period, dateIn(at));
  const span = dates ? ([midnight(dates[0]), midnight(plus(dates[1], 1))] as const) : ([0, Date.parse(endsAt!)] as const);
  return at < span[1] ? span : null;
}

function isQuiet(at: number, zone: string): boolean {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(at));
  return hour >= 21 || hour < 9;
}

/** What one setting tells, as `2056-01-28T05 ada month 2`. */
function expected({ key, days, quiet }: Setting, happenings: readonly Happening[]): string[] {
  const told = new Map<string, string>();
  let waiting = new Map<string, { readonly due: number; readonly who: string; readonly card: Card; readonly end: number }>();
  const progress = (who: string, { type, target }: Card, [from]: readonly [number, number], at: number): number => {
    const count = happenings.filter((one) => one.who === who && one.type === type && one.at >= from && one.at < at).length;
    return count < target ? count : 0;
  };
  const tell = (at: number, who: string, card: Card, cause: string, end: number): void => {
    const span = spanAt(card, at);
    const count = span && span[1] === end ? progress(who, card, span, at) : 0;
    if (count > 0) told.set(cause, `${new Date(at).toISOString().slice(0, 13)} ${key} ${who} ${card.key} ${count}`);
  };
  const check = (at: number): void => {
    for (const card of CARDS)
      for (const [who, zone] of Object.entries(PEOPLE)) {
        const span = spanAt(card, at);
        const cause = `${who} ${card.key} ${span?.[1]}`;
        const isSoon = span !== null && dateIn(span[1] - 1) <= plus(dateIn(at), days);
        if (!isSoon || told.has(cause) || waiting.has(cause) || progress(who, card, span, at) === 0) continue;
        let due = at;
        while (quiet && isQuiet(due, zone ?? ZONE)) due += HOUR / 4;
        if (due === at) tell(at, who, card, cause, span[1]);
        else waiting.set(cause, { due, who, card, end: span[1] });
      }
  };
  const pass = (until: number): void => {
    for (const [cause, { due, who, card, end }] of waiting)
      if (due <= until) {
        waiting.delete(cause);
        tell(due, who, card, cause, end);
      }
  };
  const [start, paused, resumed, end] = [START, PAUSED, RESUMED, END].map((time) => Date.parse(time)) as [number, number, number, number];
  const checks = [start, resumed];
  for (let date = dateIn(start + DAY); midnight(date) <= end; date = plus(date, 1))
    if (midnight(date) < paused || midnight(date) > resumed) checks.push(midnight(date));
  for (const at of checks.toSorted((one, other) => one - other)) {
    pass(Math.min(at, at >= resumed ? Infinity : paused));
    if (at === resumed) waiting = new Map();
    check(at);
  }
  pass(end);
  return [...told.values()];
}

/** At a quarter past some hour, so that nothing happens at the very moment of a check. */
function drawn(): Happening[] {
  const random = chance('a year of challenges that end');
  const happenings: Happening[] = [];
  const at = (day: number, hour: number): number => Date.parse(START) + day * DAY + hour * HOUR + HOUR / 4;
  for (let month = 0; month < 12; month++)
    for (let n = 0; n < 5; n++) {
      const time = at(month * 30 + n * 6 + random.between(0, 5), random.between(0, 23));
      for (const who of Object.keys(PEOPLE))
        if (random.between(0, 1) === 1) happenings.push({ at: time, who, type: random.between(0, 2) === 0 ? 'tea' : 'coffee' });
    }
  // Begun on the last day, and completed between midnight and the end of the quiet hours.
  const last = (time: string, who: string): Happening => ({ at: Date.parse(time), who, type: 'coffee' });
  happenings.push(last('2056-02-29T22:15:00Z', 'ada'), last('2055-11-02T15:15:00Z', 'bob'), last('2055-11-03T15:15:00Z', 'bob'));
  happenings.push(last('2055-11-30T06:15:00Z', 'bob'), last('2056-03-31T05:15:00Z', 'cay'), last('2056-01-31T15:15:00Z', 'cay'));
  return happenings.filter((one) => one.at < Date.parse(END)).toSorted((one, other) => one.at - other.at);
}

test('a year of notices of challenges that end is the same as a model tells it, whoever is asleep and whenever they are done', async () => {
  const club = await noticeClub({ timezone: ZONE, start: START });
  for (const { key, type, target, period, endsAt } of CARDS) {
    const goal = { type: 'COUNT', target, match: { event_types: [type] } };
    const body = { program_id: club.program.id, key, name: key, status: 'ACTIVE', goal, ...(endsAt ? { ends_at: endsAt } : { period }) };
    expect((await club.api.post('/challenges', body)).status).toBe(201);
  }
  const names = new Map<string, string>();
  for (const [name, timezone] of Object.entries(PEOPLE)) names.set((await club.join(name, timezone ? { timezone } : undefined)).id, name);
  const settings = new Map<string, { key: string; id: string }>();
  for (const { key, days, quiet } of SETTINGS) {
    const made = await club.setting({
      key,
      terms: { kind: 'CHALLENGE_ENDS', days_before: days },
      ...(quiet ? { quiet_hours: { from: '21:00', to: '09:00' } } : {}),
    });
    settings.set(made.id, { key, id: made.id });
  }
  const happenings = drawn();
  const changes = new Map([
    [Date.parse(PAUSED), 'PAUSED'],
    [Date.parse(RESUMED), 'ACTIVE'],
  ]);
  const moments = new Set([...happenings.map(({ at }) => at), ...changes.keys()]);
  for (const at of [...moments].toSorted((one, other) => one - other)) {
    await club.pass(new Date(at).toISOString(), 'send-notices');
    const status = changes.get(at);
    if (status) for (const setting of settings.values()) expect((await club.patch(setting, { status })).status).toBe(200);
    for (const { who, type } of happenings.filter((one) => one.at === at))
      await club.send({ program_id: club.program.id, external_id: who, idempotency_key: randomUUID(), event_data: { type } });
    await processDueEvents(club.id);
  }
  await club.pass(END, 'send-notices');

  const told: string[] = [];
  for (const { id, key } of settings.values())
    for (const who of names.keys())
      for (const { sent_at, data } of await club.notices(`&setting_id=${id}&participant_id=${who}`))
        told.push(`${sent_at.slice(0, 13)} ${key} ${names.get(who)} ${String(data.challenge)} ${String(data.progress)}`);
  expect(told.toSorted()).toEqual(SETTINGS.flatMap((setting) => expected(setting, happenings)).toSorted());
  expect(told.length).toBeGreaterThan(40);
});
