/** How the operator restores access for somebody who lost password or second factor. */
import { execFile } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { childEnvironment } from '@/env';
import { closeDatabase } from '@/server/db/client';
import { callAuth, newEmail, ownedOrganization, PASSWORD } from '@tests/support/people';
import { codeOf, secretIn } from '@tests/support/second-factor';

afterAll(closeDatabase);

const resetAccess = (...args: string[]) =>
  new Promise<{ code: number; output: string }>((done) => {
    const command = ['--import', 'tsx', 'src/cli/reset-access.ts', ...args];
    execFile(process.execPath, command, { env: childEnvironment() }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });

test('a person gets a new password; the old one, the second factor and every session are gone', async () => {
  const { owner } = await ownedOrganization();
  const { body } = await owner.auth('/two-factor/enable', { password: PASSWORD });
  const enabled = await owner.auth('/two-factor/verify-totp', { code: codeOf(secretIn(String(body.totpURI))) });
  expect(enabled.status).toBe(200);
  const { code, output } = await resetAccess(owner.email.toUpperCase());
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(' signs in with ') as string });
  const password = / signs in with (\S{20}) from now on/.exec(output)?.[1];
  expect((await owner.query('account.sessions')).failure?.code).toBe('authentication_required');
  expect((await callAuth('/sign-in/email', { email: owner.email, password: PASSWORD })).status).toBe(401);
  const signedIn = await callAuth('/sign-in/email', { email: owner.email, password });
  expect(signedIn).toMatchObject({ status: 200, body: { user: { email: owner.email } } });
});

test('an unknown address is named, and nobody is changed', async () => {
  const email = newEmail();
  expect(await resetAccess(email)).toEqual({ code: 1, output: `Nobody signs in with ${email}.\n` });
});
