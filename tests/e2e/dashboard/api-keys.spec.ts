/** An API key from creation to revocation. */
import { expect, test } from '@tests/support/dashboard';

test('a key is shown once, opens the API, and is refused as soon as it is revoked', async ({ dashboard, request }) => {
  const answer = async (key: string) => (await request.get('/v1/programs', { headers: { authorization: `Bearer ${key}` } })).status();
  await dashboard.goto('/api-keys');
  await dashboard.getByRole('button', { name: 'Create key' }).first().click();
  await dashboard.getByLabel('Name').fill('Checkout server');
  await dashboard.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const key = (await dashboard.getByTestId('new-api-key').textContent()) ?? '';
  expect(key).toMatch(/^sk_[0-9A-Za-z]{43}$/);
  expect(await answer(key)).toBe(200);
  await dashboard.getByRole('button', { name: 'I have saved it' }).click();

  await dashboard.reload();
  await expect(dashboard.getByRole('cell', { name: 'Checkout server', exact: true })).toBeVisible();
  expect(await dashboard.content()).not.toContain(key);

  await dashboard.getByRole('button', { name: 'Actions for Checkout server' }).click();
  await dashboard.getByRole('menuitem', { name: 'Revoke…' }).click();
  await expect(dashboard.getByRole('dialog')).toContainText('are rejected immediately');
  await dashboard.getByRole('button', { name: 'Revoke key' }).click();
  await expect(dashboard.getByRole('cell', { name: 'Revoked', exact: true })).toBeVisible();
  expect(await answer(key)).toBe(401);
});

test('the dialog with a new key does not close by accident', async ({ dashboard }) => {
  await dashboard.goto('/api-keys');
  await dashboard.getByRole('button', { name: 'Create key' }).first().click();
  await dashboard.getByLabel('Name').fill('Server');
  await dashboard.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await expect(dashboard.getByTestId('new-api-key')).toBeVisible();
  await dashboard.keyboard.press('Escape');
  await dashboard.mouse.click(5, 5);
  // A closing dialog takes no more clicks.
  await dashboard.getByRole('button', { name: 'I have saved it' }).click();
  await expect(dashboard.getByTestId('new-api-key')).toHaveCount(0);
});

test('what the API refuses stands at its field, and what was typed stays', async ({ dashboard }) => {
  await dashboard.goto('/api-keys');
  await dashboard.getByRole('button', { name: 'Create key' }).first().click();
  const dialog = dashboard.getByRole('dialog');
  await dialog.getByLabel('Name').fill('   ');
  await dialog.getByRole('switch').click();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByRole('switch')).toBeChecked();
});
