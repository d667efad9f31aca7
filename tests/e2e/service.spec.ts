/** The production form as one address: pages, API and public documents. */
import { expect, test } from '@tests/support/dashboard';

test('whoever is not signed in is asked to, on a page without script errors', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto('/');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('button', { name: /sign in|log in/i })).toBeVisible();
  expect(errors).toEqual([]);
});

test('the API answers beside the pages', async ({ request }) => {
  const answer = await request.get('/v1/programs');
  expect(answer.status()).toBe(401);
  expect(await answer.json()).toMatchObject({ type: 'authentication', code: 'authentication_required' });
  expect((await request.get('/openapi.json')).status()).toBe(200);
});
