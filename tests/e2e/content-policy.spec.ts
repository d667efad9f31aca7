/** The dashboard runs under a strict content policy: its own scripts run, and no other does. */
import { expect, test } from '@tests/support/dashboard';

test('every answer of the site has a policy with a nonce of its own, and headers that keep it out of frames', async ({ request }) => {
  const policies: string[] = [];
  for (const path of ['/login', '/login', '/nothing-here']) {
    const { 'content-security-policy': policy = '', ...headers } = (await request.get(path)).headers();
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]{24}' 'strict-dynamic';/);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("'unsafe-eval'");
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    policies.push(policy);
  }
  expect(new Set(policies).size).toBe(policies.length);
});

test('pages of every kind run under it without a violation, and a script that is put into one does not run', async ({
  dashboard: inside,
}) => {
  const violations: string[] = [];
  await inside.exposeFunction('violated', (text: string) => violations.push(text));
  await inside.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      void (window as unknown as { violated(text: string): void }).violated(`${violatedDirective} ${blockedURI} ${location.pathname}`);
    });
  });
  for (const path of ['/', '/events', '/rules', '/reports', '/rules/new', '/webhooks']) {
    await inside.goto(path);
    await expect(inside.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  expect(violations).toEqual([]);
  await inside.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<img src="x" onerror="window.hostileRan = true"><a href="javascript:window.hostileRan=true" id="hostile">x</a>',
    );
    document.querySelector<HTMLAnchorElement>('#hostile')!.click();
  });
  // Both are reported, and neither has run.
  await expect.poll(() => violations.length).toBeGreaterThan(1);
  expect(await inside.evaluate(() => 'hostileRan' in window)).toBe(false);
});
