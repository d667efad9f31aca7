/** Signing in and out. */
import { expect, PASSWORD, register, test } from '@tests/support/dashboard';

test('email and password lead to the guided start of a new organization, signing out leads back', async ({ page, request, origin }) => {
  const account = await register(request, origin);
  await page.goto('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Name').fill('Analytical Engines');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByRole('heading', { name: 'Guided start' })).toBeVisible();
  await expect(page.getByText('Analytical Engines')).toBeVisible();
  // The first page of a run can be visible before it is hydrated.
  await expect(async () => {
    await page.getByRole('button', { name: /signed in as/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/programs');
  await expect(page).toHaveURL(/\/login/);
});

test('signing in while the service cannot be reached says so, and is done by another press once it can', async ({ page, account }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(PASSWORD);
  for (const lost of ['**/*.js', '**/api/auth/**']) {
    await page.route(lost, (route) => route.abort());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'The service did not respond. Check your connection' })).toBeVisible();
    await page.unroute(lost);
  }
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/login/);
});

test('a wrong password is refused in words that name neither field, and what was typed stays', async ({ page, account }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await expect(page).toHaveURL(/\/login/);
});

test('an invited person joins through the link, with the role of the invitation', async ({ dashboard, organization, browser }) => {
  await dashboard.goto('/team');
  await dashboard.getByRole('button', { name: 'Invite' }).click();
  const email = `${organization.id}@example.com`;
  await dashboard.getByLabel('Email').fill(email);
  await dashboard.getByLabel('Role').click();
  await dashboard.getByRole('option', { name: /Viewer/ }).click();
  await dashboard.getByRole('button', { name: 'Create link' }).click();
  const link = await dashboard.getByText(/accept-invitation\?id=/).textContent();

  const visitor = await browser.newPage();
  await visitor.goto(link ?? '');
  await expect(visitor.getByLabel('Email')).toHaveValue(email);
  await visitor.getByLabel('Your name').fill('Alan Turing');
  await visitor.getByLabel('Password').fill(PASSWORD);
  await visitor.getByRole('button', { name: 'Create account' }).click();
  await visitor.getByRole('button', { name: `Join ${organization.name}` }).click();
  await expect(visitor.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await visitor.goto('/programs');
  await expect(visitor.getByRole('heading', { name: 'Programs' })).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'New program' })).toHaveCount(0);
  await visitor.close();
});
