/** The ways from page to page: the navigation, on a wide screen and a narrow one, and ⌘K. */
import type { Page } from '@playwright/test';
import { NAVIGATION, offered } from '@/components/shell/navigation';
import { expect, loyaltyProgram, test } from '@tests/support/dashboard';
import { beyondTheScreen, PAGES_OF_TREE } from '@tests/support/pages';

const PAGES = NAVIGATION.flatMap((section) => offered(section.pages, { manage: true, sandbox: false })).filter(({ outside }) => !outside);

/** Tabs and forms of the pages above, without those of one record. */
const OTHERS = PAGES_OF_TREE.filter(
  ({ route, dashboard }) => dashboard && !route.includes('[') && PAGES.every(({ href }) => href !== route),
).map(({ route }) => route);

const WIDE = { width: 1280, height: 720 };
const NARROW = { width: 380, height: 800 };

/** What goes wrong on a page from now on. */
function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('response', (answer) => {
    if (answer.status() >= 400) problems.push(`${answer.status()} ${answer.url()}`);
  });
  return problems;
}

test('the navigation leads to every page, none of which fails, misses or is wider than a screen of 380 pixels while it is empty', async ({
  dashboard,
}) => {
  const problems = problemsOf(dashboard);
  await dashboard.goto('/');
  for (const { title, href } of PAGES) {
    const link = dashboard.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title, exact: true });
    await link.click();
    await expect(dashboard).toHaveURL(href);
    await expect(dashboard.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(dashboard.locator('[aria-busy="true"]')).toHaveCount(0);
    await dashboard.setViewportSize(NARROW);
    await expect.poll(() => beyondTheScreen(dashboard), href).toBeLessThanOrEqual(0);
    await dashboard.setViewportSize(WIDE);
  }
  expect(problems).toEqual([]);
});

test('no page outside of the navigation fails, misses or is wider than a screen of 380 pixels while it is empty', async ({ dashboard }) => {
  const problems = problemsOf(dashboard);
  await dashboard.setViewportSize(NARROW);
  for (const route of OTHERS) {
    await dashboard.goto(route);
    await expect(dashboard.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(dashboard.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect.poll(() => beyondTheScreen(dashboard), route).toBeLessThanOrEqual(0);
  }
  expect(problems).toEqual([]);
});

test('a page that does not exist says so and leads back', async ({ dashboard }) => {
  const answer = await dashboard.goto('/nowhere');
  expect(answer?.status()).toBe(404);
  await dashboard.getByRole('link', { name: 'Go to the overview' }).click();
  await expect(dashboard.getByRole('heading', { name: 'Overview' })).toBeVisible();
});

test('what a wide screen shows at once is reached on one 380 pixels wide', async ({ dashboard }) => {
  await dashboard.setViewportSize(NARROW);
  await dashboard.goto('/reports/exports');
  await expect(dashboard.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Exports' })).toBeInViewport();
  await dashboard.goto('/audit');
  const whose = dashboard.getByRole('combobox', { name: 'Who' });
  await expect(dashboard.getByRole('button', { name: 'Filters' })).toBeVisible();
  await expect(whose).toBeHidden();
  await dashboard.getByRole('button', { name: 'Filters' }).click();
  await expect(whose).toBeVisible();
  await dashboard.getByRole('button', { name: 'Open the menu' }).click();
  await dashboard.getByRole('link', { name: 'Programs' }).click();
  await expect(dashboard.getByRole('heading', { name: 'Programs' })).toBeVisible();
  expect(await beyondTheScreen(dashboard)).toBeLessThanOrEqual(0);
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
