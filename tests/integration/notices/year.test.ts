/** A sandbox clock that is moved a year at once sends exactly the notices that a model sends which goes through the year day by day. */
import { expect, test } from 'vitest';
import { chance } from '@tests/support/chance';
import { noticeClub } from '@tests/support/notices';

const DAY_MS = 86_400_000;
const DAYS_BEFORE = 10;
const ZONE = 'America/New_York';

interface Given {
  readonly name: string;
  readonly cents: number;
  readonly expiresAt: string;
}

/** The date that calendars of the zone show, told apart from the code under test by the formatter of the language. */
const dateIn = (at: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' }).format(at);
const plus = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** On each day, whoever has value that expires on the tenth day from then is told of all that expires after that midnight and by the end of it. */
function expected(lots: readonly Given[], first: string, last: string): string[] {
  const told: string[] = [];
  for (let today = first; today <= last; today = plus(today, 1)) {
    const until = plus(today, DAYS_BEFORE);
    for (const name of new Set(lots.map((lot) => lot.name))) {
      const own = lots.filter((lot) => lot.name === name).map((lot) => ({ ...lot, date: dateIn(Date.parse(lot.expiresAt)) }));
      const window = own.filter(({ date, expiresAt }) => date <= until && dateIn(Date.parse(expiresAt) - 1) >= today);
      const entered = today === first ? window.length > 0 : own.some(({ date }) => date === until);
      if (entered) told.push(`${today} ${name} ${(window.reduce((sum, { cents }) => sum + cents, 0) / 100).toFixed(2)}`);
    }
  }
  return told.sort();
}

test('a year of notices is the same day by day and at once, over a leap day, ends of months and changed clocks', async () => {
  const random = chance('a year of notices');
  const pick = (choices: readonly string[]): string => choices[random.between(0, choices.length - 1)] ?? '';
  const club = await noticeClub({ timezone: ZONE, start: '2055-09-15T16:00:00Z' });
  const ends = [
    '2055-10-31',
    '2055-11-07',
    '2055-11-08',
    '2055-12-31',
    '2056-01-01',
    '2056-02-28',
    '2056-02-29',
    '2056-03-01',
    '2056-03-12',
    '2056-03-13',
  ];
  const lots: Given[] = [];
  for (const name of ['ada', 'bob', 'cay']) {
    await club.join(name);
    for (let n = 0; n < 14; n++) {
      const date = n < 6 ? pick(ends) : plus('2055-09-17', random.between(0, 340));
      const expiresAt = `${date}T${String(random.between(0, 23)).padStart(2, '0')}:${pick(['00', '30', '59'])}:00.000Z`;
      lots.push({ name, cents: random.between(1, 9999), expiresAt });
    }
  }
  const operations = lots.map(({ name, cents, expiresAt }, n) => ({
    operation: 'ADJUST',
    external_id: name,
    program_id: club.program.id,
    asset_id: club.asset.id,
    type: 'CREDIT',
    amount: (cents / 100).toFixed(2),
    description: 'Goodwill',
    expires_at: expiresAt,
    idempotency_key: `lot-${n}`,
  }));
  expect((await club.api.post('/balances/batch', { operations })).body).toMatchObject({ success_count: lots.length });
  await club.setting({ terms: { kind: 'VALUE_EXPIRES', days_before: DAYS_BEFORE } });
  await club.pass('2056-09-15T16:00:00Z', 'process-due-lots', 'send-notices');

  const names = new Map<string, string>();
  for (const name of ['ada', 'bob', 'cay']) names.set(String((await club.api.get(`/participants/ext:${name}`)).body.id), name);
  const told = (await club.notices()).map(({ sent_at, participant_id, data }) => {
    return `${dateIn(Date.parse(sent_at))} ${names.get(participant_id)} ${String(data.amount)}`;
  });
  expect(told.sort()).toEqual(expected(lots, '2055-09-15', '2056-09-15'));
  expect(told.length).toBeGreaterThan(30);
});
