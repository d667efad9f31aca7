/** The example shop in a browser: a basket is previewed, reserved, paid in part or whole, and cancelled, against the running service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { freePort } from '@/cli/free-port';
import { childEnvironment } from '@/env';
import { faultsInBothColours } from '@tests/support/axe';
import { expect, test as base } from '@tests/support/dashboard';
import { beyondTheScreen, resize } from '@tests/support/pages';
import { gatewayTo, openShop, type Gateway } from '@tests/support/shop';

/** The page of a shop in the test's organization. */
const test = base.extend<{ way: Gateway; shop: Page }>({
  way: async ({ origin }, use) => {
    const way = await gatewayTo(origin);
    await use(way);
    await way.close();
  },

  shop: async ({ page, organization, way }, use) => {
    const { key } = await organization.call<{ key: string }>('apiKeys.create', { name: 'Shop' });
    await page.clock.install();
    const shop = await openShop({ address: way.url, apiKey: key });
    await page.goto(shop.url);
    await expect(page.getByText('This basket earns nothing yet.')).toBeVisible();
    await use(page);
    await shop.close();
  },
});

const put = (shop: Page, good: string, quantity: number) => shop.getByLabel(good, { exact: true }).fill(String(quantity));
const press = (shop: Page, name: string) => shop.getByRole('button', { name }).click();
const sum = (shop: Page, name: string) => shop.locator('.sums div').filter({ hasText: name });
const expectRow = (shop: Page, name: string, before: string, after: string) =>
  expect(shop.getByRole('row', { name: `${name} ${before} ${after}` })).toBeVisible();

test('a basket says at each change what it earns and what is missing, and is paid partly with points', async ({ shop, organization }) => {
  await expectRow(shop, 'Available', '30.00', '30.00');
  await put(shop, 'Rye bread', 1);
  await expect(shop.getByText('A tenth back: Amount is 4.2; it must be at least 20')).toBeVisible();
  await put(shop, 'Coffee, 250 g', 3);
  await expect(shop.getByText('This basket earns 4.67 PTS.')).toBeVisible();
  await expect(shop.getByRole('listitem').filter({ hasText: 'Three coffees: 2.00' })).toBeVisible();
  await shop.getByLabel('Points to pay with').fill('10');
  await expectRow(shop, 'Available', '30.00', '24.67');
  await expect(sum(shop, 'To pay')).toContainText('16.70');

  await press(shop, 'Reserve and pay');
  await expect(shop.getByText('The payment is under way.')).toBeVisible();
  await expect(shop.locator('#countdown')).toHaveText(/^1[45]:\d\d$/);
  await expectRow(shop, 'Held', '0.00', '14.67');
  await expect(shop.getByLabel('Coffee, 250 g', { exact: true })).toBeDisabled();
  await press(shop, 'The payment went through');
  await expect(shop.getByText('Paid and booked.')).toBeVisible();
  await expectRow(shop, 'Held', '14.67', '0.00');
  await expect(shop.getByRole('row', { name: /^A tenth back CREDIT/ })).toContainText('2.67');
  const { data } = await organization.read<{ data: { id: string }[] }>('decisions.list', {});
  await expect(shop.getByRole('link', { name: 'This decision in the dashboard' })).toHaveAttribute(
    'href',
    new RegExp(`/decisions/${data[0]!.id}$`),
  );
  await press(shop, 'Next basket');
  await expectRow(shop, 'Available', '24.67', '24.67');
});

test('when the payment fails, points, rewards and what was earned go back', async ({ shop, organization }) => {
  await put(shop, 'Coffee, 250 g', 3);
  await put(shop, 'Tote bag', 1);
  await press(shop, 'As many as possible');
  await expect(shop.getByLabel('Points to pay with')).toHaveValue('22.50');
  await expect(shop.getByRole('listitem').filter({ hasText: 'insufficient_funds' })).toBeVisible();
  await press(shop, 'Reserve and pay');
  await expect(shop.getByRole('alert')).toContainText('insufficient_funds');
  await shop.getByLabel('Points to pay with').fill('5');
  await expect(shop.locator('#problem')).toBeEmpty();
  await press(shop, 'Reserve and pay');
  await expectRow(shop, 'Available', '30.00', '13.00');
  await press(shop, 'The payment failed');
  await expect(shop.getByText('Cancelled: everything was given back.')).toBeVisible();
  await expectRow(shop, 'Available', '13.00', '30.00');
  expect((await organization.read<{ data: unknown[] }>('events.list', {})).data).toEqual([]);
});

