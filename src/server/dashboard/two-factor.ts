/**
 * Configures the second step of a sign-in: a code from an authenticator app or a backup code. The secret and the backup codes are
 * stored encrypted, guesses are counted per sign-in and per account, and no code is accepted twice.
 */
import { APIError, getSessionFromCtx, type createAuthMiddleware } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { fieldsOf } from '@/domain/fields';
import { claimCode } from '@/server/db/repositories/organizations/second-factors';

const CHALLENGE_SECONDS = 10 * 60;
const TRUST_SECONDS = 30 * 24 * 3600;
const BACKUP_CODES = 10;
/** The name under which the library keeps a sign-in that awaits its second step. */
const CHALLENGE_COOKIE = 'two_factor';

export const secondFactor = () =>
  twoFactor({
    twoFactorCookieMaxAge: CHALLENGE_SECONDS,
    trustDeviceMaxAge: TRUST_SECONDS,
    backupCodeOptions: { amount: BACKUP_CODES, storeBackupCodes: 'encrypted' },
    accountLockout: { enabled: true, maxFailedAttempts: 10, durationSeconds: 15 * 60 },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'two_factors',
        fields: {
          userId: 'user_id',
          backupCodes: 'backup_codes',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  });

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** The library's other endpoints: codes by mail, and reading the secret again. */
export const UNUSED_SECOND_FACTOR_PATHS = ['/two-factor/get-totp-uri', '/two-factor/send-otp', '/two-factor/verify-otp'];

/** A code glimpsed over a shoulder is useless: each is accepted once, whoever uses it first. */
export async function refuseUsedCode(ctx: HookContext): Promise<void> {
  const { code } = fieldsOf(ctx.body);
  const userId = await whoseCode(ctx);
  if (userId === null || typeof code !== 'string' || !/^\d{6}$/.test(code)) return;
  if (!(await claimCode(userId, code, new Date())))
    throw new APIError('UNAUTHORIZED', { message: 'This code has already been used; wait for the next one in your app.' });
}

/** The person who is signed in, or who has passed the first step. */
async function whoseCode(ctx: HookContext): Promise<string | null> {
  const session = await getSessionFromCtx(ctx);
  if (session) return session.user.id;
  const cookie = ctx.context.createAuthCookie(CHALLENGE_COOKIE);
  const challenge = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
  const found = challenge ? await ctx.context.internalAdapter.findVerificationValue(challenge) : null;
  return found?.value ?? null;
}
