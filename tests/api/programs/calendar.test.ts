/** The calendar of a program over HTTP: each kind of thing that has a time, in the program's own zone, and what is refused. */
import { describe, expect, test } from 'vitest';
import type { Automation } from '@/contract/automation';
import type { CalendarItem, ProgramCalendar } from '@/contract/calendar';
import { dateAfter, dateAt, monthOf, startOfDate } from '@/domain/calendar/days';
import { organization } from '@tests/support/api';
import { programWithAsset } from '@tests/support/programs';
import { shop, type TestShop } from '@tests/support/redemptions';

const ZONE = 'Europe/Berlin';
const MISSING = '00000000-0000-4000-8000-000000000000';
const TODAY = dateAt(new Date(), ZONE);

/** The first instant of the day that is `days` from today, in Berlin. */
const at = (days: number): string => startOfDate(dateAfter(TODAY, days), ZONE).toISOString();
const after = (instant: string, hours: number): string => new Date(Date.parse(instant) + hours * 3_600_000).toISOString();

const club = (): Promise<TestShop> => shop({ balance: '0', inventory_mode: 'LOT', program: { timezone: ZONE } });

async function calendar({ api, program }: Pick<TestShop, 'api' | 'program'>, from = at(0), to = at(60)): Promise<ProgramCalendar> {
  const { status, body } = await api.get<ProgramCalendar>(`/programs/${program.id}/calendar?from=${from}&to=${to}`);
  expect(status).toBe(200);
  return body;
}

const ofKind = ({ items }: ProgramCalendar, kind: CalendarItem['kind']): CalendarItem[] => items.filter((item) => item.kind === kind);

test('a calendar without times shows the current month in the time zone of the program', async () => {
  const { api, program } = await programWithAsset({ program: { timezone: ZONE } });
  const { body } = await api.get<ProgramCalendar>(`/programs/${program.id}/calendar`);
  const month = monthOf(dateAt(new Date(), ZONE));
  expect(body).toEqual({
    program_id: program.id,
    timezone: ZONE,
    from: startOfDate(month, ZONE).toISOString(),
    to: startOfDate(monthOf(month, 1), ZONE).toISOString(),
    items: [],
    overlaps: [],
    omitted: [],
  });
});

test('windows of rules and rewards are there while they last, and what is archived or has no time is not', async () => {
  const made = await club();
  const rule = await made.addRule({ name: 'Double', active_from: at(5), active_to: at(12) });
  const open = await made.addRule({ name: 'Open', active_from: at(70), status: 'SUSPENDED' });
  await made.addRule({ name: 'Always' });
  const archived = await made.addRule({ name: 'Gone', active_to: at(9) });
  await made.api.patch(`/rules/${archived.id}`, { status: 'ARCHIVED' });
  const reward = await made.reward({ name: 'Mug', available_from: at(1), available_until: at(3) });
  const shown = await calendar(made);
  expect(shown.items.map(({ kind, id, from, to }) => ({ kind, id, from, to }))).toEqual([
    { kind: 'REWARD', id: reward.id, from: at(1), to: at(3) },
    { kind: 'RULE', id: rule.id, from: at(5), to: at(12) },
  ]);
  expect(shown.items[1]?.sentence).toMatch(/^The rule “Double” is active from \w+, \w+ \d+, \d{4} to the end of \w+, \w+ \d+, \d{4}\.$/);
  expect(ofKind(await calendar(made, at(12), at(20)), 'RULE')).toEqual([]);
  expect(ofKind(await calendar(made, at(65), at(80)), 'RULE')).toMatchObject([
    { id: open.id, status: 'SUSPENDED', from: at(70), to: null },
  ]);
});

