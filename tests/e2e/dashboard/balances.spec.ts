/** Balances moved by hand in the dashboard, held against what the ledger says of it. */
import { expect, test, type TestOrganization } from '@tests/support/dashboard';

interface Entry {
  type: string;
  reference_id: string | null;
  postings: { account: { id: string; bucket: string | null }; amount: string }[];
}

interface People {
  readonly programId: string;
  readonly assetId: string;
  readonly ada: string;
}

async function lotProgram({ call }: TestOrganization, issuance_policy = 'UNLIMITED'): Promise<People> {
  const program = await call<{ id: string }>('programs.create', { name: 'Loyalty' });
  const kudos = { name: 'Kudos', symbol: 'KUDOS', scale: 2, inventory_mode: 'LOT', issuance_policy, program_ids: [program.id] };
  const asset = await call<{ id: string }>('assets.create', kudos);
  const ada = await call<{ id: string }>('participants.upsert', { external_id: 'ada', display_name: 'Ada', program_id: program.id });
  return { programId: program.id, assetId: asset.id, ada: ada.id };
}

test('what is given, held and released by hand stands in the ledger once each, and sums up', async ({ dashboard, organization }) => {
  const { ada } = await lotProgram(organization);
  await dashboard.goto(`/participants/${ada}`);
  const dialog = dashboard.getByRole('dialog');

  await dashboard.getByRole('button', { name: 'Adjust balance' }).click();
  await dialog.getByLabel('Asset').click();
  await dashboard.getByRole('option', { name: 'Kudos (KUDOS)' }).click();
  await dialog.getByLabel('Amount').fill('20');
  await dialog.getByLabel('Expires').fill('90d');
  await dialog.getByLabel('Reason').fill('Goodwill');
  await dialog.getByRole('button', { name: 'Give' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(dashboard.getByRole('button', { name: 'Adjust balance' })).toBeFocused();

  await dashboard.getByRole('button', { name: 'Hold' }).click();
  await dialog.getByLabel('Amount').fill('20.01');
  await dialog.getByLabel('Reference').fill('order-1');
  await dialog.getByLabel('Reason').fill('Order');
  await expect(dialog).toContainText('Sets 20.01 KUDOS of Ada aside under order-1; it cannot be spent until it is released.');
  await dialog.getByRole('button', { name: 'Hold' }).click();
  await expect(dialog.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Amount').fill('12');
  await dialog.getByRole('button', { name: 'Hold' }).click();
  await expect(dashboard.getByRole('row', { name: /8\.00 KUDOS 12\.00 KUDOS/ })).toBeVisible();

  await dashboard.getByRole('button', { name: 'Release' }).click();
  await dialog.getByLabel('Amount').fill('5');
  await dialog.getByLabel('Reference').fill('order-1');
  await dialog.getByLabel('Reason').fill('Part of the order was cancelled');
  await expect(dialog).toContainText('Gives 5 KUDOS from the hold order-1 back to Ada, to be spent.');
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(dashboard.getByRole('row', { name: /13\.00 KUDOS 7\.00 KUDOS/ })).toBeVisible();

  await dashboard.getByRole('tab', { name: 'Lots' }).click();
  await expect(dashboard.getByText('Can be spent 13.00 KUDOS')).toBeVisible();
  await expect(dashboard.getByRole('row', { name: /Held 7\.00 KUDOS .* order-1/ })).toBeVisible();

  const { data } = await organization.read<{ data: Entry[] }>('participants.activity.journalEntries', { id: ada, sort_dir: 'asc' });
  const moved = data.map(({ type, reference_id, postings }) => ({
    type,
    reference_id,
    moved: Object.fromEntries(postings.filter(({ account }) => account.id === ada).map(({ account, amount }) => [account.bucket, amount])),
  }));
  expect(moved).toEqual([
    { type: 'CREDIT', reference_id: null, moved: { AVAILABLE: '20.00' } },
    { type: 'HOLD', reference_id: 'order-1', moved: { AVAILABLE: '-12.00', HELD: '12.00' } },
    { type: 'RELEASE', reference_id: 'order-1', moved: { HELD: '-5.00', AVAILABLE: '5.00' } },
  ]);
});

test('a rule edited in the form keeps when its credits expire', async ({ dashboard, organization }) => {
  const { programId, assetId } = await lotProgram(organization);
  const rule = await organization.call<{ id: string }>('rules.create', {
    program_id: programId,
    name: 'Cashback',
    condition: 'true',
    actions: [{ type: 'CREDIT', amount: '5', asset_id: assetId, expires_in: '90d' }],
  });
  await dashboard.goto(`/rules/${rule.id}`);
  await expect(dashboard.getByLabel('Expires')).toHaveValue('90d');
  await dashboard.getByLabel('Amount').fill('6');
  await dashboard.getByRole('button', { name: 'Save changes' }).click();
  await expect(dashboard.getByText('Saved as version 2')).toBeVisible();
  const saved = await organization.read<{ actions: unknown[] }>('rules.get', { id: rule.id });
  expect(saved.actions).toEqual([{ type: 'CREDIT', amount: '6', asset_id: assetId, expires_in: '90d', target: { type: 'ACTOR' } }]);
});

test('a wallet that is funded can issue that much, and no more can be burned', async ({ dashboard, organization }) => {
  const { programId } = await lotProgram(organization, 'PREFUNDED');
  await dashboard.goto(`/programs/${programId}`);
  await dashboard.getByRole('tab', { name: 'Wallet' }).click();
  const dialog = dashboard.getByRole('dialog');
  await dashboard.getByRole('button', { name: 'Fund KUDOS' }).click();
  await dialog.getByLabel('Amount').fill('100');
  await dialog.getByLabel('Reason').fill('Budget');
  await expect(dialog).toContainText('Adds 100 KUDOS to what Loyalty can issue.');
  await dialog.getByRole('button', { name: 'Fund' }).click();
  await expect(dashboard.getByRole('row', { name: /KUDOS 100\.00 KUDOS/ })).toBeVisible();
  await dashboard.getByRole('button', { name: 'Burn KUDOS' }).click();
  await dialog.getByLabel('Amount').fill('100.01');
  await dialog.getByLabel('Reason').fill('Too much');
  await dialog.getByRole('button', { name: 'Burn' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Amount').fill('40');
  await dialog.getByRole('button', { name: 'Burn' }).click();
  await expect(dashboard.getByRole('row', { name: /KUDOS 60\.00 KUDOS/ })).toBeVisible();
});

test('a group is made with its admin, gets a member, and keeps its last admin', async ({ dashboard, organization }) => {
  await lotProgram(organization);
  await organization.call('participants.upsert', { external_id: 'grace' });
  await dashboard.goto('/groups');
  await dashboard.getByRole('button', { name: 'New group' }).first().click();
  await dashboard.getByLabel('Name', { exact: true }).fill('Compilers');
  await dashboard.getByLabel('First admin', { exact: true }).fill('ada');
  await dashboard.getByRole('button', { name: 'Ada ada' }).click();
  await dashboard.getByRole('button', { name: 'Create group' }).click();
  await dashboard.getByRole('tab', { name: 'Members' }).click();
  await dashboard.getByRole('button', { name: 'Add member' }).click();
  await dashboard.getByRole('button', { name: 'grace', exact: true }).click();
  await dashboard.getByRole('button', { name: 'Add member' }).click();
  await expect(dashboard.getByRole('combobox', { name: 'Role of grace' })).toBeVisible();
  await dashboard.getByRole('button', { name: 'Remove ada' }).click();
  await dashboard.getByRole('button', { name: 'Remove member' }).click();
  await expect(dashboard.getByRole('alert')).toContainText('only ADMIN');
});
