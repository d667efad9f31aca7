/** From nothing to the first credited event, without a pointer. */
import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { PASSWORD } from '@tests/support/dashboard';
import { expect, test } from '@tests/support/keyboard';
import { expectEntries } from '@tests/support/whole-ledger';

/** What a key reads of the API. */
const readWith = (request: APIRequestContext, key: string) => async (path: string) =>
  (await (await request.get(`/v1/${path}`, { headers: { authorization: `Bearer ${key}` } })).json()) as { data: never };

test('somebody new signs up, makes a program with points and tiers, and sees the first event credited', async ({ page, hand, request }) => {
  await page.goto('/sign-up');
  await expect(page.getByLabel('Your name')).toBeFocused();
  await hand.write(page.getByLabel('Your name'), 'Ada Lovelace');
  await hand.write(page.getByLabel('Email'), `${randomUUID()}@example.com`);
  await hand.write(page.getByLabel('Password', { exact: true }), PASSWORD);
  await hand.key('Enter');
  await expect(page).toHaveURL('/welcome');
  await hand.write(page.getByLabel('Name', { exact: true }), 'Analytical Engines');
  await hand.key('Enter');
  await expect(page).toHaveURL('/start');

  await hand.reach(page.getByRole('radio', { name: 'Cashback' }));
  await hand.key('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Points with tiers' })).toBeChecked();
  await hand.write(page.getByLabel('Symbol of points'), 'STAR');
  await hand.key('Enter');
  await expect(page.getByRole('heading', { name: 'Create an API key' })).toBeFocused();
  await hand.key('Tab');
  await expect(page.getByRole('button', { name: 'Create a key' })).toBeFocused();
  await hand.key('Enter');
  await hand.write(page.getByRole('dialog').getByLabel('Name', { exact: true }), 'Server');
  await hand.key('Enter');
  const key = (await page.getByTestId('new-api-key').textContent()) ?? '';
  await hand.use(page.getByRole('button', { name: 'I have saved it' }));
  await expect(page.getByRole('heading', { name: 'Send the first event' })).toBeFocused();
  await hand.use(page.getByRole('button', { name: 'Send it for me' }));
  await expect(page.getByText('The event “signup” of ada has arrived: completed.')).toBeVisible();
  await expect(page.getByText('4 of 6 steps done.')).toBeVisible();

  const read = readWith(request, key);
  expect(await read('participants/ext:ada/balances')).toMatchObject({ data: [{ available: '100', held: '0', deferred: '0' }] });
  await expectEntries({ read: async () => (await read('journal-entries')) as never }, ['CREDIT']);
});
