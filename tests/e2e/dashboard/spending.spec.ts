/** What is spent, given and reached in the dashboard, held against what the ledger and the state say of it. */
import { randomUUID } from 'node:crypto';
import { club, expect, test, type Program, type TestOrganization } from '@tests/support/dashboard';

async function availableOf({ read }: TestOrganization, id: string): Promise<string | undefined> {
  const { balances } = await read<{ balances: { available: string; held: string }[] }>('participants.get', { id });
  return balances[0] && `${balances[0].available} and ${balances[0].held} held`;
}

const reserve = ({ call }: TestOrganization, { id: program_id, assetId }: Program, id: string, amount: string) =>
  call<{ id: string }>('participants.redemptions.redeemAmount', {
    id,
    program_id,
    asset_id: assetId,
    amount,
    mode: 'PENDING',
    idempotency_key: randomUUID(),
  });

test('waiting redemptions that are cancelled together are released one by one, and one that has ended says why not', async ({
  dashboard,
  organization,
}) => {
  const people = await club(organization);
  const { ada, grace } = people;
  await reserve(organization, people, ada, '10');
  const captured = await reserve(organization, people, ada, '25');
  await reserve(organization, people, grace, '5');
  await dashboard.goto('/redemptions');
  await expect(dashboard.getByRole('row', { name: /Grace/ })).toBeVisible();
  await dashboard.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await dashboard.getByRole('toolbar', { name: 'Selected redemptions' }).getByRole('button', { name: 'Cancel' }).click();
  const dialog = dashboard.getByRole('dialog');
  await expect(dialog).toContainText('Releases 40.00 PTS to 2 participants');
  await organization.call('redemptions.capture', { id: captured.id });
  await dialog.getByLabel('Reason').fill('Closing time');
  await dialog.getByRole('button', { name: 'Cancel 3' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 of 3 cancelled, 1 refused');
  const refused = dialog.getByRole('listitem').filter({ hasText: '25.00 PTS' });
  await expect(refused).toContainText('redemption_already_resolved');
  await expect(refused.getByRole('button', { name: /Copy Request id req_/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dashboard.getByText('Nothing is waiting.')).toBeVisible();
  expect(await availableOf(organization, ada)).toBe('75.00 and 0.00 held');
  expect(await availableOf(organization, grace)).toBe('100.00 and 0.00 held');
});

test('a tier that is built lifts who counts enough, and a level given by hand stands until it is taken', async ({
  dashboard,
  organization,
}) => {
  const { ada } = await club(organization);
  const dialog = dashboard.getByRole('dialog');
  await dashboard.goto('/tiers');
  await dashboard.getByRole('button', { name: 'New tier' }).first().click();
  await dialog.getByLabel('Name').first().fill('Status');
  await dialog.getByLabel('Key', { exact: true }).fill('status');
  await dialog.getByRole('group', { name: 'Level 1' }).getByLabel('Level key').fill('silver');
  await dialog.getByLabel('Counter 1 of level 1').fill('orders');
  await dialog.getByLabel('Threshold 1 of level 1').fill('3');
  await dialog.getByRole('button', { name: 'Add level' }).click();
  await dialog.getByRole('group', { name: 'Level 2' }).getByLabel('Level key').fill('gold');
  await dialog.getByRole('button', { name: 'Remove criterion 1 of level 2' }).click();
  await dialog.getByRole('button', { name: 'Create tier' }).click();
  await expect(dashboard.getByRole('list', { name: 'Levels' })).toContainText('Reached when the counter “orders” is at least 3.');

  await dashboard.goto(`/participants/${ada}`);
  await expect(dashboard).toHaveTitle('Ada · Participants');
  await dashboard.getByRole('tab', { name: 'State' }).click();
  await dashboard.getByRole('button', { name: 'New counter' }).click();
  await dialog.getByLabel('Counter').fill('orders');
  await dialog.getByLabel('Value').fill('4');
  await expect(dialog).toContainText('orders of Ada then reads 4.');
  await dialog.getByRole('button', { name: 'Create counter' }).click();
  await expect(dashboard.getByRole('row', { name: /Status silver Loyalty/ })).toBeVisible();

  await dashboard.getByRole('button', { name: 'Give a level' }).click();
  await dialog.getByRole('combobox', { name: 'Level' }).click();
  await dashboard.getByRole('option', { name: 'gold' }).click();
  await expect(dialog).toContainText('Ada becomes gold instead of silver.');
  await dialog.getByRole('button', { name: 'Give level' }).click();
  await expect(dashboard.getByRole('row', { name: /Status gold Loyalty/ })).toBeVisible();
  const { tiers } = await organization.read<{ tiers: { level: string }[] }>('participants.get', { id: ada });
  expect(tiers.map(({ level }) => level)).toEqual(['gold']);

  await dashboard.getByRole('button', { name: 'Take the level gold of Status' }).click();
  await dialog.getByRole('button', { name: 'Take level' }).click();
  await expect(dashboard.getByText('Ada has no level in any tier.')).toBeVisible();
  await expect(dashboard.getByRole('table', { name: 'History of the state' })).toContainText('silver → gold');
});
