/** Conditions calculate exactly wherever they run: on an event, in a simulation, a backtest and an automation's filter and guard. */
import { expect, test } from 'vitest';
import type { Rule } from '@/contract/rule';
import type { Simulation } from '@/contract/rule-simulation';
import { automatedProgram, type AutomatedProgram } from '@tests/support/automations';
import { backtest, clockOf } from '@tests/support/backtests';

const HUGE = '123456789012345678901234567890';

/** A participant with counters and a balance that no float holds exactly. */
async function exactProgram(balance: string): Promise<AutomatedProgram> {
  const club = await automatedProgram({ symbol: 'EUR' });
  const { api, program, asset } = club;
  await api.post('/participants', { external_id: 'ada', program_id: program.id });
  await api.patch('/participants/ext:ada/state/counters', { set: { a: '0.1', b: '0.2', huge: HUGE, edge: '9007199254740993' } });
  const credit = { program_id: program.id, asset_id: asset.id, type: 'CREDIT', amount: balance, description: 'Start' };
  expect((await api.post('/participants/ext:ada/balances/adjust', credit)).status).toBe(200);
  return club;
}

const OF_STATE = [
  'decimal("0.1") + decimal("0.2") == decimal("0.3")',
  'participant.counters.a + participant.counters.b == 0.3',
  'participant.counters.a * 3 == decimal("0.3")',
  `participant.counters.huge + 1 == decimal("${HUGE.slice(0, -1)}1")`,
  `participant.counters.huge * 2 - participant.counters.huge == participant.counters.huge`,
  'participant.counters.huge % 10 == 0',
  'participant.counters.huge / 4 * 4 == participant.counters.huge',
  'participant.counters.edge > 9007199254740992',
  'participant.counters.edge == 9007199254740993',
  'participant.counters.edge > 9007199254740992.0',
];

test.each([
  ['25.00', '12.5'],
  ['25.50', '12.75'],
])('half of a balance of %s is %s, and every formula is exact, on each way a condition can run', async (balance, half) => {
  const club = await exactProgram(balance);
  const condition = [
    ...OF_STATE,
    `participant.balances.EUR.available / 2 == decimal("${half}")`,
    `participant.balances.EUR.available - decimal("0.1") == decimal("${balance}") - decimal("0.1")`,
  ].join(' && ');
  const onEvent = `event.a + event.b == 0.3 && event.qty * 0.1 == 0.5 && ${condition}`;
  const rule = await club.addRule({ condition: onEvent, amount: '1' });
  const event_data = { a: 0.1, b: 0.2, qty: 5 };

  const simulated = await club.api.post<Simulation>(`/rules/${rule.id}/simulate`, { event: { event_data, external_id: 'ada' } });
  expect(simulated.body.evaluations).toMatchObject([{ status: 'MATCHED' }]);

  const from = await clockOf(club.api);
  const automation = { scope: 'PARTICIPANTS', participant_filter: condition, guard_condition: '1 + 1 == 2' };
  await club.automate(automation);
  await club.run();
  expect(await club.told()).toEqual(['ada']);

  const event = await club.sendAndProcess({ external_id: 'ada', event_data });
  const evaluation = event.rule_evaluations.find(({ rule_id }) => rule_id === rule.id)!;
  expect(evaluation.status, evaluation.reason ?? '').toBe('MATCHED');
  const traced = new Map(evaluation.trace!.map(({ expression, value }) => [expression, value]));
  expect(traced.get('participant.counters.huge')).toBe(HUGE);
  expect(traced.get('participant.counters.edge')).toBe('9007199254740993');
  expect(traced.get('participant.balances.EUR.available / 2')).toBe(Number(half));

  expect((await club.api.post('/sandbox/clock/advance', { by: '1m' })).status).toBe(200);
  const replayed = await backtest(club.api, club.program.id, { from, to: await clockOf(club.api) });
  expect(replayed).toMatchObject({ status: 'COMPLETED', result: { events: { same: 2, changed: 0 }, holders: { differing: 0 } } });
});

test('a comparison that just fails says by how much, to the last digit', async () => {
  const club = await exactProgram('1');
  const rule: Rule = await club.addRule({ condition: `participant.counters.huge > decimal("${HUGE}.000000000000000001")`, amount: '1' });
  const event = await club.sendAndProcess({ external_id: 'ada', event_data: {} });
  const [whole] = event.rule_evaluations.find(({ rule_id }) => rule_id === rule.id)!.trace!;
  expect(whole).toMatchObject({ value: false, margin: '-0.000000000000000001' });
});
