/** A backtest of the rules that really ran finds no difference. */
import { describe, expect, test } from 'vitest';
import { backtest, busyClub, clockOf } from '@tests/support/backtests';
import { shop } from '@tests/support/redemptions';

describe.each([1, 2, 3])('the rules that really ran (%i)', (seed) => {
  test(
    'differ by nothing from what happened, with lots, expiry, budgets, levels, groups and everything done by hand in between',
    { timeout: 120_000 },
    async () => {
      const club = await busyClub(`busy club ${seed}`);
      await club.live(60);
      const from = await clockOf(club.api);
      await club.live(120);
      const to = await clockOf(club.api);
      const { status, result } = await backtest(club.api, club.program.id, { from, to });
      expect(status).toBe('COMPLETED');
      const { events, assets, liability, rules, budgets, holders, top_events } = result!;
      expect(top_events).toEqual([]);
      expect(events).toMatchObject({ same: events.total, changed: 0, added: 0, removed: 0, newly_failed: 0, no_longer_failed: 0 });
      expect(events.total).toBeGreaterThan(20);
      expect(
        [...assets, ...liability, ...budgets, ...rules.flatMap((rule) => rule.assets)].filter(({ difference }) => Number(difference) !== 0),
      ).toEqual([]);
      expect(liability.map(({ actual }) => Number(actual) > 0)).toEqual([true, true]);
      expect(holders.differing).toBe(0);
    },
  );
});

test('nothing differs either from the very beginning on, when neither holders nor the wallet had anything', async () => {
  const club = await shop({ issuance_policy: 'PREFUNDED', balance: '0' });
  const { api, program, asset } = club;
  const rule = (type: string, amount: string) =>
    club.addRule({ name: type, condition: `event.type == "${type}"`, actions: [{ type, asset_id: asset.id, amount }] });
  await rule('CREDIT', '25');
  await rule('DEBIT', '4');
  const send = (type: string, key: string) =>
    api.post('/events', { program_id: program.id, external_id: 'ada', idempotency_key: key, event_data: { type } });
  const from = await clockOf(api);
  await club.advance('1h');
  await club.wallet('fund', { amount: '60' });
  await club.post({ amount: '5' });
  await send('DEBIT', 'what was given by hand is spent');
  await send('CREDIT', 'the wallet covers it');
  await club.advance('1h');
  await send('CREDIT', 'and this');
  await club.advance('1h');
  await send('CREDIT', 'and not this');
  await club.advance('1h');
  const { result } = await backtest(api, program.id, { from, to: await clockOf(api) });
  expect(result!.events).toMatchObject({ total: 4, same: 4, newly_failed: 0, no_longer_failed: 0 });
  expect(result!.liability).toMatchObject([{ actual: '51.00', backtest: '51.00' }]);
});
