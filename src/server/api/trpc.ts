/** The kinds of procedures there are. Each narrows its context to what its use cases take, or refuses the caller. */
import { initTRPC } from '@trpc/server';
import { DomainError } from '@/domain/errors';
import { roleOf, type Ctx, type Role } from '@/server/context';
import { inNameOf } from '@/server/services/audit/in-name-of';
import type { ApiContext, Reply } from './context';
import { internalError, reportableFailure } from './failure';
import type { ProcedureMeta } from './route';

const t = initTRPC
  .context<ApiContext>()
  .meta<ProcedureMeta>()
  .create({
    errorFormatter: ({ shape, error, input, ctx }) => {
      const { code, message, param, fields, details } = reportableFailure(error, input) ?? internalError();
      return {
        ...shape,
        message,
        data: {
          code: shape.data.code,
          httpStatus: shape.data.httpStatus,
          failure: { code, message, param, fields, details, request_id: ctx?.requestId },
        },
      };
    },
  });

export const { router, createCallerFactory } = t;

/** The context of use cases inside an organization, plus the reply. */
export type OrganizationCtx = Ctx & { readonly reply: Reply };

const RANK = { VIEWER: 0, MEMBER: 1, ADMIN: 2, OWNER: 3 } as const satisfies Record<Role, number>;

/** Whether a person with `role` may do what asks for `needed`. */
export const roleSuffices = (role: Role, needed: Role): boolean => RANK[role] >= RANK[needed];

function organizationContext(ctx: ApiContext): OrganizationCtx {
  const { actor, organization, clock, requestId, idempotencyKey, reply } = ctx;
  if (!actor) throw new DomainError('authentication_required', 'Send an API key as `Authorization: Bearer sk_…`.');
  if (actor.kind === 'ADMIN_KEY')
    throw new DomainError('org_key_required', 'This route takes the key of an organization, not the admin key.');
  if (!organization) throw new DomainError('organization_context_required', 'Choose an organization first.');
  return { organization, actor, clock, requestId, idempotencyKey, reply };
}

/** Whatever a call changes is changed in the caller's name. */
const auditedProcedure = t.procedure.use(({ ctx, path, type, next }) => {
  const call = { request_id: ctx.requestId, ip: ctx.ip, operation: path };
  return type === 'mutation' ? inNameOf(ctx.actor, call, () => next()) : next();
});

/** The key of a call that did not pass through /v1, where header and body are reconciled. */
const keyInBody = (input: unknown): string | null => {
  const { idempotency_key: key } = (input ?? {}) as { idempotency_key?: unknown };
  return typeof key === 'string' ? key : null;
};

/** Needs an organization. Keys may do everything; of people, a VIEWER may only read. */
export const organizationProcedure = auditedProcedure.use(async ({ ctx, type, getRawInput, next }) => {
  const inside = organizationContext(ctx);
  const role = roleOf(inside.actor);
  if (type !== 'query' && role !== null && !roleSuffices(role, 'MEMBER')) {
    throw new DomainError(
      'insufficient_permissions',
      'Viewers can read but not change; ask an admin of the organization for another role.',
    );
  }
  const idempotencyKey = inside.idempotencyKey ?? (inside.actor.kind === 'USER' ? keyInBody(await getRawInput()) : null);
  return next({ ctx: { ...inside, idempotencyKey } });
});

const roleLacks = () =>
  new DomainError('insufficient_permissions', 'Your role does not allow this; ask an owner or admin of the organization.');

/** Needs a key, or a person with at least this role. */
export const sensitiveProcedure = (needed: Role) =>
  organizationProcedure.use(({ ctx, next }) => {
    const role = roleOf(ctx.actor);
    if (role !== null && !roleSuffices(role, needed)) throw roleLacks();
    return next({ ctx });
  });

/** Needs a person who is signed in to the dashboard with at least this role. */
export const roleProcedure = (needed: Role) =>
  organizationProcedure.use(({ ctx, next }) => {
    if (ctx.actor.kind !== 'USER')
      throw new DomainError('user_context_required', 'Only a person who is signed in to the dashboard can do this.');
    if (!roleSuffices(ctx.actor.role, needed)) throw roleLacks();
    return next({ ctx });
  });

/** The context of use cases of the deployment's operator: outside any organization. */
export type AdminCtx = Pick<ApiContext, 'clock' | 'requestId' | 'idempotencyKey' | 'reply'>;

/** Needs the admin key of the deployment. */
export const adminProcedure = auditedProcedure.use(({ ctx, next }) => {
  const { actor, clock, requestId, idempotencyKey, reply } = ctx;
  if (!actor) throw new DomainError('authentication_required', 'Send the admin key as `Authorization: Bearer sk_admin_…`.');
  if (actor.kind !== 'ADMIN_KEY') throw new DomainError('admin_key_required', 'This route takes only the admin key of the deployment.');
  return next({ ctx: { clock, requestId, idempotencyKey, reply } });
});
