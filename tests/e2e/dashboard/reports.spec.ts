/** Reports of more rows than a page has: walked in the dashboard, and taken away whole. */
import { readFile } from 'node:fs/promises';
import { expect, loyaltyProgram, test } from '@tests/support/dashboard';

const ASSETS = 27;
const PAGE = 50;

test('a report of several pages is walked to its end, exported whole, and begun anew by another filter', async ({
  dashboard,
  organization,
}) => {
  const { id } = await loyaltyProgram(organization);
  const ada = await organization.call<{ id: string }>('participants.upsert', { external_id: 'ada', program_id: id });
  for (let number = 0; number < ASSETS; number++) {
    const terms = { scale: 2, inventory_mode: 'LOT', issuance_policy: 'UNLIMITED', program_ids: [id] };
    const asset = await organization.call<{ id: string }>('assets.create', { name: `Miles ${number}`, symbol: `M${number}`, ...terms });
    const credit = { program_id: id, asset_id: asset.id, type: 'CREDIT', amount: '10', description: 'Welcome', expires_in: '40d' };
    await organization.call('participants.balances.adjust', { id: ada.id, ...credit });
  }
  // Two rows for each asset: what participants have, and what was issued for it.
  const rows = 2 * ASSETS;
  await dashboard.goto('/reports/trial-balance');
  const table = dashboard.getByRole('region', { name: 'Trial balance' });
  await expect(table).toContainText(`${PAGE} rows, more follow`);
  await table.getByRole('button', { name: 'Next page' }).click();
  await expect(table).toContainText(`${rows - PAGE} rows`);
  await expect(table.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await expect(table.getByRole('row', { name: `M${ASSETS - 1} System issuance` })).toContainText('−10.00');
  const downloading = dashboard.waitForEvent('download');
  await table.getByRole('link', { name: 'Export all' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^trial-balance-\d{4}-.*Z\.csv$/);
  expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(rows + 1);
  await table.getByRole('button', { name: 'Previous page' }).click();
  await expect(table).toContainText(`${PAGE} rows, more follow`);
});

test('what expires is shown for the asset that expires first, and for another that is chosen', async ({ dashboard, organization }) => {
  const { id } = await loyaltyProgram(organization);
  const ada = await organization.call<{ id: string }>('participants.upsert', { external_id: 'ada', program_id: id });
  for (const [symbol, expires_in] of [
    ['LATE', '90d'],
    ['SOON', '5d'],
  ]) {
    const terms = { scale: 0, inventory_mode: 'LOT', issuance_policy: 'UNLIMITED', program_ids: [id] };
    const asset = await organization.call<{ id: string }>('assets.create', { name: symbol, symbol, ...terms });
    const credit = { program_id: id, asset_id: asset.id, type: 'CREDIT', amount: '7', description: 'Welcome', expires_in };
    await organization.call('participants.balances.adjust', { id: ada.id, ...credit });
  }
  await dashboard.goto('/reports/expirations');
  const table = dashboard.getByRole('region', { name: 'Expirations' });
  await expect(table).toContainText('7 SOON');
  await expect(table).not.toContainText('LATE');
  await dashboard.getByRole('combobox', { name: 'Asset' }).click();
  await dashboard.getByRole('option', { name: 'LATE' }).click();
  await expect(table).toContainText('7 LATE');
  await expect(table).not.toContainText('SOON');
});
