/** A program has a time zone, in which its rules tell days and hours wherever they run. */
import { expect, test } from 'vitest';
import type { Program } from '@/contract/program';
import type { Simulation } from '@/contract/rule-simulation';
import { organization } from '@tests/support/api';
import { automatedProgram } from '@tests/support/automations';
import { backtest, clockOf } from '@tests/support/backtests';

test('a program is made in UTC, or in the zone that is sent, and can move to another', async () => {
  const { api } = await organization();
  expect((await api.post<Program>('/programs', { name: 'Here' })).body.timezone).toBe('UTC');
  const { body: made } = await api.post<Program>('/programs', { name: 'There', timezone: 'Asia/Tokyo' });
  expect(made.timezone).toBe('Asia/Tokyo');
  const moved = await api.patch<Program>(`/programs/${made.id}`, { timezone: 'Europe/Berlin' });
  expect(moved).toMatchObject({ status: 200, body: { timezone: 'Europe/Berlin' } });
  expect((await api.get<Program>(`/programs/${made.id}`)).body).toEqual(moved.body);
  expect((await api.get<{ data: Program[] }>('/programs')).body.data.map(({ timezone }) => timezone).sort()).toEqual([
    'Europe/Berlin',
    'UTC',
  ]);
});

test('a zone that does not exist is refused at its field and changes nothing', async () => {
  const { api } = await organization();
  const { body: program } = await api.post<Program>('/programs', { name: 'Here' });
  const refused = await api.patch(`/programs/${program.id}`, { timezone: 'Europe/Atlantis' });
  expect(refused).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'timezone' } });
  expect((await api.get(`/programs/${program.id}`)).body).toEqual(program);
});

test('an event, a simulation, a backtest and an automation tell the day in the zone of the program', async () => {
  const club = await automatedProgram({ symbol: 'EUR' });
  const { api, program } = club;
  await api.post('/participants', { external_id: 'ada', program_id: program.id });
  await api.patch(`/programs/${program.id}`, { timezone: 'Asia/Tokyo' });
  const tokyo = (time: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(new Date(time));
  const from = await clockOf(api);
  const born = `1990${tokyo(from).slice(4)}`;
  expect((await api.patch('/participants/ext:ada/state/attributes', { set: { born } })).status).toBe(200);
  const condition = `program.timezone == "Asia/Tokyo" && date(now, program.timezone) == "${tokyo(from)}" && isAnniversary(participant.attributes.born, now, program.timezone)`;
  const rule = await club.addRule({ condition, amount: '1' });

  const simulated = await api.post<Simulation>(`/rules/${rule.id}/simulate`, { event: { event_data: {}, external_id: 'ada' } });
  expect(simulated.body.evaluations).toMatchObject([{ status: 'MATCHED' }]);

  await club.automate({ scope: 'PARTICIPANTS', participant_filter: condition, guard_condition: 'program.timezone == "Asia/Tokyo"' });
  await club.run();
  expect(await club.told()).toEqual(['ada']);

  const event = await club.sendAndProcess({ external_id: 'ada', event_data: {} });
  expect(event.rule_evaluations.find(({ rule_id }) => rule_id === rule.id)).toMatchObject({ status: 'MATCHED' });

  expect((await api.post('/sandbox/clock/advance', { by: '1m' })).status).toBe(200);
  const replayed = await backtest(api, program.id, { from, to: await clockOf(api) });
  expect(replayed).toMatchObject({ status: 'COMPLETED', result: { events: { same: 2, changed: 0 } } });
});
