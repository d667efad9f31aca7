/** Amounts and limits are chosen in the rule form without writing a formula, and what is kept is the template alone. */
import type { Page } from '@playwright/test';
import { beginToUse, conditionsAsCel, expect, loyaltyProgram, test } from '@tests/support/dashboard';

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

interface SavedRule {
  readonly actions: readonly { readonly amount: string }[];
  readonly budgets: readonly { readonly cron_expression?: string }[];
}

test.beforeEach(({ dashboard }) => conditionsAsCel(dashboard));

test('an amount is chosen as a percentage with a most, a limit as a month, and both open again as they were chosen', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  await dashboard.goto(`/rules/new?program=${program.id}`);
  await dashboard.getByLabel('Name').fill('Back');
  await dashboard.getByLabel('Condition').fill('event.type == "purchase"');
  await choose(dashboard, 'Asset', 'Points (PTS)');
  await choose(dashboard, 'How much', 'A percentage');
  await dashboard.getByLabel('Percent').fill('12.5');
  await dashboard.getByText('Factors, rounding and bounds').click();
  await dashboard.getByLabel('At most, per event').fill('20');
  await expect(dashboard.getByText('{{ math.least(event.amount * 0.125, 20) }}')).toBeVisible();
  await expect(dashboard.getByText(/it gives 6\.24(\d*) PTS/)).toBeVisible();
  await dashboard.getByRole('button', { name: 'Add budget' }).click();
  await dashboard.getByLabel('Limit').fill('50');
  await choose(dashboard, 'In', 'Each month');
  const sentence = dashboard.getByRole('region', { name: 'In a sentence' });
  await expect(sentence).toContainText('gives 12.5% of amount in PTS, at most 20 per event, to the participant, at most 50 PTS a month');
  await dashboard.getByRole('button', { name: 'Create rule' }).click();
  await expect(dashboard).toHaveURL(/\/rules\/[0-9a-f-]{36}/);
  const id = new URL(dashboard.url()).pathname.split('/').at(-1);
  const saved = await organization.read<SavedRule>('rules.get', { id });
  expect(saved.actions[0]?.amount).toBe('{{ math.least(event.amount * 0.125, 20) }}');
  expect(saved.budgets[0]?.cron_expression).toBe('0 0 1 * *');

  await dashboard.reload();
  await beginToUse(dashboard);
  await expect(dashboard.getByLabel('Percent')).toHaveValue('12.5');
  await expect(dashboard.getByLabel('At most, per event')).toHaveValue('20');
  await expect(dashboard.getByRole('combobox', { name: 'In', exact: true })).toHaveText('Each month');
});

test('an amount goes from steps to a formula and back, and a fault in what is chosen shows at it', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  await dashboard.goto(`/rules/new?program=${program.id}`);
  await dashboard.getByLabel('Condition').fill('true');
  await choose(dashboard, 'Asset', 'Points (PTS)');
  await choose(dashboard, 'How much', 'By steps');
  await dashboard.getByRole('button', { name: 'Add step' }).click();
  await dashboard.getByLabel('From, step 2').fill('100');
  const fault = dashboard.getByRole('listitem', { name: 'Action 1' }).getByRole('alert');
  await expect(fault).toBeVisible();
  await dashboard.getByLabel('Gives, step 2').fill('12');
  const kept = '{{ event.amount >= 100 ? 12 : event.amount >= 50 ? 5 : 0 }}';
  await expect(dashboard.getByText(kept)).toBeVisible();
  await expect(fault).toHaveCount(0);
  await choose(dashboard, 'How much', 'A formula');
  await expect(dashboard.getByLabel('Amount')).toHaveText(kept);
  await choose(dashboard, 'How much', 'By steps');
  await expect(dashboard.getByLabel('Gives, step 2')).toHaveValue('12');
});
