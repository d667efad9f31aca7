/** Behind https a session's cookie travels over https alone. */
import { afterAll, expect, test } from 'vitest';
import { publishSettings } from '@/env';
import { closeDatabase } from '@/server/db/client';
import { dashboardAuth } from '@/server/dashboard/auth';
import { dropSingleton } from '@/server/platform/singleton';
import { newEmail, PASSWORD } from '@tests/support/people';

afterAll(async () => {
  publishSettings({ PUBLIC_URL: '' });
  dropSingleton('dashboard-auth');
  await closeDatabase();
});

test('the session cookie of a deployment at an https address is Secure, HttpOnly and SameSite=Lax', async () => {
  const origin = 'https://rewards.example.com';
  publishSettings({ PUBLIC_URL: origin });
  dropSingleton('dashboard-auth');
  const answer = await dashboardAuth().handler(
    new Request(`${origin}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ name: 'Ada', email: newEmail(), password: PASSWORD }),
    }),
  );
  const cookies = answer.headers.getSetCookie();
  expect(cookies.join()).toContain('__Secure-rewards.session_token=');
  for (const cookie of cookies)
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/']) expect(cookie).toContain(attribute);
});
