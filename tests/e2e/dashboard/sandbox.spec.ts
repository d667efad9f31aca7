/** What a manager tries in a sandbox: a copy of a program, and what a month does to it. */
import { expect, loyaltyProgram, test, type TestOrganization } from '@tests/support/dashboard';

test.use({ sandbox: true });

/** Ten points of Ada that expire in two weeks. */
async function expiringPoints({ call }: TestOrganization, programId: string): Promise<void> {
  const asset = await call<{ id: string }>('assets.create', {
    name: 'Stars',
    symbol: 'STR',
    scale: 0,
    inventory_mode: 'LOT',
    issuance_policy: 'UNLIMITED',
    program_ids: [programId],
  });
  const ada = await call<{ id: string }>('participants.upsert', { external_id: 'ada', display_name: 'Ada', program_id: programId });
  await call('participants.balances.adjust', {
    id: ada.id,
    program_id: programId,
    asset_id: asset.id,
    type: 'CREDIT',
    amount: '10',
    expires_in: '2w',
    description: 'A gift',
  });
}

test('a program is cloned, and a month later the timeline shows what expired and leads to it', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  await dashboard.goto(`/programs/${program.id}`);
  await dashboard.getByRole('button', { name: 'Clone program' }).click();
  const dialog = dashboard.getByRole('dialog');
  await expect(dialog).toContainText('Participants, balances and history are not copied');
  await dialog.getByLabel('Name').fill('Trial');
  await dialog.getByRole('button', { name: 'Clone program' }).click();
  await expect(dialog).toContainText('“Trial” is there. It has 1 asset, 1 rule set, 1 rule.');
  await dialog.getByRole('link', { name: 'Open “Trial”' }).click();
  await expect(dashboard.getByRole('heading', { level: 2, name: /Trial/ })).toBeVisible();

  await expiringPoints(organization, new URL(dashboard.url()).pathname.split('/').at(-1) ?? '');
  await dashboard.getByRole('button', { name: 'Move the clock' }).click();
  await dialog.getByRole('button', { name: '30d' }).click();
  await dialog.getByRole('button', { name: 'Move the clock' }).click();
  await expect(dialog.getByRole('list', { name: 'Done on the way' })).toContainText('1 lot matured or expired');
  await dialog.getByRole('link', { name: 'See what happened' }).click();
  const expiry = dashboard.getByRole('row', { name: /Lots expired Ada 10 STR/ });
  await expect(expiry).toBeVisible();
  await expiry.getByRole('link', { name: 'Lots expired' }).click();
  await expect(dashboard.getByRole('cell', { name: '−10 STR' })).toBeVisible();
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
