/** The way from nothing to the first credited event, as somebody new walks it. */
import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { faultsInBothColours } from '@tests/support/axe';
import { expect, PASSWORD, test } from '@tests/support/dashboard';

/** Sends what the shown curl sends: its address, its headers and its body. */
async function sendAsShown(request: APIRequestContext, curl: string) {
  const url = /curl -sS (\S+)/.exec(curl)?.[1] ?? '';
  const headers = Object.fromEntries([...curl.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name = '', value = '']) => [name, value]));
  const data = /-d '([\s\S]+)'$/.exec(curl)?.[1] ?? '';
  return request.post(url, { headers, data });
}

const balances = async (request: APIRequestContext, key: string, who: string): Promise<unknown> => {
  const answer = await request.get(`/v1/participants/ext:${who}/balances`, { headers: { authorization: `Bearer ${key}` } });
  return ((await answer.json()) as { data: unknown }).data;
};

const step = (page: Page, title: string): Locator => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

test('somebody who signs up is led to a credited event: the request that is shown earns what the template says', async ({
  page,
  request,
}) => {
  await page.goto('/sign-up');
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Analytical Engines');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page).toHaveURL('/start');

  await page.getByRole('radio', { name: 'Cashback' }).check();
  await page.getByRole('button', { name: 'Create program' }).click();
  await expect(page.getByText('1 of 6 steps done.')).toBeVisible();
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Server');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = (await page.getByTestId('new-api-key').textContent()) ?? '';
  await page.getByRole('button', { name: 'I have saved it' }).click();

  const sending = step(page, 'Send the first event');
  await expect(sending.getByRole('status')).toContainText('Waiting for an event.');
  const answer = await sendAsShown(request, (await page.getByLabel('curl request', { exact: true }).textContent()) ?? '');
  expect(answer.status()).toBe(202);
  await expect(sending.getByRole('status')).toHaveText('The event “purchase” of ada has arrived: completed.');
  const why = step(page, 'See why it earned');
  await expect(why.getByRole('region', { name: 'Balances of ada' })).toContainText('4.00 CASH');
  expect(await balances(request, key, 'ada')).toMatchObject([{ available: '0.00', held: '0.00', deferred: '4.00' }]);

  await page.goto('/');
  const line = page.getByRole('region', { name: 'Guided start' });
  await expect(line).toContainText('4 of 6 steps done. Next: Change what it earns');
  await line.getByRole('button', { name: 'Dismiss the guided start' }).click();
  await expect(line).toBeHidden();
});

test('the rule that credited the first event is changed by choosing, and the same event then earns otherwise', async ({
  dashboard: page,
  organization,
}) => {
  await page.goto('/start');
  await page.getByRole('button', { name: 'Create program' }).click();
  await expect(page.getByText('1 of 6 steps done.')).toBeVisible();
  await organization.call('apiKeys.create', { name: 'Server' });
  await page.getByRole('button', { name: 'Send it for me' }).click();
  await expect(page.getByText('3 of 6 steps done.').or(page.getByText('4 of 6 steps done.'))).toBeVisible();
  const change = step(page, 'Change what it earns');
  await expect(change.getByRole('group', { name: 'type is “purchase”' })).toBeVisible();
  await change.getByLabel('Percent').fill('10');
  await expect(change.getByRole('region', { name: 'In a sentence' })).toContainText('10% of amount');
  await change.getByRole('button', { name: 'Save and send the event again' }).click();
  await expect(change.getByRole('status').last()).toHaveText('Before, the event earned 4.00 CASH. Now it earns 8.00 CASH.');
  await expect(page.getByText('5 of 6 steps done.')).toBeVisible();
  await expect(step(page, 'See why it earned').getByRole('region', { name: 'Balances of ada' })).toContainText('12.00 CASH');

  await change.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('combobox', { name: 'What the condition is about' }).fill('amount');
  await page.getByRole('option', { name: 'Event: amount' }).first().click();
  await change.getByLabel('Value of amount').fill('100');
  await change.getByRole('button', { name: 'Save and send the event again' }).click();
  await expect(change.getByRole('status').last()).toHaveText('Before, the event earned 4.00 CASH. Now it earns nothing by this rule.');
  const { program } = await organization.read<{ program: { id: string } }>('start.read', {});
  const { data } = await organization.read<{ data: { name: string; condition: string; examples: { name: string }[] }[] }>('rules.list', {
    program_id: program.id,
  });
  const rule = data.find(({ name }) => name === 'Cashback on a purchase');
  expect(rule?.condition).toBe('event.type == "purchase" && event.amount >= 100');
  expect(rule?.examples.map(({ name }) => name)).toContain('purchase gives nothing');
});

test('an event that earns nothing says why, and a symbol that is taken is refused at its field', async ({
  dashboard: page,
  organization,
}) => {
  const asset = { name: 'Points', symbol: 'CASH', scale: 0, inventory_mode: 'SIMPLE', issuance_policy: 'UNLIMITED' };
  await organization.call('assets.create', asset);
  await page.goto('/start');
  await page.getByRole('button', { name: 'Create program' }).click();
  await expect(page.getByLabel('Symbol of cashback')).toHaveAccessibleDescription(/an asset of another kind under this symbol/);
  await page.getByLabel('Symbol of cashback').fill('BACK');
  await page.getByRole('button', { name: 'Create program' }).click();
  await expect(page.getByText('1 of 6 steps done.')).toBeVisible();
  const { program } = await organization.read<{ program: { id: string } }>('start.read', {});
  const event = { program_id: program.id, external_id: 'ada', idempotency_key: 'one', event_data: { type: 'visit' } };
  await organization.call('events.ingest', event);
  await expect(step(page, 'Send the first event').getByRole('status')).toContainText('“visit” of ada has arrived: completed.');
  const why = step(page, 'See why it earned');
  await why.getByRole('button', { name: 'Show' }).click();
  await expect(why).toContainText('The event has earned nothing.');
  await expect(why.getByText('Not matched').first()).toBeVisible();
});

test('choosing a template has no serious accessibility fault, light or dark', async ({ dashboard: page }) => {
  await page.goto('/start');
  await expect(page.getByRole('radio', { name: 'Team challenge' })).toBeVisible();
  expect(await faultsInBothColours(page)).toEqual([]);
  await page.goto('/programs');
  await page.getByRole('button', { name: 'New program' }).first().click();
  await page.getByRole('radio', { name: 'Team challenge' }).check();
  await expect(page.getByRole('dialog').getByText('Blue team: a session').first()).toBeVisible();
  expect(await faultsInBothColours(page)).toEqual([]);
});
