/** What a manager tries in a sandbox: a copy of a program, here or from a file. */
import { faultsOf } from '@tests/support/axe';
import { expect, loyaltyProgram, test } from '@tests/support/dashboard';

test.use({ sandbox: true });

test('a program is cloned, and the clone is opened', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  await dashboard.goto(`/programs/${program.id}`);
  await dashboard.getByRole('button', { name: 'Clone program' }).click();
  const dialog = dashboard.getByRole('dialog');
  await expect(dialog).toContainText('Participants, balances, codes, scores and history are not copied');
  await dialog.getByLabel('Name').fill('Trial');
  await dialog.getByRole('button', { name: 'Clone program' }).click();
  await expect(dialog).toContainText('“Trial” is there. It has 1 asset, 1 rule set, 1 rule.');
  await dialog.getByRole('link', { name: 'Open “Trial”' }).click();
  await expect(dashboard.getByRole('heading', { level: 2, name: /Trial/ })).toBeVisible();
});

test('a copy has the terms of a batch without its codes, which are made by a click', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  await organization.call('codeBatches.create', { program_id: program.id, key: 'flyers', name: 'Flyers', kind: 'UNIQUE', count: 3 });
  await dashboard.goto(`/programs/${program.id}`);
  await dashboard.getByRole('button', { name: 'Clone program' }).click();
  const dialog = dashboard.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Trial');
  await dialog.getByRole('button', { name: 'Clone program' }).click();
  await expect(dialog).toContainText('1 batch of codes.');
  await expect(dialog.getByRole('list', { name: 'Not copied' })).toContainText(
    'flyers have not been copied: the batch starts without codes.',
  );
  const { data } = await organization.read<{ data: { id: string; name: string }[] }>('programs.list', { search: 'Trial' });
  const copy = data[0]!.id;
  await dashboard.goto(`/codes?program=${copy}`);
  await dashboard.getByRole('cell', { name: 'Flyers' }).click();
  await dashboard.getByRole('button', { name: 'Make codes' }).click();
  const making = dashboard.getByRole('dialog', { name: 'Make codes for “Flyers”' });
  await making.getByLabel('How many').fill('5');
  expect(await faultsOf(dashboard, '[role="dialog"]')).toEqual([]);
  await making.getByRole('button', { name: 'Make codes' }).click();
  await expect(dashboard.getByRole('dialog', { name: 'Batch of codes' })).toContainText('5 unique codes');
});

test('a file that describes no program says which field is at fault, and one that does makes it', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  const configuration = await organization.read<{ rewards: object[] }>('programs.export', { id: program.id });
  await dashboard.goto('/programs');
  await dashboard.getByRole('button', { name: 'New program from a file' }).click();
  const dialog = dashboard.getByRole('dialog');
  const choose = (document: object) =>
    dialog.getByLabel('Configuration').setInputFiles({
      name: 'loyalty-configuration.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(document)),
    });
  await choose({ ...configuration, rewards: [{ name: 'Mug', asset: 'NONE', redemption_type: 'AMOUNT_BASED' }] });
  await dialog.getByRole('button', { name: 'Create program' }).click();
  await expect(dialog.getByRole('list', { name: 'What does not fit' })).toContainText('rewards[0].asset');
  await choose(configuration);
  await dialog.getByRole('button', { name: 'Create program' }).click();
  await expect(dialog).toContainText('“loyalty” is there.');
});
