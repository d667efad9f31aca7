/** A manager makes sure that the ledger is whole, here and away from here. */
import { readFile } from 'node:fs/promises';
import { expect, loyaltyProgram, test } from '@tests/support/dashboard';

test('the ledger is verified at the press of a button, with each entry sealed and signed, and its export can be taken away', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  const ada = await organization.call<{ id: string }>('participants.upsert', { external_id: 'ada', program_id: program.id });
  const adjust = { id: ada.id, program_id: program.id, asset_id: program.assetId, type: 'CREDIT', amount: '5', description: 'Welcome' };
  for (let i = 0; i < 3; i++) await organization.call('participants.balances.adjust', adjust);

  await dashboard.goto('/ledger');
  await dashboard.getByRole('link', { name: 'Verification' }).click();
  await expect(dashboard.getByText('The ledger has not been verified yet.')).toBeVisible();
  await dashboard.getByRole('button', { name: 'Verify the ledger' }).click();
  const sheet = dashboard.getByRole('dialog');
  await expect(sheet.getByRole('heading', { name: 'The ledger is consistent' })).toBeVisible();
  await expect(sheet).toContainText('No violations: everything agrees with the entries.');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(dashboard.getByRole('row', { name: /Passed/ })).toBeVisible();
  await expect(dashboard.getByText('3 entries are sealed and signed')).toBeVisible();

  const downloading = dashboard.waitForEvent('download');
  await dashboard.getByRole('link', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('ledger.ndjson');
  const records = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
  expect(JSON.parse(records[0]!)).toMatchObject({ record: 'LEDGER', organization_id: organization.id, entries: 3 });
  expect(JSON.parse(records.at(-1)!)).toMatchObject({ record: 'END' });
});
