/** The overview: its figures are those of the API, lead to what is behind them, and a lost network is told. */
import type { Overview } from '@/contract/overview';
import { expect, loyaltyProgram, test } from '@tests/support/dashboard';

test('what is shown as issued is what the roll-forward says, where the figure leads', async ({ dashboard, organization }) => {
  const { id, assetId } = await loyaltyProgram(organization);
  const person = await organization.call<{ id: string }>('participants.upsert', { external_id: 'ada', program_id: id });
  await organization.call('participants.balances.adjust', {
    id: person.id,
    program_id: id,
    asset_id: assetId,
    type: 'CREDIT',
    amount: '1234.50',
    description: 'Welcome',
  });
  await dashboard.goto('/?period=7d');
  await expect(dashboard.getByText('Last 7 days, compared with as much of the 7 days before.')).toBeVisible();
  const issued = dashboard.getByRole('link', { name: /^Issued/ });
  await expect(issued).toContainText('1,234.50 PTS');
  await expect(dashboard.getByRole('table', { name: 'Owed in PTS' }).getByRole('row')).toHaveCount(8);
  await issued.click();
  const { window } = await organization.read<Overview>('overview.read', { period: '7d' });
  const rows = await organization.read<{ data: { issued: string }[] }>('reports.rollForward', {
    from: window.from,
    to: '9999-12-31T00:00:00.000Z',
  });
  expect(rows.data[0]?.issued).toBe('1234.50');
  await expect(dashboard.getByRole('row', { name: /PTS/ })).toContainText('1,234.50');
});

test('a rule that ends in ERROR is told of on the home page and marked wherever rules are listed', async ({ dashboard, organization }) => {
  const { id } = await loyaltyProgram(organization);
  for (const [key, event_data] of Object.entries({ a: { type: 'purchase', amount: 60 }, b: { type: 'purchase' } })) {
    await organization.call('events.ingest', { program_id: id, external_id: 'ada', idempotency_key: key, event_data });
  }
  const { data } = await organization.read<{ data: { id: string }[] }>('rules.list', {});
  await expect.poll(() => organization.read('rules.failing', {})).toMatchObject([{ rule_id: data[0]!.id, evaluated: 2, failed: 1 }]);
  const badge = dashboard.getByText('Fails 1 of 2');
  await dashboard.goto('/reports/rules');
  await expect(dashboard.getByRole('row', { name: /Cashback/ }).filter({ has: badge })).toBeVisible();
  await dashboard.goto('/rules/order');
  await expect(dashboard.getByRole('listitem').filter({ hasText: 'Cashback' }).filter({ has: badge })).toBeVisible();
  await dashboard.goto('/rules');
  await expect(dashboard.getByRole('row', { name: /Cashback/ })).toContainText('Fails 1 of 2');
  await badge.locator('..').focus();
  await expect(dashboard.getByRole('tooltip')).toContainText('event.amount is absent');
  await dashboard.goto('/');
  const note = dashboard.getByRole('alert').filter({ hasText: 'Failing rules' });
  await expect(note).toContainText(/Cashback ended in ERROR for 1 of the latest 2 events .*event\.amount is absent/);
  await note.getByRole('link', { name: 'Cashback' }).click();
  await expect(dashboard).toHaveURL(new RegExp(`/rules/${data[0]!.id}`));
});

test('while the network is gone the page says so, for as long as it is', async ({ dashboard }) => {
  await dashboard.route('**/api/trpc/**', (route) => route.abort());
  await dashboard.goto('/?period=24h');
  const told = dashboard.getByRole('alert').filter({ hasText: 'The service did not respond' }).first();
  await expect(told).toBeVisible();
  const failed = dashboard.waitForEvent('requestfailed');
  await dashboard.getByRole('button', { name: 'Try again' }).first().click();
  await failed;
  await expect(told).toBeVisible();
  await dashboard.unroute('**/api/trpc/**');
  await dashboard.getByRole('button', { name: 'Try again' }).first().click();
  await expect(dashboard.getByText('Events processed')).toBeVisible();
  await expect(told).toHaveCount(0);
});
