/** The settings of a program. */
import { expect, test } from '@tests/support/dashboard';

test('a program is made in the zone of whoever makes it, and moved to another that is searched by typing', async ({
  dashboard,
  organization,
}) => {
  await dashboard.goto('/programs');
  await dashboard.getByRole('button', { name: 'New program' }).first().click();
  const dialog = dashboard.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Empty/ }).check();
  const zone = dialog.getByRole('combobox', { name: 'Time zone' });
  await expect(zone).toHaveValue(await dashboard.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone));
  await dialog.getByLabel('Name', { exact: true }).fill('Coffee club');
  await zone.fill('Europe/Atlantis');
  await expect(dialog).toContainText('Such as Europe/Berlin.');
  await dialog.getByRole('button', { name: 'Create program' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Must be an IANA time zone' })).toBeVisible();
  await zone.fill('Asia/Tokyo');
  await expect(dialog).toContainText('there (GMT+9)');
  await dialog.getByRole('button', { name: 'Create program' }).click();
  await expect(dashboard.getByRole('dialog').filter({ hasText: 'Coffee club' })).toContainText('Asia/Tokyo');
  const { data } = await organization.read<{ data: { name: string; timezone: string }[] }>('programs.list', { search: 'Coffee' });
  expect(data).toMatchObject([{ name: 'Coffee club', timezone: 'Asia/Tokyo' }]);
});