test('periods of budgets and runs of automations are listed, or counted by day where they are more than fifty', async () => {
  const made = await club();
  const budget = (more: object) => [{ asset_id: made.asset.id, scope: 'PROGRAM', limit: '500', ...more }];
  const daily = await made.addRule({ name: 'Daily', budgets: budget({ schedule_type: 'CRON', cron_expression: '0 0 * * *' }) });
  await made.addRule({ name: 'For life', budgets: budget({}) });
  const path = `/programs/${made.program.id}/automations`;
  const event = { type: 'nudge' };
  const hourly = await made.api.post<Automation>(path, {
    name: 'Hourly',
    trigger: { type: 'CRON', cron_expression: '0 * * * *', timezone: ZONE },
    scope: 'PARTICIPANTS',
    event,
  });
  const once = await made.api.post<Automation>(path, {
    name: 'Once',
    trigger: { type: 'ONE_TIME', run_at: after(at(10), 9) },
    scope: 'PARTICIPANTS',
    event,
  });
  const shown = await calendar(made, at(10), at(13));
  const periods = ofKind(shown, 'BUDGET');
  expect(periods.length).toBeGreaterThanOrEqual(3);
  expect(periods.every(({ id, amount, asset_id }) => id === daily.id && amount === '500.00' && asset_id === made.asset.id)).toBe(true);
  expect(periods.every(({ from }) => from?.endsWith('T00:00:00.000Z'))).toBe(true);
  const runs = ofKind(shown, 'AUTOMATION');
  expect(runs.filter(({ id }) => id === once.body.id)).toMatchObject([{ from: after(at(10), 9), to: after(at(10), 9), name: 'Once' }]);
  const hours = (from: number): number => (Date.parse(at(from + 1)) - Date.parse(at(from))) / 3_600_000;
  expect(runs.filter(({ id }) => id === hourly.body.id).map(({ from, to, count }) => [from, to, count])).toEqual(
    [10, 11, 12].map((day) => [at(day), at(day + 1), hours(day)]),
  );
  expect(shown.omitted).toEqual([]);
});

test('what expires and matures is added up by day of the program’s zone and by asset, exactly', async () => {
  const made = await club();
  // Half an hour before and after midnight in Berlin: the same day in UTC, two days here.
  await made.post({ amount: '10.10', expires_at: after(at(20), -0.5) });
  await made.post({ amount: '0.20', expires_at: after(at(20), 0.5) });
  await made.post({ amount: '0.10', expires_at: after(at(20), 23) });
  await made.post({ amount: '7', matures_at: after(at(4), 1), expires_at: at(90) });
  const shown = await calendar(made);
  expect(ofKind(shown, 'EXPIRY').map(({ from, to, amount, asset_id }) => [from, to, amount, asset_id])).toEqual([
    [at(19), at(20), '10.10', made.asset.id],
    [at(20), at(21), '0.30', made.asset.id],
  ]);
  expect(ofKind(shown, 'MATURITY')).toMatchObject([{ from: at(4), to: at(5), amount: '7.00' }]);
});

test('tiers, reservations, scheduled events, closed books and moves of the clock are in the calendar', async () => {
  const made = await club();
  const { api, program } = made;
  await api.post(`/programs/${program.id}/tiers`, {
    key: 'status',
    name: 'Status',
    levels: [{ key: 'silver', rank: 1 }],
    lifecycle: { qualification_period: { type: 'CALENDAR_YEAR' }, downgrade_policy: { mode: 'DROP_TO_QUALIFYING' } },
  });
  const path = `/participants/${made.participant.id}/state/tiers/status?program_id=${program.id}`;
  expect((await api.put(path, { level: 'silver', expires_at: after(at(8), 12) })).status).toBe(200);
  await made.post({ amount: '50' });
  await made.reserved({ expires_at: after(at(6), 3) });
  await made.addRule({
    condition: 'event.type == "join"',
    actions: [{ type: 'SCHEDULE_EVENT', event_name: 'welcome', delay: '72h' }],
  });
  await made.sendAndProcess({ event_data: { type: 'join' } });
  const books = await api.post<{ id: string }>('/ledger-periods', { to: new Date(Date.now() - 120_000).toISOString() });
  expect(books.status).toBe(201);
  await made.advance('1h');
  const shown = await calendar(made, at(-400 + 61), at(61));
  expect(ofKind(shown, 'TIER').at(-1)).toMatchObject({ key: 'status', name: 'Status', status: 'ACTIVE' });
  expect(ofKind(shown, 'TIER').every(({ to }) => to?.endsWith('-01-01T00:00:00.000Z'))).toBe(true);
  expect(ofKind(shown, 'TIER_MEMBERSHIPS')).toMatchObject([{ from: at(8), to: at(9), count: 1, key: 'status', name: 'Status: silver' }]);
  expect(ofKind(shown, 'RESERVATIONS')).toMatchObject([{ from: at(6), count: 1, id: program.id }]);
  expect(ofKind(shown, 'SCHEDULED_EVENTS')).toMatchObject([{ count: 1, id: program.id }]);
  expect(ofKind(shown, 'LEDGER_PERIOD')).toMatchObject([{ id: books.body.id, from: null }]);
  expect(ofKind(shown, 'CLOCK_MOVE')).toMatchObject([{ status: 'COMPLETED' }]);
});

