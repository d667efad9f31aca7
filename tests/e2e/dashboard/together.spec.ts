/** What is typed while something else is saved: nobody loses it, and nobody writes over what another has saved. */
import type { Locator, Page } from '@playwright/test';
import { club, expect, test } from '@tests/support/dashboard';

const notice = (dialog: Locator) => dialog.getByText('Somebody saved a newer version meanwhile.');

async function openEditor(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeVisible();
  return dialog;
}

test('what is typed into a tier stays when somebody else saves it meanwhile, and is saved without writing over what they changed', async ({
  dashboard,
  organization,
}) => {
  const program = await club(organization);
  const tier = { id: program.id, key: 'status' };
  await organization.call('programs.tiers.create', { ...tier, name: 'Status', levels: [{ key: 'gold', rank: 1 }] });
  await dashboard.goto(`/tiers/${program.id}/status`);
  const dialog = await openEditor(dashboard);
  await dialog.getByLabel('Name', { exact: true }).fill('Standing');
  await organization.call('programs.tiers.update', { ...tier, description: 'Theirs' });
  await expect(notice(dialog)).toBeVisible();
  await expect(dialog.getByLabel('Description')).toHaveValue('Theirs');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await organization.read('programs.tiers.get', tier)).toMatchObject({ name: 'Standing', description: 'Theirs' });
});

test('of a participant whom somebody else saves meanwhile, theirs can be loaded in place of what was typed, and then be changed', async ({
  dashboard,
  organization,
}) => {
  const { ada } = await club(organization);
  await dashboard.goto(`/participants/${ada}`);
  const dialog = await openEditor(dashboard);
  const shown = dialog.getByLabel('Shown as');
  await shown.fill('Mine');
  await organization.call('participants.update', { id: ada, display_name: 'Theirs' });
  await expect(notice(dialog)).toBeVisible();
  await expect(shown).toHaveValue('Mine');
  await dialog.getByRole('button', { name: 'Load the newer version' }).click();
  await expect(shown).toHaveValue('Theirs');
  await expect(notice(dialog)).toHaveCount(0);
  await dialog.getByLabel('Email').fill('ada@example.com');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await organization.read('participants.get', { id: ada })).toMatchObject({ display_name: 'Theirs', email: 'ada@example.com' });
});

test('a group is renamed', async ({ dashboard, organization }) => {
  const { ada } = await club(organization);
  const { id } = await organization.call<{ id: string }>('groups.create', {
    name: 'Home',
    members: [{ participant_id: ada, role: 'ADMIN' }],
  });
  await dashboard.goto(`/groups/${id}`);
  const dialog = await openEditor(dashboard);
  await dialog.getByLabel('Name').fill('Family');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dashboard.getByRole('heading', { name: /Family/ })).toBeVisible();
  expect(await organization.read('groups.get', { id })).toMatchObject({ name: 'Family' });
});

test('attributes that others set while the dialog is open stay when it is saved', async ({ dashboard, organization }) => {
  const { ada } = await club(organization);
  const change = (set: object) => organization.call('participants.state.changeAttributes', { id: ada, set, unset: [] });
  await change({ plan: 'silver' });
  await dashboard.goto(`/participants/${ada}`);
  await dashboard.getByRole('tab', { name: 'State' }).click();
  await dashboard.getByRole('button', { name: 'Edit attributes' }).click();
  const dialog = dashboard.getByRole('dialog');
  await dialog.getByLabel('Attributes').fill('{ "plan": "gold" }');
  await change({ city: 'Oslo' });
  await expect(notice(dialog)).toBeVisible();
  await expect(dialog).toContainText('Sets plan.');
  await expect(dialog).not.toContainText('Removes');
  await dialog.getByRole('button', { name: 'Save attributes' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await organization.read('participants.get', { id: ada })).toMatchObject({ attributes: { plan: 'gold', city: 'Oslo' } });
});

test('a tag that is half typed stays while another one is removed', async ({ dashboard, organization }) => {
  const { ada } = await club(organization);
  await organization.call('participants.state.changeTags', { id: ada, add: ['early'] });
  await dashboard.goto(`/participants/${ada}`);
  await dashboard.getByRole('tab', { name: 'State' }).click();
  const typed = dashboard.getByLabel('New tag');
  await typed.fill('vip');
  await dashboard.getByRole('button', { name: 'Remove the tag early' }).click();
  await expect(dashboard.getByText('The tag early is removed.')).toBeVisible();
  await expect(typed).toHaveValue('vip');
  await typed.press('Enter');
  await expect(dashboard.getByRole('button', { name: 'Remove the tag vip' })).toBeVisible();
  await expect(typed).toHaveValue('');
});
