/** A manager closes the books of a month, and reopens them for a reason. */
import { expect, loyaltyProgram, test } from '@tests/support/dashboard';

test.use({ sandbox: true });

test('a month is closed with its figures, which can be taken away, and is reopened with a reason', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  const ada = await organization.call<{ id: string }>('participants.upsert', { external_id: 'ada', program_id: program.id });
  const adjust = { id: ada.id, program_id: program.id, asset_id: program.assetId, type: 'CREDIT', amount: '25', description: 'Welcome' };
  await organization.call('participants.balances.adjust', adjust);
  await organization.call('sandbox.advanceClock', { by: '62d' });

  await dashboard.goto('/reports');
  await dashboard.getByRole('link', { name: 'Periods' }).click();
  await expect(dashboard.getByText('No closed periods yet.')).toBeVisible();
  await dashboard.getByRole('button', { name: 'Close a period' }).click();
  const dialog = dashboard.getByRole('dialog');
  await expect(dialog).toContainText('nothing can be dated before this time');
  await expect(dialog.getByRole('row', { name: /PTS/ })).toContainText('25.00 at the end');
  await dialog.getByLabel('Name').fill('Books of the month');
  await dialog.getByRole('button', { name: 'Close period' }).click();

  await expect(dashboard.getByRole('heading', { name: /Books of the month/ })).toContainText('Closed');
  await expect(dashboard.getByRole('region', { name: 'Roll-forward' }).getByRole('row', { name: /PTS/ })).toContainText('25.00');
  await expect(dashboard.getByRole('region', { name: 'Trial balance' })).toContainText('−25.00');
  const downloading = dashboard.waitForEvent('download');
  await dashboard.getByRole('region', { name: 'Roll-forward' }).getByRole('button', { name: 'CSV' }).click();
  expect((await downloading).suggestedFilename()).toBe('roll-forward.csv');

  await dashboard.getByRole('button', { name: 'Reopen' }).click();
  await dialog.getByLabel('Reason').fill('A refund was missing.');
  await dialog.getByRole('button', { name: 'Reopen period' }).click();
  await expect(dashboard.getByRole('heading', { name: /Books of the month/ })).toContainText('Reopened');
  await expect(dashboard.getByText('A refund was missing.')).toBeVisible();
});
