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

test('a header of the router that cannot be read is refused, and an action that is gone is told by Next', async ({ request }) => {
  const asked = (state: string) => request.get('/login', { headers: { rsc: '1', 'next-router-state-tree': state } });
  expect((await asked(encodeURIComponent('["",{}]'))).headers()['content-type']).toBe('text/x-component');
  const refused = await asked('x');
  expect([refused.status(), await refused.json()]).toMatchObject([
    400,
    { code: 'bad_request', details: { reason: 'invalid_router_state' } },
  ]);
  const gone = { 'next-action': '00aabbccddeeff00112233445566778899aabbccdd', 'content-type': 'text/plain' };
  const told = await request.post('/login', { headers: gone, data: '[]' });
  expect([told.status(), await told.text()]).toEqual([409, 'Server Action unavailable.']);
});

test('the API answers beside the pages', async ({ request }) => {
  const answer = await request.get('/v1/programs');
  expect(answer.status()).toBe(401);
  expect(await answer.json()).toMatchObject({ type: 'authentication', code: 'authentication_required' });
  expect((await request.get('/openapi.json')).status()).toBe(200);
});
