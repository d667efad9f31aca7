/** What a manager does all day: look at what happened, find out why, change it. */
import { readFile } from 'node:fs/promises';
import { conditionsAsCel, expect, loyaltyProgram, rewrite, test } from '@tests/support/dashboard';

test.beforeEach(({ dashboard }) => conditionsAsCel(dashboard));

test('a rule with a bad condition is refused at the field, and saved once corrected', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  await dashboard.goto(`/rules/new?program=${program.id}`);
  await dashboard.getByLabel('Name').fill('Welcome');
  await dashboard.getByLabel('Condition').fill('evnt.type == "signup"');
  await dashboard.getByLabel('Asset').click();
  await dashboard.getByRole('option', { name: 'Points (PTS)' }).click();
  await dashboard.getByLabel('Amount').fill('5');
  await dashboard.getByRole('button', { name: 'Create rule' }).click();
  await expect(dashboard.getByLabel('Condition')).toHaveAttribute('aria-invalid', 'true');
  await expect(dashboard.getByLabel('Name')).toHaveValue('Welcome');
  await rewrite(dashboard.getByLabel('Condition'), 'event.type == "signup"');
  await dashboard.getByRole('button', { name: 'Create rule' }).click();
  await expect(dashboard).toHaveURL(/\/rules\/[0-9a-f-]{36}/);
  await expect(dashboard.getByRole('heading', { level: 2, name: /Welcome/ })).toBeVisible();
});

test('what is wrong is said at its field, and where the form has no such field, in the form', async ({ dashboard }) => {
  await dashboard.goto('/assets');
  await dashboard.getByRole('button', { name: 'New asset' }).first().click();
  const form = dashboard.getByRole('dialog');
  const name = form.getByLabel('Name');
  const note = form.getByRole('alert').filter({ hasText: 'Request' });
  await form.getByLabel('Symbol').fill('PTS');
  await form.getByRole('button', { name: 'Create asset' }).click();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(note).toHaveCount(0);
  await dashboard.route('**/assets.create*', (route) =>
    route.continue({ postData: route.request().postData()!.replace('"name":', '"colour":"red","name":') }),
  );
  await name.fill('Points');
  await form.getByRole('button', { name: 'Create asset' }).click();
  await expect(note).toContainText('colour');
  await expect(name).toHaveValue('Points');
});

test('a list is walked with the keyboard, and its address shows the same to whoever gets it', async ({ dashboard, organization }) => {
  for (const name of ['Alpha', 'Beta', 'Gamma', 'Gamma two']) await organization.call('programs.create', { name });
  await dashboard.goto('/programs?sort_by=name&sort_dir=asc');
  await expect(dashboard.getByRole('row', { name: /Alpha/ })).toBeVisible();
  await dashboard.keyboard.press('j');
  await dashboard.keyboard.press('j');
  await expect(dashboard.getByRole('row', { name: /Beta/ })).toBeFocused();
  await dashboard.keyboard.press('Enter');
  await expect(dashboard.getByRole('dialog').getByRole('heading', { name: /Beta/ })).toBeVisible();
  await dashboard.reload();
  await expect(dashboard.getByRole('dialog').getByRole('heading', { name: /Beta/ })).toBeVisible();
  await dashboard.keyboard.press('Escape');
  await expect(dashboard.getByRole('dialog')).toHaveCount(0);

  const search = dashboard.getByLabel('Search by name');
  await search.fill('gamma ');
  await expect(dashboard).toHaveURL(/search=gamma$/);
  await expect(dashboard.getByRole('row', { name: /Alpha/ })).toHaveCount(0);
  await expect(dashboard.getByRole('row', { name: /Gamma/ })).toHaveCount(2);
  await search.pressSequentially('two');
  await expect(dashboard).toHaveURL(/search=gamma(\+|%20)two/);
  await expect(search).toHaveValue('gamma two');
  await expect(dashboard.getByRole('row', { name: /Gamma/ })).toHaveCount(1);
});

test('the CSV holds the rows that are shown', async ({ dashboard, organization }) => {
  await organization.call('programs.create', { name: 'Loyalty, phase 2' });
  await dashboard.goto('/programs');
  await expect(dashboard.getByRole('row', { name: /phase 2/ })).toBeVisible();
  const [file] = await Promise.all([dashboard.waitForEvent('download'), dashboard.getByRole('button', { name: 'CSV' }).click()]);
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^Name,Status,Assets,Rules version,Created\r\n"Loyalty, phase 2",ACTIVE,0,1,/);
});

test('the program filter narrows every page and stays on the way to the next', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  await organization.call('programs.create', { name: 'Other' });
  await dashboard.goto('/assets');
  await dashboard.getByRole('combobox', { name: 'Program' }).click();
  await dashboard.getByRole('option', { name: 'Other' }).click();
  await expect(dashboard.getByText('No assets are linked to this program yet')).toBeVisible();
  await dashboard.getByRole('link', { name: 'Rules', exact: true }).click();
  await expect(dashboard).toHaveURL(/\/rules\?program=/);
  await expect(dashboard.getByText('No rules yet')).toBeVisible();
  await dashboard.goto(`/rules?program=${program.id}`);
  await expect(dashboard.getByRole('row', { name: /Cashback/ })).toBeVisible();
});
