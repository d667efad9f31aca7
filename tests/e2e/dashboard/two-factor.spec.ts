/** Setting up a second factor and signing in with it, by keyboard and by sight. */
import type { Page } from '@playwright/test';
import { faultsInBothColours } from '@tests/support/axe';
import { createOrganization, expect, PASSWORD, register, test, type Account } from '@tests/support/dashboard';
import { codeOf } from '@tests/support/second-factor';

/** Somebody of their own: what is asked at sign-in is asked of the whole account. */
async function newcomer(page: Page, origin: string): Promise<{ account: Account; organization: string }> {
  const account = await register(page.request, origin);
  const { name } = await createOrganization(page.request, origin, account, 'LIVE');
  return { account, organization: name };
}

/** Uses the present code; at the end of its half minute it is that of the one before, which passes as well. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  const secret = (await page.getByTestId('two-factor-secret').textContent()) ?? '';
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await page.getByLabel('Code from your app').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Backup codes' })).toBeFocused();
  const codes = await page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  return { secret, codes };
}

async function signIn(page: Page, { email }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** With no page open: one that asks for something just then goes to the sign-in by itself. */
async function endSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

const expectAccessible = async (page: Page): Promise<void> => expect(await faultsInBothColours(page)).toEqual([]);

test('a second factor is set up by keyboard, asked for after the password, and a backup code takes its place', async ({ page, origin }) => {
  const { account } = await newcomer(page, origin);
  await page.goto('/account');
  await expect(page).toHaveURL('/account');
  await expect(page.getByText('This device')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set up' }).focus();
  await page.keyboard.press('Enter');
  const { secret, codes } = await setUp(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('list', { name: 'Backup codes' })).toBeVisible();
  await page.getByRole('button', { name: 'I have saved them' }).press('Enter');
  await expect(page.getByText('10 backup codes are left.')).toBeVisible();

  await endSession(page);
  await page.goto('/programs?status=ACTIVE');
  await expect(page).toHaveURL('/login?next=%2Fprograms%3Fstatus%3DACTIVE');
  await signIn(page, account);
  await expect(page.getByLabel('Code from your app')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is wrong')).toBeVisible();
  // No code is accepted twice, so use the next one.
  await page.getByLabel('Code from your app').fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/programs?status=ACTIVE');

  await endSession(page);
  await page.goto('/login?next=https://evil.example/');
  await signIn(page, account);
  await page.getByRole('button', { name: 'Use a backup code instead' }).press('Enter');
  await expect(page.getByLabel('Backup code')).toBeFocused();
  await page.keyboard.type(codes[0]!);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText('9 backup codes are left.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByRole('region', { name: 'Sessions' }).getByRole('row')).toHaveCount(2);
});

test('an organization that asks for a second factor opens to its owner only when it is set up', async ({ page, origin }) => {
  const { organization } = await newcomer(page, origin);
  await page.goto('/team');
  await page.getByRole('link', { name: 'Set it up for your own account' }).click();
  await page.getByRole('button', { name: 'Set up' }).click();
  await setUp(page);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.goto('/team');
  await page.getByRole('button', { name: 'Require for everyone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Require for everyone' }).click();
  await expect(page.getByRole('button', { name: 'Stop requiring' })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/account');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText(`You lose access to ${organization} until`)).toBeVisible();
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/two-factor');
  await page.goto('/programs');
  await expect(page).toHaveURL('/two-factor');
  await expectAccessible(page);
  await setUp(page);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});
