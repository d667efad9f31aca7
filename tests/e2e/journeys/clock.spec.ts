/** The time of a sandbox is moved, and what expired on the way is read, without a pointer. */
import { loyaltyProgram } from '@tests/support/dashboard';
import { expect, test } from '@tests/support/keyboard';
import { expectBalance, expectEntries } from '@tests/support/whole-ledger';

test.use({ sandbox: true });

test('the clock that the bar shows is moved until lots expire, and their amount is read', async ({ dashboard, hand, organization }) => {
  const { call } = organization;
  const program = await loyaltyProgram(organization);
  const stars = { name: 'Stars', symbol: 'STR', scale: 0, inventory_mode: 'LOT', issuance_policy: 'UNLIMITED' };
  const asset = await call<{ id: string }>('assets.create', { ...stars, program_ids: [program.id] });
  const ada = await call<{ id: string }>('participants.upsert', { external_id: 'ada', display_name: 'Ada', program_id: program.id });
  const credit = { type: 'CREDIT', amount: '10', expires_in: '2w', description: 'A gift' };
  await call('participants.balances.adjust', { id: ada.id, program_id: program.id, asset_id: asset.id, ...credit });

  await dashboard.goto('/programs');
  await expect(dashboard.getByRole('row', { name: /Loyalty/ })).toBeVisible();
  await expect(dashboard.getByText('Sandbox: nothing here is real')).toBeVisible();
  const clock = dashboard.locator('.sandbox-bar time');
  const shown = async () => Date.parse((await clock.getAttribute('datetime')) ?? '');
  const before = await shown();
  await hand.use(dashboard.getByRole('button', { name: 'Move the clock' }));
  const dialog = dashboard.getByRole('dialog');
  await hand.use(dialog.getByRole('button', { name: '30d' }));
  await hand.use(dialog.getByRole('button', { name: 'Move the clock' }));
  await expect(dialog.getByRole('list', { name: 'Done on the way' })).toContainText('1 lot matured or expired');
  await hand.use(dialog.getByRole('link', { name: 'See what happened' }));
  await expect.poll(async () => Math.round(((await shown()) - before) / 86_400_000)).toBe(30);
  const expiry = dashboard.getByRole('row', { name: /Lots expired Ada 10 STR/ });
  await hand.use(expiry.getByRole('link', { name: 'Lots expired' }));
  await expect(dashboard.getByRole('cell', { name: '−10 STR' })).toBeVisible();
  await expectEntries(organization, ['CREDIT', 'EXPIRE']);
  await expectBalance(organization, ada.id, { available: '0', held: '0' });
});
