/** Notices in the dashboard: a manager has participants told that their points expire, and answers it with a bonus, without a word of CEL. */
import { expect } from '@tests/support/dashboard';
import { test } from '@tests/support/manager';
import { balance, beginRule, createRule, move, noCode, program, typeIs } from '@tests/support/manager-tasks';

// Their clock can be moved.
test.use({ sandbox: true });

test('“your points expire” with a bonus for it: made, previewed, sent as the clock moves, and seen with what followed', async ({
  manager,
  organization,
}) => {
  const { page, write, choose, click, addCondition } = manager;
  const { programId, assetId } = await program(organization, {
    name: 'Points',
    symbol: 'PTS',
    inventory_mode: 'LOT',
    events: [{ type: 'visit' }],
  });
  for (const [external_id, tags] of [
    ['ada', ['vip']],
    ['bob', []],
  ] as const) {
    await organization.call('participants.upsert', { external_id, tags: [...tags], program_id: programId });
    await organization.call('participants.balances.adjust', {
      id: `ext:${external_id}`,
      program_id: programId,
      asset_id: assetId,
      type: 'CREDIT',
      amount: '30',
      expires_in: '20d',
      description: 'Welcome',
      idempotency_key: crypto.randomUUID(),
    });
  }

  await page.goto(`/notices?program=${programId}`);
  await click(page.getByRole('button', { name: 'New notice' }).first());
  const form = page.getByRole('dialog');
  await write(form.getByLabel('Name', { exact: true }), 'Your points expire');
  await expect(form.getByLabel('Key')).toHaveValue('your-points-expire');
  await choose(form, 'Asset', 'PTS');
  await addCondition(form.getByRole('group', { name: 'Only to participants for whom as blocks' }), 'tags', /^Participant: tags/);
  await manager.type('vip');
  const preview = form.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Would send 0 today, and 1 within 30 days as things stand');
  await expect(preview.getByRole('list', { name: 'Examples' })).toContainText('ada');
  await noCode(page);
  await click(form.getByRole('button', { name: 'Create notice' }));
  await expect(page).toHaveURL(/\/notices\/settings\/[0-9a-f-]{36}/);
  await expect(page.getByText('That PTS expires within 7 days is told to each active participant')).toBeVisible();

  await beginRule(manager, programId, 'A reason to come by');
  await typeIs(manager, 'notice.value_expires');
  await choose(page, 'Asset', 'Points (PTS)');
  await write(page.getByLabel('Amount', { exact: true }), '5');
  await createRule(manager);

  await move(organization, '10d');
  expect(await balance(organization, 'ada')).toBe('30.00');
  await move(organization, '5d');
  await expect.poll(() => balance(organization, 'ada')).toBe('35.00');
  expect(await balance(organization, 'bob')).toBe('30.00');

  await page.goto(`/notices/sent?program=${programId}`);
  const row = page.getByRole('table', { name: 'Sent notices' }).getByRole('row').nth(1);
  await expect(row).toContainText('ada');
  await expect(row).toContainText('30.00 PTS will expire, the first on');
  await expect(row).toContainText('Nothing yet');
  await click(row);
  const sheet = page.getByRole('dialog');
  await click(sheet.getByRole('tab', { name: 'Rules' }));
  await expect(sheet).toContainText('A reason to come by');
  const { id: ada } = await organization.read<{ id: string }>('participants.get', { id: 'ext:ada' });
  await page.goto(`/participants/${ada}`);
  await click(page.getByRole('tab', { name: 'Notices' }));
  await expect(page.getByRole('table', { name: 'Sent notices' })).toContainText('30.00 PTS will expire');
  await click(page.getByRole('tab', { name: 'Activity' }));
  await choose(page, 'Kind', 'Notices');
  const lines = page.getByRole('list', { name: 'What happened' }).getByRole('listitem');
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText('Told: 30.00 PTS will expire, the first on');
});
