/** Somebody asks where their points are, and something is set aside for them, without a pointer. */
import type { Page } from '@playwright/test';
import { loyaltyProgram, type TestOrganization } from '@tests/support/dashboard';
import { expect, test, type Hand } from '@tests/support/keyboard';
import { expectBalance, expectEntries } from '@tests/support/whole-ledger';

test('who misses points is found, the reason is read, and they are given by hand with a reason', async ({
  dashboard,
  hand,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  const ada = await organization.call<{ id: string }>('participants.upsert', {
    external_id: 'ada',
    display_name: 'Ada',
    program_id: program.id,
  });
  await organization.call('events.ingest', {
    program_id: program.id,
    external_id: 'ada',
    idempotency_key: 'small',
    event_data: { type: 'purchase', amount: 37.5 },
  });
  await dashboard.goto('/');
  await hand.find('ada', 'Ada');
  await expect(dashboard).toHaveURL(`/participants/${ada.id}`);
  await hand.openTab('Activity');
  const line = dashboard.getByRole('list', { name: 'What happened' }).getByRole('listitem').filter({ hasText: 'Event purchase' });
  await hand.use(line.getByRole('button', { name: 'Why' }));
  await expect(dashboard.getByText('12.5 short', { exact: true })).toBeVisible();

  await hand.openTab('Summary');
  await hand.use(dashboard.getByRole('button', { name: 'Adjust balance' }));
  const dialog = dashboard.getByRole('dialog');
  await hand.choose(dialog.getByRole('combobox', { name: 'Asset' }), 'Points (PTS)');
  await hand.write(dialog.getByRole('textbox', { name: 'Amount' }), '1250');
  await hand.write(dialog.getByRole('textbox', { name: 'Reason' }), 'Promised on the phone');
  await expect(dialog).toContainText('Gives 1,250 PTS to Ada: available goes from 0 to 1,250 PTS.');
  await hand.key('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(dashboard.getByRole('button', { name: 'Adjust balance' })).toBeFocused();
  await expectEntries(organization, ['CREDIT']);
  await expectBalance(organization, ada.id, { available: '1250.00', held: '0.00' });
});

/** Ada with 20 kudos, on her page. */
async function adaWithKudos(page: Page, { call }: TestOrganization): Promise<string> {
  const program = await call<{ id: string }>('programs.create', { name: 'Loyalty' });
  const kudos = { name: 'Kudos', symbol: 'KUDOS', scale: 2, inventory_mode: 'LOT', issuance_policy: 'UNLIMITED' };
  const asset = await call<{ id: string }>('assets.create', { ...kudos, program_ids: [program.id] });
  const ada = await call<{ id: string }>('participants.upsert', { external_id: 'ada', display_name: 'Ada', program_id: program.id });
  const credit = { type: 'CREDIT', amount: '20', expires_in: '90d', description: 'Goodwill' };
  await call('participants.balances.adjust', { id: ada.id, program_id: program.id, asset_id: asset.id, ...credit });
  await page.goto(`/participants/${ada.id}`);
  return ada.id;
}

/** Fills in the dialog of an operation; Enter in its last field sends it. */
async function command(page: Page, hand: Hand, operation: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await hand.use(page.getByRole('button', { name: operation, exact: true }));
  const dialog = page.getByRole('dialog');
  for (const [name, text] of Object.entries(fields)) {
    const choice = dialog.getByRole('combobox', { name });
    const field = dialog.getByRole('textbox', { name });
    await expect(choice.or(field)).toBeVisible();
    if (await choice.isVisible()) await hand.choose(choice, text);
    else await hand.write(field, text);
  }
  await hand.key('Enter');
}

test('what is held is released or forfeited, in part, and no more is held than there is', async ({ dashboard, hand, organization }) => {
  const ada = await adaWithKudos(dashboard, organization);
  const dialog = dashboard.getByRole('dialog');

  await command(dashboard, hand, 'Hold', { Amount: '20.01', Reference: 'order-1', Reason: 'Order' });
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog).toContainText('Sets 20.01 KUDOS of Ada aside under order-1; it cannot be spent until it is released.');
  await hand.write(dialog.getByRole('textbox', { name: 'Amount' }), '12');
  await hand.key('Enter');
  await expect(dialog).toHaveCount(0);
  await expectBalance(organization, ada, { available: '8.00', held: '12.00' });

  await command(dashboard, hand, 'Release', { Amount: '5', Reference: 'order-1', Reason: 'Part of the order was cancelled' });
  await expect(dialog).toHaveCount(0);
  await expectBalance(organization, ada, { available: '13.00', held: '7.00' });
  await hand.openTab('Lots');
  await expect(dashboard.getByText('Can be spent 13.00 KUDOS')).toBeVisible();
  await expect(dashboard.getByRole('row', { name: /Held 7\.00 KUDOS .* order-1/ })).toBeVisible();

  await hand.openTab('Summary');
  await command(dashboard, hand, 'Forfeit', { 'Out of': 'Held', Amount: '4', Reference: 'order-1', Reason: 'A false claim' });
  await expect(dialog).toHaveCount(0);
  await expectBalance(organization, ada, { available: '13.00', held: '3.00' });
  await expectEntries(organization, ['CREDIT', 'HOLD', 'RELEASE', 'FORFEIT']);
});
