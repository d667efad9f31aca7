/** A manager makes a campaign with a rule and a budget without a word of CEL, and sees what it gives until it ends. */
import { faultsOf } from '@tests/support/axe';
import { expect } from '@tests/support/dashboard';
import { test } from '@tests/support/manager';
import { action, balance, createRule, noCode, program, send, typeIs } from '@tests/support/manager-tasks';

interface Listed {
  readonly data: readonly { readonly id: string; readonly name: string; readonly status: string; readonly rule_count: number }[];
}

test('a campaign is made, given a rule by blocks, started, spent to exactly its budget, paused, cloned and ended', async ({
  manager,
  organization,
}) => {
  const { page, write, choose, click } = manager;
  const { programId } = await program(organization, { name: 'Points', symbol: 'PTS', events: [{ type: 'purchase', amount: 80 }] });
  await page.goto(`/campaigns?program=${programId}`);
  await expect(page.getByText('No campaigns yet. Rules outside of one run all the time.')).toBeVisible();
  await click(page.getByRole('button', { name: 'New campaign' }).first());
  const dialog = page.getByRole('dialog', { name: 'New campaign' });
  await write(dialog.getByLabel('Name'), 'Spring');
  await click(dialog.getByRole('button', { name: 'Add budget' }));
  await write(dialog.getByLabel('Limit'), '25');
  await choose(dialog, 'Asset', 'Points (PTS)');
  await noCode(page);
  expect(await faultsOf(page, '[role="dialog"]')).toEqual([]);
  await click(dialog.getByRole('button', { name: 'Create campaign' }));

  const detail = page.getByRole('dialog', { name: 'Campaign', exact: true });
  await expect(detail.getByText('Runs at all times, at most 25 PTS in all. It is a draft.')).toBeVisible();
  await click(detail.getByRole('link', { name: 'Add a rule' }));
  await expect(page.getByRole('combobox', { name: 'Rule set' })).toContainText('Spring');
  await write(page.getByLabel('Name'), 'Ten for each');
  await typeIs(manager, 'purchase');
  await choose(page, 'Asset', 'Points (PTS)');
  await write(action(page).getByLabel('Amount').first(), '10');
  await noCode(page);
  await createRule(manager);

  const { data } = await organization.read<Listed>('campaigns.list', { program_id: programId });
  const [campaign] = data;
  expect(campaign).toMatchObject({ name: 'Spring', status: 'DRAFT', rule_count: 1 });
  await send(organization, programId, 'early', { type: 'purchase', amount: 80 });
  expect(await balance(organization, 'early')).toBe('0');
  await page.goto(`/campaigns/${campaign!.id}`);
  await expect(page.getByRole('link', { name: 'Ten for each' })).toBeVisible();
  const act = async (button: string, confirm: string) => {
    await click(page.getByRole('button', { name: button, exact: true }));
    await click(page.getByRole('dialog').getByRole('button', { name: confirm }));
  };
  const heading = page.getByRole('heading', { name: /Spring/ });
  await act('Start', 'Start campaign');
  await expect(heading).toContainText('Running');
  for (const who of ['ada', 'ben', 'cem', 'dia']) await send(organization, programId, who, { type: 'purchase', amount: 80 });
  expect(await Promise.all(['ada', 'ben', 'cem', 'dia'].map((who) => balance(organization, who)))).toEqual(['10.00', '10.00', '5.00', '0']);

  await click(page.getByRole('tab', { name: 'What it gave' }));
  await expect(page.getByRole('definition').filter({ hasText: '25.00' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Credited each day in PTS' }).getByRole('row')).not.toHaveCount(1);
  expect(await faultsOf(page, 'main')).toEqual([]);
  await click(page.getByRole('tab', { name: 'Budgets' }));
  await expect(page.getByText('25.00 of 25.00 PTS given so far')).toBeVisible();

  await act('Pause', 'Pause campaign');
  await expect(heading).toContainText('Paused');
  await act('End now', 'End campaign');
  await expect(heading).toContainText('Ended');
  await click(page.getByRole('button', { name: 'Clone' }));
  await write(page.getByRole('dialog').getByLabel('Name'), 'Summer');
  await click(page.getByRole('dialog').getByRole('button', { name: 'Clone campaign' }));
  await expect(page.getByRole('heading', { name: /Summer/ })).toContainText('Draft');
  await expect(page.getByRole('link', { name: 'Ten for each' })).toBeVisible();
  await act('Delete', 'Delete campaign');
  await expect(page).toHaveURL(/\/campaigns($|\?)/);
  const left = await organization.read<Listed>('campaigns.list', { program_id: programId });
  expect(left.data.map(({ name, status }) => `${name}: ${status}`)).toEqual(['Spring: ENDED']);
});

test('an automation of a campaign is made on its page, and belongs to it', async ({ manager, organization }) => {
  const { page, write, click } = manager;
  const { programId } = await program(organization, { name: 'Points', symbol: 'PTS', events: [] });
  const { id } = await organization.call<{ id: string }>('campaigns.create', { program_id: programId, name: 'Spring' });
  await page.goto(`/campaigns/${id}`);
  await expect(page.getByText('No rules yet: the campaign gives nothing.')).toBeVisible();
  await click(page.getByRole('button', { name: 'Add an automation' }));
  const form = page.getByRole('dialog', { name: /New automation/ });
  await expect(form.getByRole('combobox', { name: 'Campaign' })).toContainText('Spring');
  await write(form.getByLabel('Name', { exact: true }), 'Every month');
  await write(form.getByLabel('Event name'), 'month');
  await click(form.getByRole('button', { name: 'Create automation' }));
  await expect(page.getByRole('link', { name: 'Every month' })).toBeVisible();
  const { data } = await organization.read<{ data: { campaign_id: string }[] }>('programs.automations.list', {
    id: programId,
    campaign_id: id,
  });
  expect(data).toMatchObject([{ campaign_id: id }]);
});
