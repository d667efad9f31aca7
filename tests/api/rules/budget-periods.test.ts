/** When budget periods reset, on a sandbox clock. */
import { expect, test } from 'vitest';
import type { Rule } from '@/contract/rule';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

const budgetOf = (club: TestProgram, fields: Record<string, unknown> = {}) => ({
  asset_id: club.asset.id,
  scope: 'PROGRAM',
  limit: '25',
  ...fields,
});
const rules = (club: TestProgram, id: string) => club.api.get<Rule>(`/rules/${id}`).then(({ body }) => body);
const consumed = async (club: TestProgram, id: string) => (await rules(club, id)).budgets[0]!.consumed;
const advance = (club: TestProgram, to: Record<string, string>) => club.api.post<{ now: string }>('/sandbox/clock/advance', to);
const sandbox = () => programWithAsset({ mode: 'SANDBOX' });

test('a CRON budget begins anew in UTC at each time of its schedule', async () => {
  const club = await sandbox();
  await advance(club, { to: '2031-01-31T23:30:00Z' });
  const rule = await club.addRule({ budgets: [budgetOf(club, { schedule_type: 'CRON', cron_expression: '0 0 1 * *' })] });
  expect(rule.budgets[0]).toMatchObject({ consumed: '0.00', next_reset_at: '2031-02-01T00:00:00.000Z' });
  for (const amount of ['10.00', '10.00', '5.00'])
    expect((await club.sendAndProcess({})).rule_evaluations[0]!.actions[0]).toMatchObject({ amount });
  expect(await consumed(club, rule.id)).toBe('25.00');
  await advance(club, { to: '2031-02-01T00:00:00Z' });
  expect((await rules(club, rule.id)).budgets[0]).toMatchObject({ consumed: '0.00', next_reset_at: '2031-03-01T00:00:00.000Z' });
  await club.sendAndProcess({});
  expect(await consumed(club, rule.id)).toBe('10.00');
  expect(await club.available('ada')).toBe('35.00');
});

test('an INTERVAL budget counts its periods from the creation of the rule, for each recipient', async () => {
  const club = await sandbox();
  const { created_at } = await club.addRule({
    budgets: [budgetOf(club, { scope: 'PARTICIPANT', limit: '10', schedule_type: 'INTERVAL', interval: '36h' })],
  });
  const afterHours = (hours: number, milliseconds = 0) =>
    advance(club, { to: new Date(Date.parse(created_at) + hours * 3_600_000 + milliseconds).toISOString() });
  const status = async () => (await club.sendAndProcess({})).rule_evaluations[0]!.status;
  await afterHours(30);
  expect(await status()).toBe('MATCHED');
  expect(await status()).toBe('SKIPPED_BUDGET');
  await afterHours(36);
  expect(await status()).toBe('MATCHED');
  expect(await status()).toBe('SKIPPED_BUDGET');
  await afterHours(5 * 36);
  expect(await status()).toBe('MATCHED');
});

test('periods go by the clock of the organization, whenever the event says it happened', async () => {
  const club = await sandbox();
  const rule = await club.addRule({ budgets: [budgetOf(club, { limit: '10', schedule_type: 'CRON', cron_expression: '0 0 1 1 *' })] });
  await club.sendAndProcess({});
  expect((await club.sendAndProcess({ event_timestamp: '2020-01-01T00:00:00Z' })).rule_evaluations[0]).toMatchObject({
    status: 'SKIPPED_BUDGET',
  });
  expect(await consumed(club, rule.id)).toBe('10.00');
});

test('a longer schedule goes on counting what the running period consumed, a shorter one begins anew', async () => {
  const club = await sandbox();
  await advance(club, { to: '2031-05-15T12:00:00Z' });
  const every = (cron_expression: string | null) => [
    budgetOf(club, cron_expression === null ? {} : { schedule_type: 'CRON', cron_expression }),
  ];
  const rule = await club.addRule({ budgets: every('0 0 * * *') });
  await club.sendAndProcess({});
  const change = async (cron_expression: string | null) =>
    (await club.api.patch<Rule>(`/rules/${rule.id}`, { budgets: every(cron_expression) })).body.budgets[0]!.consumed;
  expect(await change('0 0 1 * *')).toBe('10.00');
  expect(await change('0 13 * * *')).toBe('10.00');
  expect(await change('0 12 * * *')).toBe('0.00');
});