test('what was delivered is booked, and the points that it does not cost go back; somebody new begins with nothing', async ({
  shop,
  organization,
}) => {
  await put(shop, 'Coffee, 250 g', 3);
  await press(shop, 'As many as possible');
  await expect(shop.getByLabel('Points to pay with')).toHaveValue('22.50');
  await press(shop, 'Reserve and pay');
  await shop.getByLabel('Coffee, 250 g, delivered').fill('2');
  await press(shop, 'The payment went through');
  await expect(shop.getByText('Paid and booked.')).toBeVisible();
  await expect(sum(shop, 'Paid with points')).toContainText('15.00');
  await press(shop, 'Next basket');
  await expectRow(shop, 'Available', '15.00', '15.00');
  const customer = shop.getByLabel('Name: one of the list, or a new one');
  await customer.fill('lin');
  await customer.press('Tab');
  await expectRow(shop, 'Available', '0.00', '0.00');
  await put(shop, 'Heather honey', 3);
  await expectRow(shop, 'Available', '0.00', '2.68');
  const { data } = await organization.read<{ data: { external_id: string }[] }>('participants.list', {});
  expect(data.map(({ external_id }) => external_id)).not.toContain('lin');
});

test('an order that is made by keyboard alone fits a narrow screen and has no accessibility fault in any of its states', async ({
  shop,
}) => {
  const { keyboard } = shop;
  await resize(shop, { width: 390, height: 800 });
  await shop.getByLabel('Coffee, 250 g', { exact: true }).focus();
  await keyboard.type('3');
  await expect(shop.getByText('This basket earns 4.25 PTS.')).toBeVisible();
  const faults = await faultsInBothColours(shop);
  await shop.getByRole('button', { name: 'Reserve and pay' }).focus();
  await keyboard.press('Enter');
  await expect(shop.getByRole('group', { name: 'Order' })).toBeFocused();
  await expect(shop.getByText('The payment is under way.')).toBeVisible();
  await shop.getByText('The last request to the service').focus();
  await keyboard.press('Enter');
  await expect(shop.getByText('POST /v1/decisions')).toBeVisible();
  await expect(shop.getByLabel('Body of the request')).toContainText('"mode": "RESERVE"');
  faults.push(...(await faultsInBothColours(shop)));
  expect(await beyondTheScreen(shop)).toBeLessThanOrEqual(0);
  await shop.getByRole('button', { name: 'The payment went through' }).focus();
  await keyboard.press('Enter');
  await expect(shop.getByText('Paid and booked.')).toBeVisible();
  await expect(shop.getByRole('group', { name: 'Order' })).toBeFocused();
  faults.push(...(await faultsInBothColours(shop)));
  expect(faults).toEqual([]);
});

test('an order without an answer can be sent again, and is made once', async ({ shop, way, organization }) => {
  await put(shop, 'Coffee, 250 g', 3);
  await expect(shop.getByText('This basket earns 4.25 PTS.')).toBeVisible();
  way.lose(/"mode":"RESERVE"/, 4);
  await press(shop, 'Reserve and pay');
  await expect(shop.getByRole('alert')).toContainText('no_answer');
  await press(shop, 'Try again');
  await expect(shop.getByText('The payment is under way.')).toBeVisible();
  expect(way.passed.filter((request) => request === 'POST /v1/decisions').length).toBeGreaterThan(5);
  expect((await organization.read<{ data: unknown[] }>('decisions.list', {})).data).toHaveLength(1);
});

test('an order that was ended elsewhere is refused with the error as it came', async ({ shop, organization }) => {
  await put(shop, 'Coffee, 250 g', 3);
  await press(shop, 'Reserve and pay');
  await expect(shop.getByText('The payment is under way.')).toBeVisible();
  const { data } = await organization.read<{ data: { id: string }[] }>('decisions.list', {});
  await organization.call('decisions.cancel', { id: data[0]!.id });
  await press(shop, 'The payment went through');
  await expect(shop.getByRole('alert').getByRole('link', { name: 'decision_already_resolved' })).toHaveAttribute('href', /\/errors\//);
});

test.describe('in a sandbox', () => {
  test.use({ sandbox: true });

  test('an order that is never paid ends by itself when its time is over', async ({ shop, organization }) => {
    await put(shop, 'Coffee, 250 g', 3);
    await shop.getByLabel('Points to pay with').fill('10');
    await press(shop, 'Reserve and pay');
    await expect(shop.getByText('The payment is under way.')).toBeVisible();
    await organization.call('sandbox.advanceClock', { by: '16m' });
    await shop.clock.fastForward('16:00');
    await expect(shop.getByText('The reservation has expired: everything was given back.')).toBeVisible();
    await expect(shop.getByText('Nothing was earned.')).toBeVisible();
    await press(shop, 'Next basket');
    await expectRow(shop, 'Available', '30.00', '30.00');
  });
});

base('npm run shop opens the shop of the demo organization', async ({ page, origin }) => {
  const port = String(await freePort());
  const env = childEnvironment({ PORT: new URL(origin).port, DATA_DIR: process.env['E2E_DATA_DIR']!, DATABASE_URL: '', NODE_ENV: '' });
  const child = spawn('npm', ['run', 'shop', '--', port], { env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  try {
    for await (const text of child.stdout) if (String(text).includes(`http://localhost:${port}`)) break;
    await page.goto(`http://localhost:${port}`);
    await expect(page.getByText('This basket earns nothing yet.')).toBeVisible();
  } finally {
    process.kill(-child.pid!, 'SIGTERM');
    await ended;
  }
});
