/** How the dashboard prints. */
import type { Page } from '@playwright/test';
import { expect, loyaltyProgram, test } from '@tests/support/dashboard';

const LOOK_MS = 1_000;

/** Prints, retrying until the page is hydrated. */
async function print(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect(page.getByRole('main')).toContainText('Printed', { timeout: LOOK_MS });
  }).toPass();
}

test('a page on paper says whose it is, of which program and period, and when; it has exact times, and nothing to press', async ({
  dashboard,
  organization,
}) => {
  const program = await loyaltyProgram(organization);
  await dashboard.goto(`/reports?program=${program.id}`);
  await expect(dashboard.getByRole('heading', { name: 'Reports' })).toBeVisible();
  await print(dashboard);
  const main = dashboard.getByRole('main');
  await expect(main).toContainText(new RegExp(`${organization.name} · Loyalty.*Printed .* by Grace Hopper`));
  await expect(main).toContainText(/From \d+ \w+ \d{4}, 00:00 UTC/);
  await expect(dashboard.getByRole('complementary')).toHaveCount(0);
  await expect(dashboard.getByRole('button')).toHaveCount(0);

  await dashboard.goto('/programs');
  await expect(dashboard.getByRole('row', { name: /Loyalty/ })).toBeVisible();
  await print(dashboard);
  await expect(main.getByRole('time').first()).toHaveText(/\d{4}, \d+:\d{2}:\d{2}/);
  await dashboard.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(main).not.toContainText('Printed');
});

test('a chart on paper is drawn for its width, whichever width it has on the screen', async ({ dashboard }) => {
  await dashboard.setViewportSize({ width: 1280, height: 720 });
  await dashboard.goto('/');
  const chart = dashboard.getByRole('figure').locator('svg').last();
  await expect(chart).toBeVisible();
  await print(dashboard);
  await expect(chart).toHaveAttribute('viewBox', /^0 0 600 /);
  expect(await chart.evaluate((drawn) => drawn.clientWidth / drawn.parentElement!.clientWidth)).toBe(1);
});