test('rules that are active together and can match one event are named as an overlap, and others are not', async () => {
  const made = await club();
  const bought = (more: string) => `event.type == "purchase"${more}`;
  const double = await made.addRule({ name: 'Double', condition: bought(''), active_from: at(2), active_to: at(10) });
  const big = await made.addRule({ name: 'Big', condition: bought(' && event.amount > 50'), active_from: at(8) });
  await made.addRule({ name: 'Visit', condition: 'event.type == "visit"', active_from: at(2), active_to: at(10) });
  await made.addRule({ name: 'Later', condition: bought(''), active_from: at(10), active_to: at(11), status: 'SUSPENDED' });
  const { overlaps } = await calendar(made);
  expect(overlaps).toMatchObject([
    {
      rules: [
        { id: double.id, name: 'Double' },
        { id: big.id, name: 'Big' },
      ],
      from: at(8),
      to: at(10),
      relation: 'CONTAINED',
      event_types: ['purchase'],
    },
  ]);
  expect(overlaps[0]?.sentence).toMatch(
    /^“Double” and “Big” are both active from .* to the end of .*; every event of type “purchase” that matches “Big” matches “Double”, too\.$/,
  );
});

describe('refused is', () => {
  test.each([
    ['a time that ends before it begins', `from=${at(2)}&to=${at(1)}`, 'from'],
    ['more than 400 days', `from=${at(0)}&to=${at(402)}`, 'to'],
    ['an end without a beginning', `to=${at(2)}`, 'from'],
    ['a time beyond every calendar', 'from=9999-01-01T00:00:00Z', 'from'],
    ['what is no time', 'from=today', 'from'],
  ])('%s', async (_, query, field) => {
    const { api, program } = await programWithAsset();
    const { status, body } = await api.get(`/programs/${program.id}/calendar?${query}`);
    expect([status, body]).toMatchObject([400, { code: 'validation_error', param: field, fields: [{ field }] }]);
  });

  test('the program of another organization', async () => {
    const [{ program }, { api }] = [await programWithAsset(), await organization()];
    for (const id of [program.id, MISSING])
      expect(await api.get(`/programs/${id}/calendar`)).toMatchObject({ status: 404, body: { code: 'not_found', param: 'id' } });
  });
});

test('the calendar of one program shows nothing of another program of its organization', async () => {
  const made = await club();
  await made.addRule({ name: 'Double', active_from: at(5), active_to: at(12) });
  await made.post({ amount: '3', expires_at: at(20) });
  const { body: other } = await made.api.post<{ id: string }>('/programs', { name: 'Tea' });
  const { body } = await made.api.get<ProgramCalendar>(`/programs/${other.id}/calendar?from=${at(0)}&to=${at(60)}`);
  expect(body.items).toEqual([]);
});

test('the last days that a time can name are answered, too', async () => {
  const made = await club();
  const budgets = [{ asset_id: made.asset.id, scope: 'PROGRAM', limit: '5', schedule_type: 'CRON', cron_expression: '0 0 1 1 *' }];
  await made.addRule({ budgets });
  await made.api.post(`/programs/${made.program.id}/automations`, {
    name: 'Yearly',
    trigger: { type: 'CRON', cron_expression: '0 0 1 1 *' },
    scope: 'PARTICIPANTS',
    event: { type: 'year' },
  });
  for (const [from, to] of [
    ['2899-01-01T00:00:00Z', '2900-01-01T00:00:00Z'],
    ['1970-01-01T00:00:00Z', '1970-12-31T00:00:00Z'],
  ])
    expect((await made.api.get(`/programs/${made.program.id}/calendar?from=${from}&to=${to}`)).status).toBe(200);
});
