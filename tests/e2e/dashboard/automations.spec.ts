/** Automations in the dashboard: written with what is wrong marked, run by hand, followed, and paused. */
import { conditionsAsCel, expect, loyaltyProgram, test } from '@tests/support/dashboard';

test.beforeEach(({ dashboard }) => conditionsAsCel(dashboard));

test('an automation is mended where it is marked, previewed, run by hand with its count and events, and paused', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  for (const [external_id, tags] of [
    ['ada', ['vip']],
    ['bob', []],
    ['eve', ['vip']],
  ] as const)
    await organization.call('participants.upsert', { external_id, tags: [...tags], program_id: program.id });
  await dashboard.goto(`/automations?program=${program.id}`);
  await dashboard.getByRole('button', { name: 'New automation' }).first().click();
  const form = dashboard.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('A nudge');
  await expect(form.getByRole('list', { name: 'Next five runs' }).getByRole('listitem')).toHaveCount(5);
  await form.getByLabel('Only for participants for whom').fill('"vip" in partcipant.tags');
  await form.getByLabel('Event name').fill('nudge');
  await form.getByRole('button', { name: 'Add a field' }).click();
  await form.getByLabel('Field 1', { exact: true }).fill('text');
  await form.getByLabel('Value of text', { exact: true }).fill('Dear {{ participant.external_id }}');
  await expect(form.getByText(/There is no name partcipant/)).toBeVisible();
  await expect(form.locator('.cm-lintRange-error')).toHaveText('partcipant');

  await form.getByLabel('Only for participants for whom').fill('"vip" in participant.tags');
  const preview = form.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Matches 2 of 3 participants now');
  await expect(preview).toContainText('"text":"Dear ada"');
  await form.getByRole('button', { name: 'Create automation' }).click();
  await expect(dashboard).toHaveURL(/\/automations\/[0-9a-f-]{36}\/[0-9a-f-]{36}/);

  await dashboard.getByRole('button', { name: 'Run now' }).click();
  await dashboard.getByRole('alertdialog').or(dashboard.getByRole('dialog')).getByRole('button', { name: 'Run now' }).click();
  const run = dashboard.getByRole('table', { name: 'Runs' }).getByRole('row').nth(1);
  await expect(run).toContainText('Completed');
  await expect(run).toContainText('3 of 3');
  await dashboard.getByRole('tab', { name: 'Events' }).click();
  await expect(dashboard.getByRole('table', { name: 'Events' }).getByRole('row')).toHaveCount(3);

  await dashboard.getByRole('button', { name: 'Pause', exact: true }).click();
  await dashboard.getByRole('button', { name: 'Pause automation' }).click();
  await expect(dashboard.getByRole('button', { name: 'Resume' })).toBeVisible();
});
