/** Guards the sign-in service's routes: who may register, how often a password may be guessed, and what requires a second factor. */
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { fieldsOf } from '@/domain/fields';
import { allStorable } from '@/domain/text';
import { forgetTrustedDevices, owesSecondFactorTo } from '@/server/db/repositories/organizations/second-factors';
import { ORGANIZATION_ROLES } from './roles';
import { refuseSignedRequests } from './signed-requests';
import { recordSignIn, signInWait } from './sign-in-attempts';
import { maySignUp } from './sign-up-policy';
import { noteFailure } from './note-failure';
import { refuseUsedCode } from './two-factor';

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

export const beforeAccess = createAuthMiddleware(async (ctx) => {
  const { path, body } = ctx;
  if (!allStorable(body)) throw new APIError('BAD_REQUEST', { message: 'Text must not hold NUL characters or unpaired surrogates.' });
  if (path === '/sign-in/email') {
    const seconds = signInWait(credentialsOf(body).email, Date.now());
    if (seconds > 0)
      throw new APIError('TOO_MANY_REQUESTS', {
        message: `Too many failed attempts for this address; try again in ${Math.ceil(seconds / 60)} minutes.`,
      });
  }
  if (path === '/sign-up/email') {
    const { email, invitationId } = credentialsOf(body);
    if (!(await maySignUp(email, invitationId, new Date())))
      throw new APIError('FORBIDDEN', { message: 'Registration is closed here; ask an owner of your organization for an invitation.' });
  }
  if (NAMES_A_ROLE.has(path)) assertRole(fieldsOf(body).role);
  if (path === '/two-factor/verify-totp') await refuseUsedCode(ctx);
  if (path === '/oauth2/register') refuseSignedRequests(body);
  if (path.startsWith('/organization/') && !WITHOUT_SECOND_FACTOR.has(path)) await refuseWithoutSecondFactor(ctx);
});

export const afterAccess = createAuthMiddleware(async (ctx) => {
  const { path, body, context } = ctx;
  const refused = context.returned instanceof APIError;
  if (refused) noteFailure(context.returned);
  if (path === '/sign-in/email') recordSignIn(credentialsOf(body).email, !refused, Date.now());
  if (ENDS_TRUST.has(path) && !refused && context.session) await forgetTrustedDevices(context.session.user.id);
});

const NAMES_A_ROLE: ReadonlySet<string> = new Set(['/organization/invite-member', '/organization/update-member-role']);

/** Exactly one of the four roles, as spelled: the library would also accept lists and unknown words, which no member can have. */
function assertRole(role: unknown): void {
  if (typeof role === 'string' && Object.hasOwn(ORGANIZATION_ROLES, role)) return;
  throw new APIError('BAD_REQUEST', { message: `Choose one role: ${Object.keys(ORGANIZATION_ROLES).join(', ')}.` });
}

/** The ways into another organization, and out of this one. */
const WITHOUT_SECOND_FACTOR: ReadonlySet<string> = new Set(
  ['create', 'list', 'set-active', 'accept-invitation', 'leave'].map((action) => `/organization/${action}`),
);

/** A device is trusted on the strength of a password and a code; changing either revokes that trust. */
const ENDS_TRUST: ReadonlySet<string> = new Set(['/change-password', '/two-factor/disable']);

/** An organization that requires a second factor can only be managed by people who have set one up. */
async function refuseWithoutSecondFactor(ctx: HookContext): Promise<void> {
  const session = await getSessionFromCtx(ctx);
  if (!session) return;
  const { activeOrganizationId } = fieldsOf(session.session);
  const named = [activeOrganizationId, ...Object.values({ ...ctx.query, ...fieldsOf(ctx.body) })];
  const names = named.filter((value): value is string => typeof value === 'string');
  if (await owesSecondFactorTo(session.user.id, names))
    throw new APIError('FORBIDDEN', {
      message: 'This organization requires a second factor at sign-in; reload the page and set yours up.',
    });
}

function credentialsOf(body: unknown): { email: string; invitationId: string | null } {
  const { email, invitationId } = fieldsOf(body);
  return { email: typeof email === 'string' ? email : '', invitationId: typeof invitationId === 'string' ? invitationId : null };
}
