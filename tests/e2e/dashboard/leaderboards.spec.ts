/** A manager makes the top ten of each quarter and the rule of its prize by clicking alone; the quarter ends, and the first is given the prize. */
import { faultsOf } from '@tests/support/axe';
import { expect } from '@tests/support/dashboard';
import { test } from '@tests/support/manager';
import { action, balance, condition, createRule, move, noCode, program, send } from '@tests/support/manager-tasks';

interface Listed {
  readonly data: readonly { readonly id: string }[];
}

// Its clock can be moved.
test.use({ sandbox: true });

test('the first of a quarter is given a prize, made without a word of CEL, and everybody sees who was where', async ({
  manager,
  organization,
}) => {
  const { page, write, choose, click } = manager;
  const { programId, assetId } = await program(organization, { name: 'Points', symbol: 'PTS', events: [] });
  await organization.call('rules.create', {
    program_id: programId,
    name: 'Purchases',
    condition: 'event.type == "purchase"',
    actions: [{ type: 'CREDIT', asset_id: assetId, amount: '{{ event.amount }}' }],
  });
  await page.goto(`/leaderboards?program=${programId}`);
  await expect(page.getByText('No leaderboards yet. Nobody is ranked.')).toBeVisible();
  await click(page.getByRole('button', { name: 'New leaderboard' }).first());
  const dialog = page.getByRole('dialog', { name: 'New leaderboard' });
  await write(dialog.getByLabel('Name', { exact: true }), 'Top ten');
  await choose(dialog, 'Asset', 'Points (PTS)');
  await choose(dialog, 'How often', 'Every quarter');
  await click(dialog.getByRole('button', { name: 'Add a prize' }));
  await write(dialog.getByLabel('To rank').nth(1), '10');
  await write(dialog.getByLabel('Prize', { exact: true }).nth(1), 'Silver');
  const sentence = 'Ranks participants by the PTS that rules give them in each quarter. Rank 1 wins “Gold” and ranks 2 to 10 win “Silver”.';
  await expect(dialog.getByRole('status')).toContainText(sentence);
  await noCode(page);
  expect(await faultsOf(page, '[role="dialog"]')).toEqual([]);
  await click(dialog.getByRole('button', { name: 'Create leaderboard' }));
  const detail = page.getByRole('dialog', { name: 'Leaderboard', exact: true });
  await expect(detail.getByText(sentence)).toBeVisible();
  await click(detail.getByRole('link', { name: 'Add the prize rule' }));
  await expect(condition(page)).toContainText('leaderboard');
  await write(page.getByLabel('Name'), 'A prize');
  await choose(page, 'Asset', 'Points (PTS)');
  await write(action(page).getByLabel('Amount').first(), '100');
  await noCode(page);
  await createRule(manager);

  for (const [who, amount] of Object.entries({ ada: 30, ben: 20, cleo: 20 }))
    await send(organization, programId, who, { type: 'purchase', amount });
  const { data } = await organization.read<Listed>('leaderboards.list', { program_id: programId });
  const board = data[0]!.id;
  await page.goto(`/leaderboards/${board}`);
  await expect(page.getByRole('row', { name: /^1 ada.*30 PTS/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^2 (ben|cleo).*20 PTS/ })).toHaveCount(2);
  await click(page.getByRole('button', { name: 'Find a participant' }));
  await write(page.getByPlaceholder('External id'), 'cleo');
  await click(page.getByRole('button', { name: /cleo/ }).first());
  await expect(page.getByText('Rank 2 of 3')).toBeVisible();
  await expect(page.getByText('10 PTS behind the next score above')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Those around' }).getByRole('listitem')).toHaveCount(3);
  expect(await faultsOf(page, 'main')).toEqual([]);

  await move(organization, '95d');
  await expect.poll(() => balance(organization, 'ada')).toBe('130.00');
  await page.goto(`/leaderboards/${board}`);
  await click(page.getByRole('combobox', { name: 'Season' }));
  // The first season.
  await click(page.getByRole('option').last());
  await expect(page.getByText('The ranks are final.')).toBeVisible();
  await click(page.getByRole('tab', { name: 'Prizes' }));
  await expect(page.getByRole('row', { name: /^1 ada Gold 30/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Silver/ })).toHaveCount(2);
  expect(await faultsOf(page, 'main')).toEqual([]);

  const { data: people } = await organization.read<Listed>('participants.list', { search: 'ada' });
  await page.goto(`/participants/${people[0]!.id}`);
  await click(page.getByRole('tab', { name: 'Ranks' }));
  await expect(page.getByRole('row', { name: /Top ten.*Frozen.*1 of 3.*30.*Gold/ })).toBeVisible();
  expect(await faultsOf(page, 'main')).toEqual([]);
});

test('whoever completes a challenge most often is ranked first, and the leaderboard leads to the challenge', async ({
  manager,
  organization,
}) => {
  const { page, write, choose, click } = manager;
  const { programId } = await program(organization, { name: 'Points', symbol: 'PTS', events: [] });
  await organization.call('challenges.create', {
    program_id: programId,
    key: 'coffee-card',
    name: 'Coffee card',
    status: 'ACTIVE',
    goal: { type: 'COUNT', target: 2, match: { event_types: ['coffee'] } },
    repeat: { max: null },
  });
  await page.goto(`/leaderboards?program=${programId}`);
  await click(page.getByRole('button', { name: 'New leaderboard' }).first());
  const dialog = page.getByRole('dialog', { name: 'New leaderboard' });
  await write(dialog.getByLabel('Name', { exact: true }), 'Most cards');
  await choose(dialog, 'Ranked by', 'Completions of a challenge');
  await choose(dialog, 'Challenge', 'Coffee card');
  await choose(dialog, 'How often', 'Every month');
  await expect(dialog.getByRole('status')).toContainText(
    'Ranks participants by how often they complete “Coffee card” in each calendar month.',
  );
  expect(await faultsOf(page, '[role="dialog"]')).toEqual([]);
  await click(dialog.getByRole('button', { name: 'Create leaderboard' }));
  const detail = page.getByRole('dialog', { name: 'Leaderboard', exact: true });
  await expect(detail.getByText('Ranks participants by how often they complete “Coffee card” in each calendar month.')).toBeVisible();
  for (const who of ['ada', 'ada', 'ada', 'ada', 'ben', 'ben']) await send(organization, programId, who, { type: 'coffee' });
  await expect(detail.getByRole('row', { name: /^1 ada.* 2/ })).toBeVisible();
  await expect(detail.getByRole('row', { name: /^2 ben.* 1/ })).toBeVisible();
  await click(detail.getByRole('tab', { name: 'Details' }));
  await click(detail.getByRole('link', { name: 'Completions of a challenge' }));
  await expect(page.getByText('Coffee card').first()).toBeVisible();
});
