/** POST /v1/rules/{id}/reset-budget. */
import { expect, test } from 'vitest';
import type { Budget } from '@/contract/budget';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

const reset = (club: TestProgram, ruleId: string, assetId = club.asset.id) =>
  club.api.post<Budget>(`/rules/${ruleId}/reset-budget?asset_id=${assetId}`);
const budget = (club: TestProgram, fields: Record<string, unknown> = {}) => ({
  asset_id: club.asset.id,
  scope: 'PROGRAM',
  limit: '10',
  ...fields,
});

test('a reset of a lifetime budget sets consumed to zero, and credits flow again', async () => {
  const club = await programWithAsset();
  const rule = await club.addRule({ amount: '10', budgets: [budget(club)] });
  await club.sendAndProcess({});
  expect((await club.sendAndProcess({})).rule_evaluations[0]).toMatchObject({ status: 'SKIPPED_BUDGET' });
  expect(await reset(club, rule.id)).toMatchObject({
    status: 200,
    body: { asset_id: club.asset.id, scope: 'PROGRAM', limit: '10.00', schedule_type: null, consumed: '0.00' },
  });
  expect((await reset(club, rule.id)).body).not.toHaveProperty('next_reset_at');
  await club.sendAndProcess({});
  expect(await club.available('ada')).toBe('20.00');
  expect((await club.api.get(`/rules/${rule.id}`)).body).toMatchObject({ version: 1, budgets: [{ consumed: '10.00' }] });
});

test('a reset leaves the schedule as it is, and what was credited after it counts until the period ends', async () => {
  const club = await programWithAsset({ mode: 'SANDBOX' });
  await club.api.post('/sandbox/clock/advance', { to: '2031-03-10T00:00:00Z' });
  const rule = await club.addRule({ amount: '10', budgets: [budget(club, { schedule_type: 'CRON', cron_expression: '0 0 1 * *' })] });
  await club.sendAndProcess({});
  expect((await reset(club, rule.id)).body).toMatchObject({ consumed: '0.00', next_reset_at: '2031-04-01T00:00:00.000Z' });
  await club.sendAndProcess({});
  expect((await club.sendAndProcess({})).rule_evaluations[0]).toMatchObject({ status: 'SKIPPED_BUDGET' });
  expect((await club.api.get(`/rules/${rule.id}`)).body).toMatchObject({
    budgets: [{ consumed: '10.00', next_reset_at: '2031-04-01T00:00:00.000Z' }],
  });
});

test('a reset of a budget that was never used answers it unchanged', async () => {
  const club = await programWithAsset();
  const rule = await club.addRule({ budgets: [budget(club, { schedule_type: 'INTERVAL', interval: '1d' })] });
  expect((await reset(club, rule.id)).body).toEqual(rule.budgets[0]);
});

test('a reset leaves what each participant has consumed', async () => {
  const club = await programWithAsset();
  const rule = await club.addRule({ amount: '10', budgets: [budget(club, { limit: '1000' }), budget(club, { scope: 'PARTICIPANT' })] });
  await club.sendAndProcess({});
  expect((await reset(club, rule.id)).body).toMatchObject({ scope: 'PROGRAM', consumed: '0.00' });
  expect((await club.sendAndProcess({})).rule_evaluations[0]).toMatchObject({ status: 'SKIPPED_BUDGET' });
});

test('without a PROGRAM budget on the asset the answer is budget_not_found', async () => {
  const club = await programWithAsset();
  const miles = await club.addAsset({});
  const rule = await club.addRule({ budgets: [budget(club, { scope: 'PARTICIPANT' }), budget(club, { asset_id: miles.id })] });
  for (const assetId of [club.asset.id, rule.id]) {
    expect(await reset(club, rule.id, assetId)).toMatchObject({
      status: 404,
      body: { type: 'not_found', code: 'budget_not_found', param: 'asset_id' },
    });
  }
  expect(await reset(club, rule.id, miles.id)).toMatchObject({ status: 200, body: { asset_id: miles.id } });
});

test('an unknown rule is not_found, and so is one of another organization', async () => {
  const club = await programWithAsset();
  const other = await programWithAsset();
  const theirs = await other.addRule({ budgets: [budget(other)] });
  expect(await reset(club, club.asset.id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await reset(club, theirs.id, other.asset.id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test.each([
  ['no asset', ''],
  ['no UUID', '?asset_id=points'],
])('%s is a validation_error of asset_id', async (_, query) => {
  const club = await programWithAsset();
  const rule = await club.addRule({ budgets: [budget(club)] });
  expect(await club.api.post(`/rules/${rule.id}/reset-budget${query}`)).toMatchObject({
    status: 400,
    body: { code: 'validation_error', fields: [{ field: 'asset_id' }] },
  });
});
