/** A manager makes a coffee card and a streak of seven days by clicking alone, gives them rewards, and sees who is how far. */
import { faultsOf } from '@tests/support/axe';
import { expect } from '@tests/support/dashboard';
import { test, type Manager } from '@tests/support/manager';
import { action, balance, condition, createRule, move, noCode, program, send } from '@tests/support/manager-tasks';

interface Listed {
  readonly data: readonly { readonly id: string; readonly key: string }[];
}

/** Follows the link beside a challenge, and gives an amount for each completion. */
async function addReward(manager: Manager, name: string, amount: string): Promise<void> {
  const { page, write, choose, click } = manager;
  await click(page.getByRole('dialog', { name: 'Challenge' }).getByRole('link', { name: 'Add the reward' }));
  await expect(condition(page)).toContainText('challenge');
  await write(page.getByLabel('Name'), name);
  await choose(page, 'Asset', 'Points (PTS)');
  await write(action(page).getByLabel('Amount').first(), amount);
  await noCode(page);
  await createRule(manager);
}

// Its clock can be moved.
test.use({ sandbox: true });

test('every tenth coffee is free and seven days in a row are rewarded, made without a word of CEL', async ({ manager, organization }) => {
  const { page, write, choose, click } = manager;
  const seen = [{ type: 'coffee' }, { type: 'visit' }];
  const { programId } = await program(organization, { name: 'Points', symbol: 'PTS', events: seen });
  await page.goto(`/challenges?program=${programId}`);
  await expect(page.getByText('No challenges yet. Nobody has a goal.')).toBeVisible();
  await click(page.getByRole('button', { name: 'New challenge' }).first());
  const dialog = page.getByRole('dialog', { name: 'New challenge' });
  await write(dialog.getByLabel('Name', { exact: true }), 'Coffee card');
  await write(dialog.getByLabel('Type of event'), 'coffee');
  await choose(dialog, 'Can be completed', 'As often as it goes');
  await click(dialog.getByText('50 %', { exact: true }));
  await click(dialog.getByRole('switch', { name: 'It has a badge' }));
  await write(dialog.getByLabel('Name of the badge'), 'Regular');
  await click(dialog.getByTitle('coffee'));
  await expect(dialog.getByRole('status')).toContainText('10 “coffee” events, as often as it goes.');
  await noCode(page);
  expect(await faultsOf(page, '[role="dialog"]')).toEqual([]);
  await click(dialog.getByRole('button', { name: 'Create challenge' }));
  await addReward(manager, 'The tenth is free', '4');

  await page.goto(`/challenges?program=${programId}`);
  await click(page.getByRole('button', { name: 'New challenge' }).first());
  await write(dialog.getByLabel('Name', { exact: true }), 'Seven days');
  await choose(dialog, 'Goal', 'A streak');
  await write(dialog.getByLabel('How many in a row'), '7');
  await write(dialog.getByLabel('Type of event'), 'visit');
  await expect(dialog.getByRole('status')).toContainText('a “visit” event on 7 days in a row.');
  await click(dialog.getByRole('button', { name: 'Create challenge' }));
  await addReward(manager, 'A week of visits', '10');

  for (let cup = 0; cup < 10; cup++) await send(organization, programId, 'ada', { type: 'coffee' });
  await expect.poll(() => balance(organization, 'ada')).toBe('4.00');
  for (let day = 0; day < 7; day++) {
    if (day > 0) await move(organization, '1d');
    await send(organization, programId, 'ada', { type: 'visit' });
  }
  await expect.poll(() => balance(organization, 'ada')).toBe('14.00');

  const { data } = await organization.read<Listed>('challenges.list', { program_id: programId });
  const card = data.find(({ key }) => key === 'coffee-card')!.id;
  await page.goto(`/challenges/${card}?program=${programId}`);
  await expect(page.getByRole('list', { name: 'Participants who reached each part' })).toContainText('Completed1 (100 %)');
  expect(await faultsOf(page, 'main')).toEqual([]);
  await click(page.getByRole('tab', { name: 'Participants' }));
  await expect(page.getByRole('row', { name: /ada.*10 in all.*1/ })).toBeVisible();
  await click(page.getByRole('button', { name: 'Events that count for ada' }));
  await expect(page.getByRole('dialog').getByRole('row', { name: /counts 1/ })).toHaveCount(10);
  await page.keyboard.press('Escape');

  const { data: people } = await organization.read<Listed>('participants.list', { search: 'ada' });
  await page.goto(`/participants/${people[0]!.id}`);
  await click(page.getByRole('tab', { name: 'Challenges' }));
  await expect(page.getByRole('list', { name: 'Badges' })).toContainText('Regular');
  await expect(page.getByRole('img', { name: /^Done on 7 of the last 56 days/ })).toBeVisible();
  expect(await faultsOf(page, 'main')).toEqual([]);

  await page.goto(`/challenges/${card}?program=${programId}`);
  await click(page.getByRole('button', { name: 'Pause' }));
  await click(page.getByRole('dialog').getByRole('button', { name: 'Pause challenge' }));
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await click(page.getByRole('button', { name: 'Clone' }));
  await click(page.getByRole('dialog', { name: 'Clone “Coffee card”' }).getByRole('button', { name: 'Clone challenge' }));
  await expect(page.getByRole('heading', { name: /Coffee card again/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
});
