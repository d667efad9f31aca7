/** Many rows at once: what is refused says why and stops nothing else, and what was done is what the API says. */
import { readFile } from 'node:fs/promises';
import { expect, loyaltyProgram, test } from '@tests/support/dashboard';

test('a tag given to three participants reaches those who may have it, and the closed one says why not and is tried again', async ({
  dashboard,
  organization,
}) => {
  const { id: program_id } = await loyaltyProgram(organization);
  const join = (external_id: string) => organization.call<{ id: string }>('participants.upsert', { external_id, program_id });
  const [ada, grace, joan] = [await join('ada'), await join('grace'), await join('joan')];
  await organization.call('participants.update', { id: joan.id, status: 'CLOSED' });
  const tagsOf = async ({ id }: { id: string }) => (await organization.read<{ tags: string[] }>('participants.get', { id })).tags;

  await dashboard.goto('/participants?sort_dir=asc');
  // Not by the name of the row, which has an id, and that may have these letters.
  await dashboard
    .getByRole('row')
    .filter({ has: dashboard.getByText('ada', { exact: true }) })
    .focus();
  await dashboard.keyboard.press('x');
  await dashboard.keyboard.press('Shift+ArrowDown');
  await dashboard.keyboard.press('Shift+ArrowDown');
  const bar = dashboard.getByRole('toolbar', { name: 'Selected participants' });
  await expect(bar).toContainText('3 participants selected');
  await bar.getByRole('button', { name: 'Add a tag' }).click();
  const dialog = dashboard.getByRole('dialog');
  await dialog.getByLabel('Tag').fill('VIP');
  await expect(dialog).toContainText('Gives the tag “vip” to 3 participants; rules see it from now on.');
  await dialog.getByRole('button', { name: 'Add a tag to 3' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 of 3 tagged, 1 refused');
  await expect(dialog.getByRole('listitem')).toContainText('joan');
  await expect(dialog.getByRole('listitem').locator('code')).toHaveText('participant_inactive');
  const [file] = await Promise.all([dashboard.waitForEvent('download'), dialog.getByRole('button', { name: 'CSV' }).click()]);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('Id,Name,Result,Code,Reason,Request id');
  expect(lines.filter((line) => line.includes(',refused,')).map((line) => line.split(',')[0])).toEqual([joan.id]);

  await organization.call('participants.update', { id: joan.id, status: 'ACTIVE' });
  await dialog.getByRole('button', { name: 'Try the 1 refused again' }).click();
  await expect(dialog.getByRole('status')).toHaveText('3 of 3 tagged');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(bar).toHaveCount(0);
  expect(await Promise.all([ada, grace, joan].map(tagsOf))).toEqual([['vip'], ['vip'], ['vip']]);
});

test('of the chosen events those that failed are processed again, and succeed once there is enough', async ({
  dashboard,
  organization,
}) => {
  const { id: program_id, assetId: asset_id } = await loyaltyProgram(organization);
  const ada = await organization.call<{ id: string }>('participants.upsert', { external_id: 'ada', program_id });
  await organization.call('rules.create', {
    program_id,
    name: 'Fee',
    condition: 'event.type == "fee"',
    actions: [{ type: 'DEBIT', amount: '5', asset_id }],
  });
  const send = (type: string, key: string) =>
    organization.call('events.ingest', { program_id, external_id: 'ada', idempotency_key: key, event_data: { type, amount: 1 } });
  await Promise.all([send('fee', 'first'), send('fee', 'second'), send('purchase', 'third')]);
  await dashboard.goto('/events');
  await expect(dashboard.getByRole('row', { name: /fee Failed/ })).toHaveCount(2);
  await expect(dashboard.getByRole('row', { name: /purchase Completed/ })).toBeVisible();
  const credit = { type: 'CREDIT', amount: '20', description: 'Top-up', idempotency_key: 'top-up' };
  await organization.call('participants.balances.adjust', { id: ada.id, program_id, asset_id, ...credit });

  await dashboard.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = dashboard.getByRole('toolbar', { name: 'Selected events' });
  await expect(bar).toContainText('3 events selected');
  await bar.getByRole('button', { name: 'Process again' }).click();
  const dialog = dashboard.getByRole('dialog');
  await expect(dialog).toContainText('1 of the 3 selected is left out. Only failed events can be processed again.');
  await dialog.getByRole('button', { name: 'Process again 2' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 of 2 queued');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dashboard.getByRole('row', { name: /fee Completed/ })).toHaveCount(2);
  const { balances } = await organization.read<{ balances: { available: string }[] }>('participants.get', { id: ada.id });
  expect(balances.map(({ available }) => available)).toEqual(['10.00']);
});

test('rules whose examples fail are made active together with one reason, which the audit log keeps for each', async ({
  dashboard,
  organization,
}) => {
  const { id: program_id, assetId: asset_id } = await loyaltyProgram(organization);
  const examples = [{ name: 'gives 9', event: { event_data: { type: 'visit' } }, expects: { matched: true, effects: [] } }];
  const rule = (name: string, more: object) =>
    organization.call<{ id: string }>('rules.create', {
      program_id,
      name,
      condition: 'event.type == "visit"',
      actions: [{ type: 'CREDIT', amount: '5', asset_id }],
      status: 'SUSPENDED',
      ...more,
    });
  const wrong = [await rule('First visit', { examples }), await rule('Second visit', { examples })];
  await rule('Third visit', {});
  await dashboard.goto(`/rules?program=${program_id}`);
  for (const name of ['First visit', 'Second visit', 'Third visit'])
    await dashboard.getByRole('row', { name }).getByRole('checkbox').check();
  await dashboard.getByRole('toolbar', { name: 'Selected rules' }).getByRole('button', { name: 'Activate' }).click();
  const dialog = dashboard.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Activate 3' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 of 3 activated, 2 refused');
  await expect(dialog).toContainText('2 rules do not do what their examples say.');
  const anyway = dialog.getByRole('button', { name: 'Activate 2 anyway' });
  await expect(anyway).toBeDisabled();
  await dialog.getByLabel('Reason').fill('The examples are of last year');
  await anyway.click();
  await expect(dialog.getByRole('status')).toHaveText('3 of 3 activated');
  for (const { id } of wrong) {
    expect((await organization.read<{ status: string }>('rules.get', { id })).status).toBe('ACTIVE');
    const { data } = await organization.read<{ data: { summary: string | null }[] }>('auditLog.list', { resource_id: id });
    expect(data.map(({ summary }) => summary).join()).toContain('The examples are of last year');
  }
});
