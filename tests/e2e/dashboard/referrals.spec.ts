/** A manager makes a referral program and the two rules that reward, by blocks; a friend is brought and buys, and both are rewarded. */
import { faultsOf } from '@tests/support/axe';
import { expect } from '@tests/support/dashboard';
import { test } from '@tests/support/manager';
import { action, balance, createRule, noCode, program } from '@tests/support/manager-tasks';

test('a friend is brought and rewarded without a word of CEL, shown as a tree, and cancelled', async ({ manager, organization }) => {
  const { page, write, choose, click } = manager;
  const { programId } = await program(organization, { name: 'Points', symbol: 'PTS', events: [{ type: 'purchase', amount: 80 }] });
  await page.goto(`/referrals?program=${programId}`);
  await expect(page.getByText('Nobody can bring a friend yet.')).toBeVisible();
  await click(page.getByRole('button', { name: 'New referral program' }).first());
  const dialog = page.getByRole('dialog', { name: 'New referral program' });
  await write(dialog.getByLabel('Name'), 'Bring a friend');
  await write(dialog.getByLabel('A friend qualifies with the event'), 'purchase');
  await click(dialog.getByText('1 friend', { exact: true }));
  await click(dialog.getByText('5 friends', { exact: true }));
  await noCode(page);
  expect(await faultsOf(page, '[role="dialog"]')).toEqual([]);
  await click(dialog.getByRole('button', { name: 'Create referral program' }));
  const sentence = 'A friend qualifies with an event “purchase”, within 30 days; steps at 1 and 5.';
  const detail = page.getByRole('dialog', { name: 'Referral program', exact: true });
  await expect(detail.getByText(sentence)).toBeVisible();

  const { data: programs } = await organization.read<{ data: { id: string }[] }>('referralPrograms.list', { program_id: programId });
  const id = programs[0]!.id;
  const rewards = [
    ['Reward who brings', 'Who brings', '10'],
    ['Reward the friend', 'Welcome', '5'],
  ] as const;
  for (const [link, name, amount] of rewards) {
    await page.goto(`/referrals/${id}`);
    await click(page.getByRole('link', { name: link }));
    await expect(page.getByRole('group', { name: 'Condition as blocks' })).toContainText('referral');
    await write(page.getByLabel('Name'), name);
    await choose(page, 'Asset', 'Points (PTS)');
    await write(action(page).getByLabel('Amount').first(), amount);
    await noCode(page);
    await createRule(manager);
  }

  await organization.call('participants.upsert', { external_id: 'ada', program_id: programId });
  const { code } = await organization.call<{ code: string }>('referralCodes.make', { id: 'ext:ada', referral_program_id: id });
  const bound = { program_id: programId, external_id: 'ben', code };
  const referral = await organization.call<{ id: string; referrer_participant_id: string }>('referrals.create', bound);
  const event = { program_id: programId, external_id: 'ben', event_data: { type: 'purchase', amount: 80 } };
  await organization.call('events.ingest', { ...event, idempotency_key: crypto.randomUUID() });
  await expect.poll(() => balance(organization, 'ada')).toBe('10.00');
  await expect.poll(() => balance(organization, 'ben')).toBe('5.00');

  await page.goto(`/referrals/${id}`);
  await expect(page.getByRole('list', { name: 'Friends by how far they got' })).toContainText('Qualified');
  expect(await faultsOf(page, 'main')).toEqual([]);
  await click(page.getByRole('tab', { name: 'Friends' }));
  await expect(page.getByRole('row', { name: /ben.*ada.*Qualified/ })).toBeVisible();

  await page.goto(`/participants/${referral.referrer_participant_id}`);
  await click(page.getByRole('tab', { name: 'Referrals' }));
  await expect(page.getByRole('list', { name: 'Whom they brought' })).toContainText('ben');
  await click(page.getByRole('button', { name: 'Change code' }));
  await write(page.getByRole('dialog').getByLabel('New code'), 'adas-friends');
  await click(page.getByRole('dialog').getByRole('button', { name: 'Change code' }));
  await expect(page.getByRole('tabpanel', { name: 'Referrals' })).toContainText('ADASFRIENDS');
  expect(await faultsOf(page, 'main')).toEqual([]);

  await page.goto(`/referrals/friends/${referral.id}`);
  await click(page.getByRole('button', { name: 'Cancel referral' }));
  await write(page.getByRole('dialog').getByLabel('Reason'), 'The order was returned.');
  await click(page.getByRole('dialog').getByRole('button', { name: 'Cancel referral' }));
  await expect(page.getByText('The order was returned.')).toBeVisible();
  expect(await faultsOf(page, 'main')).toEqual([]);
});
