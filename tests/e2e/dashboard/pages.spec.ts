/** Every page there is: it opens, leads on, and fits a narrow screen. */
import { ADDRESSES, PAGES } from '@tests/support/addresses';
import { expect, loyaltyProgram, test } from '@tests/support/dashboard';

test('the navigation leads to every page, none of which fails or misses', async ({ dashboard }) => {
  const problems: string[] = [];
  dashboard.on('pageerror', (error) => problems.push(error.message));
  dashboard.on('response', (answer) => {
    if (answer.status() >= 400) problems.push(`${answer.status()} ${answer.url()}`);
  });
  await dashboard.goto('/');
  for (const { title, href } of PAGES) {
    const link = dashboard.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title, exact: true });
    await link.click();
    await expect(dashboard).toHaveURL(href);
    await expect(dashboard.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(link).toHaveAttribute('aria-current', 'page');
  }
  expect(problems).toEqual([]);
});

test('a page that does not exist says so and leads back', async ({ dashboard }) => {
  const answer = await dashboard.goto('/nowhere');
  expect(answer?.status()).toBe(404);
  await dashboard.getByRole('link', { name: 'Go to the overview' }).click();
  await expect(dashboard.getByRole('heading', { name: 'Overview' })).toBeVisible();
});

test('every page fits a screen 380 pixels wide', async ({ dashboard, organization }) => {
  await loyaltyProgram(organization);
  await dashboard.setViewportSize({ width: 380, height: 800 });
  for (const address of ADDRESSES) {
    await dashboard.goto(address);
    await expect(dashboard.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(dashboard.locator('[aria-busy="true"]')).toHaveCount(0);
    const beyond = await dashboard.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(beyond, address).toBeLessThanOrEqual(0);
  }
  await dashboard.goto('/reports/exports');
  await expect(dashboard.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Exports' })).toBeInViewport();
  await dashboard.goto('/audit');
  const whose = dashboard.getByRole('combobox', { name: 'Who' });
  await expect(whose).toBeHidden();
  await dashboard.getByRole('button', { name: 'Filters' }).click();
  await expect(whose).toBeVisible();
  await dashboard.getByRole('button', { name: 'Open the menu' }).click();
  await dashboard.getByRole('link', { name: 'Programs' }).click();
  await expect(dashboard.getByRole('heading', { name: 'Programs' })).toBeVisible();
});

test('⌘K finds a page by its name and a record by its id', async ({ dashboard, organization }) => {
  const program = await loyaltyProgram(organization);
  await dashboard.goto('/');
  await expect(dashboard.getByText('Events processed')).toBeVisible();
  await dashboard.keyboard.press('ControlOrMeta+k');
  await dashboard.getByPlaceholder('A page, a name, an id').fill('webh');
  await dashboard.keyboard.press('Enter');
  await expect(dashboard).toHaveURL('/webhooks');
  await dashboard.keyboard.press('ControlOrMeta+k');
  await dashboard.getByPlaceholder('A page, a name, an id').fill(program.id);
  await dashboard.getByRole('option', { name: 'Loyalty' }).click();
  await expect(dashboard).toHaveURL(`/programs/${program.id}`);
});

test('a tab has a ring around it when a key has led there, and none when a pointer has', async ({ dashboard, organization }) => {
  const { id } = await loyaltyProgram(organization);
  await dashboard.goto(`/programs/${id}`);
  const tabs = dashboard.getByRole('tablist', { name: 'Program' }).getByRole('tab');
  await tabs.nth(1).click();
  await expect(tabs.nth(1)).toBeFocused();
  await expect(tabs.nth(1)).toHaveCSS('outline-style', 'none');
  await dashboard.keyboard.press('ArrowRight');
  await expect(tabs.nth(2)).toBeFocused();
  await expect(tabs.nth(2)).toHaveCSS('outline-style', 'solid');
});
