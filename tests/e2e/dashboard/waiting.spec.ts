/** Waiting is told to assistive technology from its first moment, and drawn only when it lasts longer than a glance. */
import type { Page } from '@playwright/test';
import { expect, loyaltyProgram, test } from '@tests/support/dashboard';

const GLANCE_MS = 200;

/** Holds back every answer of the API. @returns a function that releases them. */
async function holdAnswers(page: Page): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/trpc/**', async (route) => {
    await gate.promise;
    await route.continue();
  });
  return async () => {
    gate.resolve();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

test('a list, a detail and figures are busy from their first moment until what they wait for is there', async ({
  dashboard,
  organization,
}) => {
  const { id } = await loyaltyProgram(organization);
  const waits = [
    { address: '/programs', shown: dashboard.getByRole('cell', { name: 'Loyalty' }) },
    { address: `/programs/${id}`, shown: dashboard.getByRole('heading', { name: /^Loyalty/ }) },
    { address: '/', shown: dashboard.getByText('Events processed') },
  ];
  const main = dashboard.getByRole('main');
  const busy = main.locator('[aria-busy="true"]');
  const drawn = main.locator('.animate-pulse');
  const told = dashboard.getByRole('status').filter({ hasText: 'Loading' });
  const start = Date.now();
  await dashboard.clock.install({ time: start });
  for (const [index, { address, shown }] of waits.entries()) {
    await dashboard.clock.pauseAt(start + (index + 1) * 60_000);
    const letGo = await holdAnswers(dashboard);
    await dashboard.goto(address);
    await expect(busy).not.toHaveCount(0);
    await expect(drawn).toHaveCount(0);
    await dashboard.clock.runFor(GLANCE_MS);
    await expect(drawn).not.toHaveCount(0);
    await expect(busy).not.toHaveCount(0);
    await expect(told).toHaveCount(1);
    await dashboard.clock.resume();
    await letGo();
    await expect(shown).toBeVisible();
    await expect(busy).toHaveCount(0);
    await expect(told).toHaveCount(0);
    await expect(drawn).toHaveCount(0);
  }
});

test('a part that cannot be loaded says so and leaves the page as it is, and comes once it can', async ({ dashboard, organization }) => {
  const { id } = await loyaltyProgram(organization);
  // Never idle, so that the part comes because it is asked for and not ahead of that, which would take the button away.
  await dashboard.addInitScript(() => void Object.assign(window, { requestIdleCallback: () => 0 }));
  await dashboard.goto(`/programs/${id}`);
  const edit = dashboard.getByRole('button', { name: 'Edit', exact: true });
  await expect(edit).toBeEnabled();
  await dashboard.route('**/*.js', (route) => route.abort());
  await edit.click();
  const missing = dashboard.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expect(missing).toBeVisible();
  await expect(dashboard.getByRole('heading', { name: /^Loyalty/ })).toBeVisible();
  await dashboard.unroute('**/*.js');
  await missing.getByRole('button', { name: 'Try again' }).click();
  await expect(dashboard.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue('Loyalty');
  await expect(missing).toHaveCount(0);
});
