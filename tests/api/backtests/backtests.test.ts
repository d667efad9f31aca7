/** Backtests over HTTP: what a draft would have changed, for whom, and that nothing else changes. */
import { describe, expect, test } from 'vitest';
import type { Backtest } from '@/contract/backtest';
import { askForBacktest, backtest, clockOf, runToItsEnd } from '@tests/support/backtests';
import { organization } from '@tests/support/api';
import { statement } from '@/server/db/transaction';
import { shop, type TestShop } from '@tests/support/redemptions';

type Window = { readonly from: string; readonly to: string };

/** Two people buy for 100 each, twice, under a rule that credits a tenth. */
async function boughtFrom(
  settings: Parameters<typeof shop>[0] = {},
): Promise<TestShop & { window: Window; draft(amount: string, more?: Record<string, unknown>): Record<string, unknown> }> {
  const club = await shop({ balance: '0', ...settings });
  await club.addRule({ name: 'Tenth', amount: '{{ event.amount * 0.1 }}' });
  const from = await clockOf(club.api);
  for (const external_id of ['ada', 'bob', 'ada', 'bob']) await club.sendAndProcess({ external_id, event_data: { amount: 100 } });
  await club.advance('1h');
  const draft = (amount: string, more = {}) => ({
    rule_sets: [
      {
        key: 'default',
        name: 'Default',
        rules: [
          {
            client_ref: 'points',
            name: 'Points',
            condition: 'event.amount > 0',
            actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount }],
            ...more,
          },
        ],
      },
    ],
  });
  return { ...club, window: { from, to: await clockOf(club.api) }, draft };
}

describe('a draft', () => {
  test('is compared with what happened: in total, by rule, by holder, by event and in what is owed', async () => {
    const { api, program, asset, window, draft } = await boughtFrom();
    const { result, is_draft } = await backtest(api, program.id, { ...window, configuration: draft('{{ event.amount * 0.15 }}') });
    const sum = (actual: string, after: string, difference: string) => ({ asset_id: asset.id, actual, backtest: after, difference });
    expect(is_draft).toBe(true);
    expect(result!.events).toEqual({ total: 4, same: 0, changed: 4, added: 0, removed: 0, newly_failed: 0, no_longer_failed: 0 });
    expect(result!.assets).toEqual([{ ...sum('40.00', '60.00', '20.00'), symbol: asset.symbol }]);
    expect(result!.liability).toEqual([{ ...sum('40.00', '60.00', '20.00'), symbol: asset.symbol }]);
    expect(result!.rules.map(({ name, tried, verdicts, assets }) => ({ name, tried, verdicts, assets }))).toEqual([
      { name: 'Points', tried: true, verdicts: { MATCHED: 4 }, assets: [sum('0.00', '60.00', '60.00')] },
      { name: 'Tenth', tried: false, verdicts: {}, assets: [sum('40.00', '0.00', '-40.00')] },
    ]);
    expect(result!.rules.map(({ sentence }) => sentence)).toEqual([
      `When amount is over 0, gives 15% of amount in ${asset.symbol} to the participant.`,
      expect.stringContaining(`gives 10% of amount in ${asset.symbol} to the participant.`),
    ]);
    expect(result!.holders).toMatchObject({ total: 2, differing: 2 });
    expect(result!.holders.top.map(({ assets }) => assets)).toEqual([[sum('20.00', '30.00', '10.00')], [sum('20.00', '30.00', '10.00')]]);
    expect(result!.top_events.map(({ comparison, assets }) => [comparison, assets])).toEqual(
      Array.from({ length: 4 }, () => ['CHANGED', [sum('10.00', '15.00', '5.00')]]),
    );
  });

  test('is held to its own budgets, counted from the beginning of the window', async () => {
    const { api, program, asset, window, draft } = await boughtFrom();
    const configuration = draft('10', { budgets: [{ asset_id: asset.id, scope: 'PROGRAM', limit: '25' }] });
    const { result } = await backtest(api, program.id, { ...window, configuration });
    expect(result!.assets).toMatchObject([{ actual: '40.00', backtest: '25.00', difference: '-15.00' }]);
    expect(result!.budgets).toMatchObject([{ scope: 'PROGRAM', limit: '25.00', actual: '0.00', backtest: '25.00' }]);
    expect(result!.rules[0]!.verdicts).toEqual({ MATCHED: 3, SKIPPED_BUDGET: 1 });
    expect(result!.events).toMatchObject({ same: 2, changed: 1, removed: 1 });
  });

  test('that refuses what went well fails those events and gives nothing for them', async () => {
    const { api, program, asset, window, draft } = await boughtFrom();
    const debit = { actions: [{ type: 'DEBIT', asset_id: asset.id, amount: '1' }] };
    const { result } = await backtest(api, program.id, { ...window, configuration: draft('1', debit) });
    expect(result!.events).toMatchObject({ same: 0, newly_failed: 4, no_longer_failed: 0 });
    expect(result!.assets).toMatchObject([{ actual: '40.00', backtest: '0.00' }]);
  });

  test('tries the events of the participants that are named, and leaves all others as they were', async () => {
    const { api, program, participant, window, draft } = await boughtFrom();
    const { result } = await backtest(api, program.id, { ...window, configuration: draft('30'), participant_ids: [participant.id] });
    expect(result!.events.total).toBe(2);
    expect(result!.assets).toMatchObject([{ actual: '20.00', backtest: '60.00', difference: '40.00' }]);
  });

  test('changes nothing but the backtest itself, whatever it does', async () => {
    const { id, api, program, asset, window, draft } = await boughtFrom();
    const before = await everythingOf(id);
    const configuration = draft('10', {
      actions: [
        { type: 'CREDIT', asset_id: asset.id, amount: '7' },
        { type: 'TAG', tag: 'seen' },
        { type: 'COUNTER', key: 'visits', value: '1' },
      ],
      budgets: [{ asset_id: asset.id, scope: 'PROGRAM', limit: '25' }],
    });
    await backtest(api, program.id, { ...window, configuration });
    expect(await everythingOf(id)).toEqual(before);
  });

  test.each(['LOT', 'SIMPLE'] as const)(
    'that would have given less than was spent leaves the balance below zero: what was spent stays spent (%s)',
    async (inventory_mode) => {
      const club = await boughtFrom({ inventory_mode });
      await club.redeemed({ amount: '15' });
      const to = await clockOf(club.api);
      const { result } = await backtest(club.api, club.program.id, { from: club.window.from, to, configuration: club.draft('1') });
      expect(result!.liability).toMatchObject([{ actual: '25.00', backtest: '-11.00', difference: '-36.00' }]);
    },
  );
});

