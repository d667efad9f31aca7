/** Assets that come in lots, and the groups that share them, in the dashboard. */
import { expect, test, type TestOrganization } from '@tests/support/dashboard';

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

test('a rule edited in the form keeps when its credits expire', async ({ dashboard, organization }) => {
  const { programId, assetId } = await lotProgram(organization);
  const rule = await organization.call<{ id: string }>('rules.create', {
    program_id: programId,
    name: 'Cashback',
    condition: 'true',
    actions: [{ type: 'CREDIT', amount: '5', asset_id: assetId, expires_in: '90d' }],
  });
  await dashboard.goto(`/rules/${rule.id}`);
  await expect(dashboard.getByLabel('Expires after (days)')).toHaveValue('90');
  await dashboard.getByLabel('Amount').fill('6');
  await dashboard.getByRole('button', { name: 'Save changes' }).click();
  await expect(dashboard.getByText('Saved as version 2')).toBeVisible();
  const saved = await organization.read<{ actions: unknown[] }>('rules.get', { id: rule.id });
  expect(saved.actions).toEqual([{ type: 'CREDIT', amount: '6', asset_id: assetId, expires_in: '90d', target: { type: 'ACTOR' } }]);
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
  await expect(dashboard.getByRole('alert')).toContainText('only admin');
});
