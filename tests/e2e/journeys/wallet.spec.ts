/** What a program may issue and what it owes, without a pointer. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@tests/support/keyboard';
import { expectBalance, expectEntries } from '@tests/support/whole-ledger';

test('a wallet is funded and part of it burned, and the liability report says what is owed, on the page and in its CSV', async ({
  dashboard,
  hand,
  organization: { call, ...organization },
}) => {
  const program = await call<{ id: string }>('programs.create', { name: 'Loyalty' });
  const kudos = { name: 'Kudos', symbol: 'KUDOS', scale: 2, inventory_mode: 'LOT', issuance_policy: 'PREFUNDED' };
  const asset = await call<{ id: string }>('assets.create', { ...kudos, program_ids: [program.id] });
  const ada = await call<{ id: string }>('participants.upsert', { external_id: 'ada', display_name: 'Ada', program_id: program.id });
  await dashboard.goto(`/programs/${program.id}`);
  await hand.openTab('Wallet');
  const dialog = dashboard.getByRole('dialog');
  const amount = dialog.getByRole('textbox', { name: 'Amount' });
  await hand.use(dashboard.getByRole('button', { name: 'Fund KUDOS' }));
  await hand.write(amount, '100');
  await hand.write(dialog.getByRole('textbox', { name: 'Reason' }), 'Budget');
  await expect(dialog).toContainText('Adds 100 KUDOS to what Loyalty can issue.');
  await hand.key('Enter');
  await expect(dashboard.getByRole('row', { name: /KUDOS 100\.00 KUDOS/ })).toBeVisible();

  await hand.use(dashboard.getByRole('button', { name: 'Burn KUDOS' }));
  await hand.write(amount, '100.01');
  await hand.write(dialog.getByRole('textbox', { name: 'Reason' }), 'Too much');
  await hand.key('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await hand.write(amount, '40');
  await hand.key('Enter');
  await expect(dashboard.getByRole('row', { name: /KUDOS 60\.00 KUDOS/ })).toBeVisible();

  const credit = { type: 'CREDIT', amount: '12.5', description: 'Welcome' };
  await call('participants.balances.adjust', { id: ada.id, program_id: program.id, asset_id: asset.id, ...credit });
  await hand.find('Reports', 'Reports');
  await expect(dashboard.getByRole('row', { name: /^KUDOS .*12\.50$/ })).toBeVisible();
  const downloading = dashboard.waitForEvent('download');
  await hand.use(dashboard.getByRole('button', { name: 'CSV' }));
  const [header, row] = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\r\n');
  expect(header).toMatch(/^Asset,Opening,.*,'= Closing$/);
  expect(row).toMatch(/^KUDOS,0\.00,12\.50,.*,12\.50$/);
  await expectBalance(organization, ada.id, { available: '12.50', held: '0.00' });
  await expectEntries(organization, ['FUND', 'BURN', 'CREDIT']);
});