/** Row counts of everything a rule can create, and the balances. */
async function everythingOf(organizationId: string): Promise<unknown> {
  const tables = [
    'journal_entries',
    'lots',
    'events',
    'state_history',
    'state_tags',
    'webhook_events',
    'budget_usage',
    'rules',
    'rule_configuration_versions',
  ];
  const counts = await Promise.all(
    tables.map((table) => statement(`SELECT count(*)::int AS rows FROM ${table} WHERE organization_id = $1`, [organizationId])),
  );
  return {
    counts,
    balances: await statement('SELECT * FROM balances WHERE organization_id = $1 ORDER BY account_id, asset_id', [organizationId]),
  };
}

describe('asking for a backtest', () => {
  test('answers 202 with the queued backtest, which is listed and read by its id', async () => {
    const { api, program, window } = await boughtFrom();
    const { status, body } = await askForBacktest(api, program.id, window);
    expect([status, body.status, body.result, body.participant_ids, body.is_draft]).toEqual([202, 'QUEUED', null, null, false]);
    const done = await runToItsEnd(api, body);
    expect(done).toMatchObject({ status: 'COMPLETED', processed: 4, total: 4 });
    const { result: _, ...summary } = done;
    expect((await api.get<{ data: Backtest[] }>(`/programs/${program.id}/backtests?status=COMPLETED`)).body.data).toEqual([summary]);
  });

  test('once more with the same Idempotency-Key answers the same backtest', async () => {
    const { api, program, window } = await boughtFrom();
    const once = () => api.post<Backtest>(`/programs/${program.id}/backtests`, window, { 'idempotency-key': 'once' });
    const [first, second] = [await once(), await once()];
    expect([second.status, second.body.id]).toEqual([202, first.body.id]);
  });

  test('for a window that ends before it begins, or in the future, is refused', async () => {
    const { api, program, window } = await boughtFrom();
    const turned = await askForBacktest(api, program.id, { from: window.to, to: window.from });
    expect([turned.status, turned.body.code, turned.body.param]).toEqual([400, 'validation_error', 'to']);
    const future = await askForBacktest(api, program.id, { ...window, to: '2999-01-01T00:00:00Z' });
    expect([future.status, future.body.code]).toEqual([400, 'invalid_parameter']);
  });

  test('of rules that cannot be put is refused with the place of the fault', async () => {
    const { api, program, window, draft } = await boughtFrom();
    const { status, body } = await askForBacktest(api, program.id, { ...window, configuration: draft('1', { condition: 'event.' }) });
    expect([status, body.param]).toEqual([400, 'configuration.rule_sets[0].rules[0].condition']);
  });

  test('of another organization finds no program and no backtest', async () => {
    const { api, program, window } = await boughtFrom();
    const { body } = await askForBacktest(api, program.id, window);
    const { api: stranger } = await organization();
    expect((await askForBacktest(stranger, program.id, window)).status).toBe(404);
    expect((await stranger.get(`/programs/${program.id}/backtests`)).status).toBe(404);
    expect((await stranger.get(`/programs/${program.id}/backtests/${body.id}`)).status).toBe(404);
    expect((await stranger.post(`/programs/${program.id}/backtests/${body.id}/cancel`)).status).toBe(404);
  });

  test('and cancelling it ends it without a result, once', async () => {
    const { api, program, window } = await boughtFrom();
    const { body } = await askForBacktest(api, program.id, window);
    const cancel = () => api.post<Backtest>(`/programs/${program.id}/backtests/${body.id}/cancel`);
    expect((await cancel()).body).toMatchObject({ status: 'CANCELLED', result: null });
    expect((await cancel()).status).toBe(200);
    expect((await runToItsEnd(api, body)).status).toBe('CANCELLED');
    const done = await backtest(api, program.id, window);
    const refused = await api.post(`/programs/${program.id}/backtests/${done.id}/cancel`);
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_status']);
  });

  test('that another process has begun and left is begun anew once its lease has ended', async () => {
    const { api, program, window } = await boughtFrom();
    const { body } = await askForBacktest(api, program.id, window);
    await statement(
      `UPDATE backtests SET status = 'RUNNING', processed = 3, total = 4, lease_token = gen_random_uuid(), lease_until = now() - interval '1 second', attempts = 1 WHERE id = $1`,
      [body.id],
    );
    expect(await runToItsEnd(api, body)).toMatchObject({ status: 'COMPLETED', processed: 4, result: { events: { total: 4, same: 4 } } });
  });
});
