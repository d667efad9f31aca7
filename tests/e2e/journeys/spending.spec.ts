/** A reward from the catalog to its return, and a transfer, without a pointer. */
import { club } from '@tests/support/dashboard';
import { expect, test } from '@tests/support/keyboard';
import { expectBalance, expectEntries } from '@tests/support/whole-ledger';

test('a reward is published, reserved for a participant, captured, and one of three is taken back', async ({
  dashboard,
  hand,
  organization,
}) => {
  const { ada, id: programId } = await club(organization);
  const dialog = dashboard.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name });
  await dashboard.goto('/rewards');
  await hand.use(dashboard.getByRole('button', { name: 'New reward' }).first());
  await hand.write(field('Name'), 'Mug');
  await hand.write(field('Cost of one'), '20');
  await hand.write(field('Stock'), '10');
  await expect(dialog.getByRole('article', { name: 'As participants see it' })).toContainText('20 PTS10 left');
  await hand.use(dialog.getByRole('button', { name: 'Create reward' }));
  await expect(dashboard.getByRole('heading', { name: /Mug Active/ })).toBeVisible();

  await hand.find('ada', 'Ada');
  await hand.openTab('Redemptions');
  await hand.use(dashboard.getByRole('button', { name: 'Redeem', exact: true }));
  await hand.choose(dialog.getByRole('combobox', { name: 'Reward' }), 'Mug');
  await hand.write(field('Quantity'), '3');
  await hand.choose(dialog.getByRole('combobox', { name: 'How' }), 'Reserve first');
  await expect(dialog).toContainText('Sets 60.00 PTS of Ada aside until it is captured or cancelled; refused if there is less.');
  await hand.use(dialog.getByRole('button', { name: 'Reserve' }));
  await expectBalance(organization, ada, { available: '40.00', held: '60.00' });

  await hand.use(dashboard.getByRole('row', { name: /3 × Mug 60\.00 PTS Pending/ }));
  await hand.use(dashboard.getByRole('button', { name: 'Capture' }));
  await hand.use(dialog.getByRole('button', { name: 'Capture redemption' }));
  await expectBalance(organization, ada, { available: '40.00', held: '0.00' });
  await hand.use(dashboard.getByRole('button', { name: 'Reverse' }));
  await hand.write(field('Units'), '1');
  await hand.write(field('Reason'), 'Broken on arrival');
  await expect(dialog).toContainText('Gives 20.00 PTS back to Ada, to the lots that it came from; 40.00 PTS stays spent.');
  await hand.key('Enter');
  await expect(dashboard.getByText('Partially reversed')).toBeVisible();
  await expect(dashboard.getByRole('list', { name: 'What happened' })).toContainText('Reversed 120.00 PTSBroken on arrival');

  await expectBalance(organization, ada, { available: '60.00', held: '0.00' });
  await expectEntries(organization, ['CREDIT', 'CREDIT', 'HOLD', 'CAPTURE', 'REVERSE']);
  const { data: rewards } = await organization.read<{ data: { remaining: number }[] }>('programs.rewards.list', { id: programId });
  expect(rewards.map(({ remaining }) => remaining)).toEqual([8]);
});

test('a transfer says what it leaves, keeps what was typed when it is refused, and moves to everybody at once', async ({
  dashboard,
  hand,
  organization,
}) => {
  const { ada, grace, id: programId } = await club(organization);
  await organization.call('participants.upsert', { external_id: 'joan', program_id: programId });
  await dashboard.goto('/transfers');
  await hand.use(dashboard.getByRole('button', { name: 'New transfer' }).first());
  const dialog = dashboard.getByRole('dialog');
  const giving = dialog.getByRole('textbox', { name: 'Giving participant' });
  await hand.write(giving, 'ada');
  await hand.use(dialog.getByRole('button', { name: 'Ada ada' }));
  await expect(giving).toBeFocused();
  await hand.use(dialog.getByRole('button', { name: 'Paste a list' }));
  await hand.write(dialog.getByRole('textbox', { name: 'Lines of external id and amount' }), 'grace, 80\njoan, 30');
  await hand.use(dialog.getByRole('button', { name: 'Add these' }));
  await expect(dialog.getByRole('status')).toHaveText(/Ada has only 100\.00 PTS, so it will be refused\./);
  await hand.use(dialog.getByRole('button', { name: 'Transfer', exact: true }));
  await expect(dialog.getByRole('alert')).toBeVisible();
  await hand.write(dialog.getByRole('textbox', { name: 'Amount for recipient 1' }), '12.50');
  await expect(dialog.getByRole('status')).toHaveText('Moves 42.50 PTS from Ada to 2 recipients, all or nothing. Ada keeps 57.50 PTS.');
  await hand.key('Enter');
  await expect(dashboard.getByRole('heading', { name: '42.50 PTS from Ada to 2 recipients' })).toBeVisible();
  await expectBalance(organization, ada, { available: '57.50', held: '0.00' });
  await expectBalance(organization, grace, { available: '112.50', held: '0.00' });
  await expectEntries(organization, ['CREDIT', 'CREDIT', 'TRANSFER']);
});
