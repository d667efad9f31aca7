/** A manager makes good what a wrong rule gave: from a backtest of the right one to the entries that correct it. */
import { expect, loyaltyProgram, test } from '@tests/support/dashboard';

test('the past is corrected: planned from a backtest, approved, and followed to the entry', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  const from = new Date().toISOString();
  for (const external_id of ['ada', 'bob']) {
    const event = { program_id: program.id, external_id, idempotency_key: external_id, event_data: { type: 'purchase', amount: 100 } };
    const { id } = await organization.call<{ id: string }>('events.ingest', event);
    await expect.poll(async () => (await organization.read<{ status: string }>('events.get', { id })).status).toBe('COMPLETED');
  }
  const right = { name: 'Cashback', condition: 'event.type == "purchase"' };
  const actions = [{ type: 'CREDIT', amount: '{{ event.amount * 0.04 }}', asset_id: program.assetId }];
  const tried = await organization.call<{ id: string }>('backtests.create', {
    id: program.id,
    from,
    to: new Date().toISOString(),
    configuration: { rule_sets: [{ key: 'default', name: 'Default', rules: [{ ...right, client_ref: 'right', actions }] }] },
  });

  await dashboard.goto(`/rules/backtests?program=${program.id}&open=${tried.id}`);
  await dashboard.getByRole('button', { name: 'Plan a correction…' }).click();
  const plan = dashboard.getByRole('dialog', { name: 'Plan a correction' });
  await plan.getByRole('button', { name: 'Plan correction' }).click();
  await expect(plan.getByRole('alert')).toBeVisible();
  await plan.getByLabel('Reason').fill('Cashback was too high in November');
  await plan.getByRole('button', { name: 'Plan correction' }).click();

  await expect(dashboard.getByRole('heading', { name: /Cashback was too high/ })).toContainText('Planned');
  await expect(dashboard.getByText('Approving it takes 12.00 PTS that is still there: one entry for each of 2 lines')).toBeVisible();
  const rules = dashboard.getByRole('list', { name: 'Rules of the backtest' });
  await expect(rules.getByRole('listitem').first()).toContainText('gives 4% of amount in PTS to the participant.');
  const lines = dashboard.getByRole('region', { name: 'Lines' });
  await expect(lines.getByRole('row', { name: /ada/ })).toContainText('−6.00 PTS');
  await dashboard.getByRole('button', { name: 'Approve' }).click();
  await dashboard.getByRole('dialog').getByRole('button', { name: 'Post correction' }).click();
  await expect(dashboard.getByRole('heading', { name: /Cashback was too high/ })).toContainText('Completed');
  await expect(dashboard.getByText('2 lines of 2 posted.')).toBeVisible();

  await lines.getByRole('row', { name: /ada/ }).getByRole('link', { name: '−6.00' }).click();
  await expect(dashboard.getByRole('heading', { level: 2, name: /Correction/ })).toBeVisible();
  await dashboard.getByRole('tab', { name: 'Details' }).click();
  await dashboard.getByRole('link', { name: /Correction …/ }).click();
  await expect(dashboard.getByRole('heading', { name: /Cashback was too high/ })).toBeVisible();
});
