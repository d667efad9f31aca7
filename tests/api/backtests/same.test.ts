/** What a backtest of the rules that really ran finds: nothing. */
import { describe, expect, test } from 'vitest';
import { backtest, busyClub, clockOf } from '@tests/support/backtests';

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
