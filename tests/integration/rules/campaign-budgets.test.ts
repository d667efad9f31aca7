/** Budgets of campaigns under concurrent workers and reservations, and what the database itself refuses. */
import { expect, test } from 'vitest';
import type { Campaign } from '@/contract/campaign';
import { amountOf } from '@/domain/money';
import { recordBudgetUse } from '@/server/db/repositories/rules/budgets';
import { statement, violatedConstraint, withTransaction } from '@/server/db/transaction';
import { till } from '@tests/support/decisions';
import { brokenInvariants } from '@tests/support/invariants';
import { programWithAsset } from '@tests/support/programs';
import { workers } from '@tests/support/workers';

test('fifty events at once against one budget over three rules credit exactly its limit', async () => {
  const club = await programWithAsset();
  const { body: campaign } = await club.api.post<Campaign>('/campaigns', {
    program_id: club.program.id,
    name: 'Spring',
    status: 'ACTIVE',
    budgets: [
      { asset_id: club.asset.id, scope: 'PROGRAM', limit: '200.01' },
      { asset_id: club.asset.id, scope: 'PARTICIPANT', limit: '60.5' },
    ],
  });
  for (const amount of ['{{ event.amount }}', '{{ event.amount * 0.5 }}', '0.77']) await club.addRule({ rule_set_id: campaign.id, amount });
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      club.send({ external_id: `person-${index % 9}`, event_data: { amount: (index % 13) + 0.37 } }),
    ),
  );
  await workers(6, club.id);
  const rows = await statement<{ total: string }>(
    `SELECT sum(amount)::text AS total FROM postings WHERE organization_id = $1 AND account_type = 'PARTICIPANT' GROUP BY account_id`,
    [club.id],
  );
  expect(rows.filter(({ total }) => amountOf(total).greaterThan('60.5'))).toEqual([]);
  expect(rows.reduce((sum, { total }) => sum.plus(total), amountOf(0)).toFixed(2)).toBe('200.01');
  expect((await club.api.get<Campaign>(`/campaigns/${campaign.id}`)).body.budgets[0]!.consumed).toBe('200.01');
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a reservation takes of the budget at once, and gives back what it took when it is cancelled, unless it was reset since', async () => {
  const club = await till();
  const { body: campaign } = await club.api.post<Campaign>('/campaigns', {
    program_id: club.program.id,
    name: 'Spring',
    status: 'ACTIVE',
    budgets: [{ asset_id: club.asset.id, scope: 'PROGRAM', limit: '12' }],
  });
  await club.addRule({ rule_set_id: campaign.id, amount: '7' });
  const consumed = async () => (await club.api.get<Campaign>(`/campaigns/${campaign.id}`)).body.budgets[0]!.consumed;
  const [first, second] = [await club.held(), await club.held()];
  expect(await consumed()).toBe('12.00');
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
  expect((await club.end('cancel', first)).status).toBe(200);
  expect(await consumed()).toBe('5.00');
  expect((await club.end('commit', second)).status).toBe(200);
  expect(await consumed()).toBe('5.00');
  const third = await club.held();
  await club.api.post(`/campaigns/${campaign.id}/reset-budget?asset_id=${club.asset.id}`);
  await club.held();
  expect((await club.end('cancel', third)).status).toBe(200);
  expect(await consumed()).toBe('7.00');
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('the database refuses uses that pass the limit of a campaign', async () => {
  const club = await programWithAsset();
  const { body: campaign } = await club.api.post<Campaign>('/campaigns', { program_id: club.program.id, name: 'Spring' });
  const use = {
    owner: 'CAMPAIGN',
    ownerId: campaign.id,
    assetId: club.asset.id,
    scope: 'PROGRAM',
    holderId: club.program.id,
    periodStart: new Date('2026-01-01'),
    limit: amountOf('10'),
    amount: amountOf('6'),
  } as const;
  const record = () => withTransaction((tx) => recordBudgetUse(tx, { organizationId: club.id, now: new Date() }, [use]));
  await record();
  await expect(record().catch(violatedConstraint)).resolves.toBe('campaign_budget_usage_within_limit');
});
