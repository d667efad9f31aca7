/** Builds the kinds of procedures. Each narrows its context to what its use cases take, or refuses the caller. */
import { initTRPC } from '@trpc/server';
import { DomainError } from '@/domain/errors';
import { fieldsOf } from '@/domain/fields';
import { assertJsonLimits } from '@/server/platform/input/json-limits';
import type { Ctx, MemberCtx, Role } from '@/server/platform/context';
import { inNameOf } from '@/server/services/audit/in-name-of';
import { assertMayCall, type Access } from './access';
import type { ApiContext, Reply } from './context';
import { internalError, reportableFailure } from './failure';
import type { ProcedureMeta } from './route';

const t = initTRPC
  .context<ApiContext>()
  .meta<ProcedureMeta>()
  .create({
    errorFormatter: ({ shape, error, input, ctx }) => {
      const { code, status, message, param, fields, details } = reportableFailure(error, input) ?? internalError();
      return {
        ...shape,
        message,
        data: {
          code: shape.data.code,
          httpStatus: status,
          failure: { code, message, param, fields, details, request_id: ctx?.requestId },
        },
      };
    },
  });

export const { router, createCallerFactory } = t;

/** The context of use cases inside an organization, plus the reply, the uploaded file and whether every row of a list is wanted. */
export type OrganizationCtx = Ctx & {
  readonly reply: Reply;
  readonly upload: AsyncIterable<Uint8Array> | null;
  readonly everyRow: boolean;
};

function organizationContext(ctx: ApiContext): OrganizationCtx {
  const { actor, organization, clock, requestId, idempotencyKey, reply, upload = null, everyRow = false } = ctx;
  if (!actor) throw new DomainError('authentication_required', 'Send an API key as `Authorization: Bearer sk_…`.');
  if (actor.kind === 'ADMIN_KEY')
    throw new DomainError('org_key_required', 'This route takes the key of an organization, not the admin key.');
  if (!organization) throw new DomainError('organization_context_required', 'Choose an organization first.');
  if (ctx.owesSecondFactor)
    throw new DomainError(
      'second_factor_required',
      'This organization requires a second factor at sign-in; reload the page and set yours up.',
    );
  return { organization, actor, clock, requestId, idempotencyKey, reply, upload, everyRow };
}

interface Call {
  readonly ctx: ApiContext;
  readonly path: string;
  readonly type: string;
}

/** Attributes whatever a mutation changes to its caller, for the audit log. */
function attributed<T>({ ctx, path, type }: Call, work: () => Promise<T>): Promise<T> {
  const call = { request_id: ctx.requestId, ip: ctx.ip, operation: path };
  return type === 'mutation' ? inNameOf(ctx.actor, call, work) : work();
}

const auditedProcedure = t.procedure.use(({ next, ...call }) => attributed(call, () => next()));

/** The idempotency key of a call that did not pass through /v1, which checks its bodies and reconciles header and body itself. */
async function keyInBody(getRawInput: () => Promise<unknown>): Promise<string | null> {
  const input = await getRawInput();
  assertJsonLimits(input);
  const { idempotency_key: key } = fieldsOf(input);
  return typeof key === 'string' ? key : null;
}

/**
 * Enforces the access that the procedure's metadata declares, before its input is validated. It attributes the call too, since each
 * middleware costs a read of balances 3 % of its time.
 */
const organizationAccess = (access: Access) =>
  t.procedure.meta({ access }).use(({ next, getRawInput, meta, ...call }) =>
    attributed(call, async () => {
      const inside = organizationContext(call.ctx);
      assertMayCall(inside.actor, meta?.access ?? access, call.type);
      const idempotencyKey = inside.idempotencyKey ?? (inside.actor.kind === 'USER' ? await keyInBody(getRawInput) : null);
      return next({ ctx: { ...inside, idempotencyKey } });
    }),
  );

/** Needs an organization. API keys may do everything; a person who is a VIEWER may only read. */
export const organizationProcedure = organizationAccess({ callers: 'KEYS_AND_PEOPLE', read: 'VIEWER', change: 'MEMBER' });

/** Needs an API key, or a person with at least this role. */
export const sensitiveProcedure = (needed: Role) => organizationAccess({ callers: 'KEYS_AND_PEOPLE', read: needed, change: needed });

/** Needs a person signed in to the dashboard with at least this role. */
export const roleProcedure = (needed: Role) => organizationAccess({ callers: 'PEOPLE', read: needed, change: needed });

/** Needs a person signed in to the dashboard; for what members keep for themselves, which even a VIEWER may change. */
export const memberProcedure = roleProcedure('VIEWER').use(({ ctx, next }) => {
  const { actor } = ctx;
  if (actor.kind !== 'USER') throw new DomainError('user_context_required', 'Only a person who is signed in to the dashboard can do this.');
  return next({ ctx: { ...ctx, actor } satisfies MemberCtx });
});

/** The person signed in to the dashboard, and the session of the call. */
interface PersonCtx {
  readonly person: { readonly userId: string; readonly sessionId: string };
}

/** Needs a person signed in to the dashboard, in any organization or none; for what concerns that person alone. */
export const personProcedure = auditedProcedure.meta({ access: { callers: 'PERSON' } }).use(({ ctx: { actor }, next }) => {
  if (!actor) throw new DomainError('authentication_required', 'Sign in to the dashboard first.');
  if (actor.kind !== 'USER') throw new DomainError('user_context_required', 'Only a person who is signed in to the dashboard can do this.');
  return next({ ctx: { person: { userId: actor.userId, sessionId: actor.sessionId } } satisfies PersonCtx });
});

/** Needs the admin key of the deployment. */
export const adminProcedure = auditedProcedure.meta({ access: { callers: 'OPERATOR' } }).use(({ ctx, next }) => {
  const { actor, clock, requestId, idempotencyKey, reply } = ctx;
  if (!actor) throw new DomainError('authentication_required', 'Send the admin key as `Authorization: Bearer sk_admin_…`.');
  if (actor.kind !== 'ADMIN_KEY') throw new DomainError('admin_key_required', 'This route takes only the admin key of the deployment.');
  return next({ ctx: { clock, requestId, idempotencyKey, reply } });
});
