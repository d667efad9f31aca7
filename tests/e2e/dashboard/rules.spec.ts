/** The order in which rules run, and how they came to be. */
import { expect, loyaltyProgram, test, type TestOrganization } from '@tests/support/dashboard';
import type { Page } from '@playwright/test';

async function programWithSets(organization: TestOrganization): Promise<string> {
  const { id, assetId } = await loyaltyProgram(organization);
  const credit = { type: 'CREDIT', asset_id: assetId, amount: '1' };
  const rule = (name: string) => ({ client_ref: name, name, condition: 'true', actions: [credit] });
  const { rule_configuration_version } = await organization.read<{ rule_configuration_version: number }>('ruleConfiguration.get', { id });
  await organization.call('ruleConfiguration.put', {
    id,
    expected_rule_configuration_version: rule_configuration_version,
    rule_sets: [
      { key: 'base', name: 'Base', rules: [rule('Alpha'), rule('Beta')] },
      { key: 'bonus', name: 'Bonus', rules: [rule('Gamma')] },
      { key: 'spare', name: 'Spare' },
    ],
  });
  return id;
}

/** What stands where, as the page shows it. */
const shown = (page: Page) =>
  page
    .locator('section[aria-labelledby^="set-"]')
    .evaluateAll((sections) =>
      sections.map(
        (section) =>
          `${section.querySelector('h2')!.firstChild!.textContent!.trim()}: ${[...section.querySelectorAll('ol a')].map((link) => link.textContent).join(' ')}`,
      ),
    );

test('rules and sets are put into another order without a pointer, and the focus goes with them', async ({ dashboard, organization }) => {
  const id = await programWithSets(organization);
  await dashboard.goto(`/rules/order?program=${id}`);
  await expect.poll(() => shown(dashboard)).toEqual(['Base: Alpha Beta', 'Bonus: Gamma', 'Spare: ']);
  const down = dashboard.getByRole('button', { name: 'Move Alpha down' });
  await down.focus();
  await dashboard.keyboard.press('Enter');
  await expect(dashboard.getByRole('main').getByRole('status')).toContainText('Alpha is now rule 2 of Base.');
  await expect(down).toBeFocused();
  await dashboard.keyboard.press('Enter');
  await expect(dashboard.getByRole('main').getByRole('status')).toContainText('Alpha is now rule 1 of Bonus.');
  await expect(down).toBeFocused();
  await dashboard.getByRole('button', { name: 'Move the set Bonus up' }).press('Enter');
  await expect(dashboard.getByText('Version 6')).toBeVisible();
  await dashboard.reload();
  await expect.poll(() => shown(dashboard)).toEqual(['Bonus: Alpha Gamma', 'Base: Beta', 'Spare: ']);
});

test('a rule is dragged into another set, and a set behind another', async ({ dashboard, organization }) => {
  const id = await programWithSets(organization);
  await dashboard.goto(`/rules/order?program=${id}`);
  await dashboard.getByRole('listitem').filter({ hasText: 'Beta' }).dragTo(dashboard.getByText('This set has no rules.'));
  await expect.poll(() => shown(dashboard)).toEqual(['Base: Alpha', 'Bonus: Gamma', 'Spare: Beta']);
  await expect(dashboard.getByText('Version 4')).toBeVisible();
  const spare = dashboard.getByRole('region', { name: /Spare/ });
  const height = (await spare.boundingBox())!.height;
  await dashboard.getByRole('heading', { name: /Base/ }).dragTo(spare, { targetPosition: { x: 200, y: height - 3 } });
  await expect.poll(() => shown(dashboard)).toEqual(['Bonus: Gamma', 'Spare: Beta', 'Base: Alpha']);
});

test('an order that is out of date is refused, and the present one shown', async ({ dashboard, organization }) => {
  const id = await programWithSets(organization);
  await dashboard.goto(`/rules/order?program=${id}`);
  await expect.poll(() => shown(dashboard)).toHaveLength(3);
  await organization.call('ruleSets.create', { id, key: 'late', name: 'Late' });
  await dashboard.getByRole('button', { name: 'Move Alpha down' }).click();
  await expect(dashboard.getByText(/have changed since you read them/)).toBeVisible();
  await expect.poll(() => shown(dashboard)).toEqual(['Base: Alpha Beta', 'Bonus: Gamma', 'Spare: ', 'Late: ']);
});

test('a set is made, renamed and removed again', async ({ dashboard, organization }) => {
  const id = await programWithSets(organization);
  await dashboard.goto(`/rules/order?program=${id}`);
  await dashboard.getByRole('button', { name: 'New rule set' }).click();
  const dialog = dashboard.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Campaign');
  await dialog.getByLabel('Key').fill('base');
  await dialog.getByRole('button', { name: 'Create rule set' }).click();
  await expect(dialog.getByLabel('Key')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Key').fill('campaign');
  await dialog.getByRole('button', { name: 'Create rule set' }).click();
  await dashboard.getByRole('button', { name: 'Rename the set Campaign' }).click();
  await dialog.getByLabel('Name').fill('Spring');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => shown(dashboard)).toEqual(['Base: Alpha Beta', 'Bonus: Gamma', 'Spare: ', 'Spring: ']);
  await dashboard.getByRole('button', { name: 'Remove the set Spring' }).click();
  await dialog.getByRole('button', { name: 'Remove rule set' }).click();
  await expect.poll(() => shown(dashboard)).toEqual(['Base: Alpha Beta', 'Bonus: Gamma', 'Spare: ']);
  await expect(dashboard.getByRole('button', { name: 'Remove the set Base' })).toHaveCount(0);
});

test('an earlier version is read, compared and restored', async ({ dashboard, organization }) => {
  const id = await programWithSets(organization);
  await organization.call('ruleConfiguration.put', { id, expected_rule_configuration_version: 3, rule_sets: [] });
  await dashboard.goto(`/rules/history?program=${id}`);
  await dashboard.getByRole('row', { name: /^3 / }).click();
  const sheet = dashboard.getByRole('dialog', { name: 'Rules version' });
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Gamma' })).toContainText('New');
  await sheet.getByRole('tab', { name: 'Rules' }).click();
  await expect(sheet).toContainText('Beta');
  await sheet.getByRole('button', { name: 'Restore this version' }).click();
  const dialog = dashboard.getByRole('dialog', { name: 'Restore version 3?' });
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Alpha' })).toContainText('comes back as a new one');
  await dialog.getByRole('button', { name: 'Restore version 3' }).click();
  await expect(dashboard.getByText('Restored as version 5')).toBeVisible();
  await expect(dashboard.getByRole('row', { name: /^5 .*Version 3/ })).toBeVisible();
  const { rule_sets } = await organization.read<{ rule_sets: { key: string }[] }>('ruleConfiguration.get', { id });
  expect(rule_sets.map(({ key }) => key)).toEqual(['base', 'bonus', 'spare']);
});
