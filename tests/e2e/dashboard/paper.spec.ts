/** What the dashboard looks like on paper. */
import { expect, loyaltyProgram, test } from '@tests/support/dashboard';

test('a page on paper says whose it is, of which program and period, and when; it has exact times, and nothing to press', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  await dashboard.goto(`/reports?program=${program.id}`);
  await expect(dashboard.getByRole('heading', { name: 'Reports' })).toBeVisible();
  await dashboard.emulateMedia({ media: 'print' });
  await dashboard.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const main = dashboard.getByRole('main');
  await expect(main).toContainText(new RegExp(`${organization.name} · Loyalty.*Printed .* by Grace Hopper`));
  await expect(main).toContainText(/From \d+ \w+ \d{4}, 00:00 UTC/);
  await expect(dashboard.getByRole('complementary')).toHaveCount(0);
  await expect(dashboard.getByRole('button')).toHaveCount(0);

  await dashboard.goto('/programs');
  await expect(dashboard.getByRole('row', { name: /Loyalty/ })).toBeVisible();
  await dashboard.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(main.getByRole('time').first()).toHaveText(/\d{4}, \d+:\d{2}:\d{2}/);
  await dashboard.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(main).not.toContainText('Printed');
});
