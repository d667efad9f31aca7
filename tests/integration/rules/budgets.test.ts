/** Budgets under concurrent workers, and what the database itself refuses. */
import { expect, test } from 'vitest';
import type { Rule } from '@/contract/rule';
import { amountOf } from '@/domain/money';
import { recordBudgetUse } from '@/server/db/repositories/rules/budgets';
import { statement, violatedConstraint, withTransaction } from '@/server/db/transaction';
import { organization } from '@tests/support/api';
import { brokenInvariants } from '@tests/support/invariants';
import { programWithAsset, type TestProgram } from '@tests/support/programs';
import { workers } from '@tests/support/workers';

const sendMany = (club: TestProgram, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      club.send({ external_id: `person-${index % 9}`, event_data: { amount: (index % 13) + 0.37 } }),
    ),
  );

const creditedTo = (club: TestProgram) =>
  statement<{ account_id: string; total: string }>(
    `SELECT account_id, sum(amount)::text AS total FROM postings WHERE organization_id = $1 AND account_type = 'PARTICIPANT' GROUP BY account_id`,
    [club.id],
  );

test('several workers together credit exactly the PROGRAM budget and no recipient more than its own', async () => {
  const club = await programWithAsset();
  const rule = await club.addRule({
    amount: '{{ event.amount }}',
    budgets: [
      { asset_id: club.asset.id, scope: 'PROGRAM', limit: '400' },
      { asset_id: club.asset.id, scope: 'PARTICIPANT', limit: '60.5' },
    ],
  });
  await sendMany(club, 150);
  await workers(6, club.id);
  const rows = await creditedTo(club);
  expect(rows.filter(({ total }) => amountOf(total).greaterThan('60.5'))).toEqual([]);
  expect(rows.reduce((sum, { total }) => sum.plus(total), amountOf(0)).toFixed(2)).toBe('400.00');
  expect((await club.api.get<Rule>(`/rules/${rule.id}`)).body.budgets[0]!.consumed).toBe('400.00');
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('resets beside workers let through no more than one limit for each of them', async () => {
  const club = await programWithAsset();
  const rule = await club.addRule({ amount: '{{ event.amount }}', budgets: [{ asset_id: club.asset.id, scope: 'PROGRAM', limit: '30' }] });
  await sendMany(club, 120);
  const reset = () => club.api.post(`/rules/${rule.id}/reset-budget?asset_id=${club.asset.id}`);
  const [, ...answers] = await Promise.all([workers(3, club.id), reset(), reset(), reset()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const credited = (await creditedTo(club)).reduce((sum, { total }) => sum.plus(total), amountOf(0));
  expect(credited.lessThanOrEqualTo(4 * 30)).toBe(true);
  expect(credited.greaterThanOrEqualTo(30)).toBe(true);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('the database refuses uses that pass the limit together, though each alone would fit', async () => {
  const club = await programWithAsset();
  const rule = await club.addRule({});
  const use = {
    owner: 'RULE',
    ownerId: rule.id,
    assetId: club.asset.id,
    scope: 'PROGRAM',
    holderId: club.program.id,
    periodStart: new Date('2026-01-01'),
    limit: amountOf('10'),
    amount: amountOf('4'),
  } as const;
  const record = () => withTransaction((tx) => recordBudgetUse(tx, { organizationId: club.id, now: new Date() }, [use]));
  const outcomes = await Promise.allSettled([record(), record(), record(), record()]);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.map(({ reason }) => violatedConstraint(reason))).toEqual(['budget_usage_within_limit', 'budget_usage_within_limit']);
  const rows = await statement<{ consumed: string }>(
    'SELECT trim_scale(consumed)::text AS consumed FROM budget_usage WHERE organization_id = $1',
    [club.id],
  );
  expect(rows).toEqual([{ consumed: '8' }]);
});

test('a use of a later period begins the count anew, one of an earlier period goes on with the present one', async () => {
  const club = await programWithAsset();
  const rule = await club.addRule({});
  const record = (periodStart: string) =>
    withTransaction((tx) =>
      recordBudgetUse(tx, { organizationId: club.id, now: new Date() }, [
        {
          owner: 'RULE',
          ownerId: rule.id,
          assetId: club.asset.id,
          scope: 'PROGRAM',
          holderId: club.program.id,
          periodStart: new Date(periodStart),
          limit: amountOf('10'),
          amount: amountOf('4'),
        },
      ]),
    );
  const row = async () =>
    (
      await statement<{ since: Date; consumed: string }>(
        'SELECT period_start AS since, trim_scale(consumed)::text AS consumed FROM budget_usage WHERE organization_id = $1',
        [club.id],
      )
    )[0];
  await record('2026-01-01');
  await record('2026-02-01');
  expect(await row()).toEqual({ since: new Date('2026-02-01'), consumed: '4' });
  await record('2026-01-01');
  expect(await row()).toEqual({ since: new Date('2026-02-01'), consumed: '8' });
});

test('usage cannot name an asset of another organization', async () => {
  const club = await programWithAsset();
  const stranger = await organization();
  const rule = await club.addRule({});
  const foreign = statement(
    `INSERT INTO budget_usage (organization_id, rule_id, asset_id, scope, holder_id, period_start, consumed, "limit", updated_at) VALUES ($1, $2, $3, 'PROGRAM', $4, now(), 0, 1, now())`,
    [stranger.id, rule.id, club.asset.id, club.program.id],
  );
  await expect(foreign).rejects.toThrow(/foreign key/);
});
