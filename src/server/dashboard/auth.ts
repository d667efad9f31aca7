/**
 * Configures the sign-in of people: email and password, sessions in the service's own database, organizations with roles.
 * Nothing is sent to any third party, and requests from other sites are refused.
 */
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { organization } from 'better-auth/plugins/organization';
import { z } from 'zod';
import { env } from '@/env';
import { actorsPool } from '@/server/db/audit-scope';
import { log } from '@/server/platform/log';
import { dropSingleton, singleton } from '@/server/platform/singleton';
import { afterAccess, beforeAccess } from './access-hooks';
import { CLIENT_ADDRESS_HEADER, ownOrigins } from './request';
import { authorizationServer, UNUSED_OAUTH_PATHS } from './oauth-provider';
import { ORGANIZATION_ROLES, organizationAccess } from './roles';
import { secondFactor, UNUSED_SECOND_FACTOR_PATHS } from './two-factor';

const SESSION_SECONDS = 7 * 24 * 3600;
const INVITATION_SECONDS = 7 * 24 * 3600;
const PASSWORD_MIN = 10;

/** Account and sessions are read and changed through API procedures, which never hand a session token to a page. */
const ANSWERED_ELSEWHERE = [
  '/list-sessions',
  '/revoke-session',
  '/revoke-sessions',
  '/revoke-other-sessions',
  '/update-user',
  '/change-email',
  '/delete-user',
];

const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' };

const TABLES = {
  user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...stamps } },
  session: {
    modelName: 'sessions',
    expiresIn: SESSION_SECONDS,
    // How precisely the last use of a session is known.
    updateAge: 5 * 60,
    fields: { userId: 'user_id', expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent', ...stamps },
  },
  account: {
    modelName: 'accounts',
    fields: {
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...stamps,
    },
  },
  verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...stamps } },
};

const organizations = () =>
  organization({
    ac: organizationAccess,
    roles: ORGANIZATION_ROLES,
    creatorRole: 'OWNER',
    organizationLimit: 100,
    membershipLimit: 500,
    invitationExpiresIn: INVITATION_SECONDS,
    cancelPendingInvitationsOnReInvite: true,
    // The invitation link is passed on by whoever invites; holding it is the proof, since no mail is sent from here.
    requireEmailVerificationOnInvitation: false,
    disableOrganizationDeletion: true,
    schema: {
      session: { fields: { activeOrganizationId: 'active_organization_id' } },
      organization: {
        modelName: 'organizations',
        fields: { createdAt: 'created_at' },
        additionalFields: {
          updatedAt: { type: 'date', required: true, input: false, fieldName: 'updated_at', defaultValue: () => new Date() },
          mode: { type: 'string', required: false, validator: { input: z.enum(['LIVE', 'SANDBOX']) } },
        },
      },
      member: { modelName: 'members', fields: { organizationId: 'organization_id', userId: 'user_id', createdAt: 'created_at' } },
      invitation: {
        modelName: 'invitations',
        fields: { organizationId: 'organization_id', inviterId: 'inviter_id', expiresAt: 'expires_at', createdAt: 'created_at' },
      },
    },
    organizationHooks: {
      beforeUpdateOrganization: async ({ organization: changes }) => {
        if ('mode' in changes)
          throw new APIError('BAD_REQUEST', { message: 'The mode of an organization cannot change; create another organization.' });
        return { data: { ...changes, updatedAt: new Date() } };
      },
    },
  });

const create = () => {
  const secure = env().PUBLIC_URL.startsWith('https:');
  return betterAuth({
    appName: 'Rewards',
    baseURL: env().PUBLIC_URL,
    basePath: '/api/auth',
    secret: env().AUTH_SECRET,
    database: actorsPool,
    trustedOrigins: (request) => (request ? ownOrigins(request.headers) : []),
    emailAndPassword: { enabled: true, minPasswordLength: PASSWORD_MIN, autoSignIn: true },
    ...TABLES,
    plugins: [organizations(), secondFactor(), authorizationServer()],
    hooks: { before: beforeAccess, after: afterAccess },
    disabledPaths: [...UNUSED_SECOND_FACTOR_PATHS, ...UNUSED_OAUTH_PATHS, ...ANSWERED_ELSEWHERE],
    rateLimit: {
      enabled: true,
      window: 60,
      max: 300,
      customRules: {
        '/sign-in/email': { window: 60, max: 30 },
        '/sign-up/email': { window: 60, max: 30 },
        '/two-factor/*': { window: 60, max: 30 },
      },
    },
    advanced: {
      cookiePrefix: 'rewards',
      useSecureCookies: secure,
      // Set explicitly, because the library disables both checks by itself where NODE_ENV is test.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure },
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    telemetry: { enabled: false },
    logger: { level: 'warn', log: (_level, message) => log().warn({ source: 'sign-in' }, message) },
    // Failures other than refusals are answered by answerAuth.
    onAPIError: { throw: true },
  });
};

type DashboardAuth = ReturnType<typeof create>;

const NAME = 'dashboard-auth';

/** The instance of this process, created on first use. It reads the database as it starts; a failed start is retried. */
export const dashboardAuth = (): DashboardAuth =>
  singleton(NAME, () => {
    const made = create();
    made.$context.catch(() => dropSingleton(NAME));
    return made;
  });
