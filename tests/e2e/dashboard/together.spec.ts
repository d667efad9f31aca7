/** What is typed while something else is saved: nobody loses it, and nobody writes over what another has saved. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { club, expect, test } from '@tests/support/dashboard';

const notice = (dialog: Locator) => dialog.getByText('Someone saved a newer version.');

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
  const shown = dialog.getByLabel('Display name');
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
  await expect(dashboard.getByText('Tag early removed.')).toBeVisible();
  await expect(typed).toHaveValue('vip');
  await typed.press('Enter');
  await expect(dashboard.getByRole('button', { name: 'Remove the tag vip' })).toBeVisible();
  await expect(typed).toHaveValue('');
});

test('the balance that a transfer is typed for stays, though another one is listed before it meanwhile', async ({
  dashboard,
  organization,
}) => {
  const { call } = organization;
  const program = await call<{ id: string }>('programs.create', { name: 'Loyalty' });
  const asset = async (symbol: string) => {
    const points = { name: symbol, symbol, scale: 2, inventory_mode: 'SIMPLE', issuance_policy: 'UNLIMITED' };
    return (await call<{ id: string }>('assets.create', { ...points, program_ids: [program.id] })).id;
  };
  const listed = [
    { symbol: 'AAA', id: await asset('AAA') },
    { symbol: 'BBB', id: await asset('BBB') },
  ].sort((one, other) => (one.id < other.id ? -1 : 1));
  const [first, second] = listed as [(typeof listed)[0], (typeof listed)[0]];
  const { id: ada } = await call<{ id: string }>('participants.upsert', { external_id: 'ada', program_id: program.id });
  await call('participants.upsert', { external_id: 'grace', program_id: program.id });
  const credit = (asset_id: string) =>
    call('participants.balances.adjust', {
      id: ada,
      program_id: program.id,
      asset_id,
      type: 'CREDIT',
      amount: '100',
      description: 'Welcome',
      idempotency_key: randomUUID(),
    });
  await credit(second.id);
  await dashboard.goto(`/participants/${ada}`);
  await dashboard.getByRole('button', { name: 'Transfer', exact: true }).click();
  const dialog = dashboard.getByRole('dialog');
  const balance = dialog.getByLabel('Balance');
  await dialog.getByRole('textbox', { name: 'Amount for recipient 1' }).fill('30');
  await expect(balance).toContainText(`100.00 ${second.symbol}`);
  await credit(first.id);
  await credit(second.id);
  await expect(balance).toContainText(`200.00 ${second.symbol}`);
  await dialog.getByRole('textbox', { name: 'Recipient 1', exact: true }).fill('grace');
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const left = await organization.read<{ balances: { asset_id: string; available: string }[] }>('participants.get', { id: ada });
  expect(left.balances.map(({ asset_id, available }) => [asset_id, available])).toEqual([
    [first.id, '100.00'],
    [second.id, '170.00'],
  ]);
});

test.describe('in a sandbox', () => {
  test.use({ sandbox: true });

  test('how far the clock is to be moved stays typed while somebody else moves it', async ({ dashboard, organization }) => {
    await dashboard.goto('/programs');
    const clock = dashboard.locator('.sandbox-bar time');
    const ahead = async () => Math.round((Date.parse((await clock.getAttribute('datetime')) ?? '') - Date.now()) / 3_600_000);
    await dashboard.getByRole('button', { name: 'Move the clock' }).click();
    const dialog = dashboard.getByRole('dialog');
    await dialog.getByLabel('By').fill('3h');
    await organization.call('sandbox.advanceClock', { by: '24h' });
    await expect.poll(ahead).toBe(24);
    await expect(dialog.getByLabel('By')).toHaveValue('3h');
    await dialog.getByRole('button', { name: 'Move the clock' }).click();
    await expect(dialog.getByRole('link', { name: 'See what happened' })).toBeVisible();
    await expect.poll(ahead).toBe(27);
  });
});
