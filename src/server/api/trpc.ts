/** The kinds of procedures there are. Each narrows its context to what its use cases take, or refuses the caller. */
import { initTRPC } from '@trpc/server';
import { DomainError } from '@/domain/errors';
import type { Ctx, Role } from '@/server/context';
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

/** The key of a call that did not pass through /v1, where header and body are reconciled. */
const keyInBody = (input: unknown): string | null => {
  const { idempotency_key: key } = (input ?? {}) as { idempotency_key?: unknown };
  return typeof key === 'string' ? key : null;
};

/** Needs an organization. Keys may do everything; of people, a VIEWER may only read. */
export const organizationProcedure = t.procedure.use(async ({ ctx, type, getRawInput, next }) => {
  const inside = organizationContext(ctx);
  if (type !== 'query' && inside.actor.kind === 'USER' && !roleSuffices(inside.actor.role, 'MEMBER')) {
    throw new DomainError(
      'insufficient_permissions',
      'Viewers can read but not change; ask an admin of the organization for another role.',
    );
  }
  const idempotencyKey = inside.idempotencyKey ?? (inside.actor.kind === 'USER' ? keyInBody(await getRawInput()) : null);
  return next({ ctx: { ...inside, idempotencyKey } });
});

/** Needs a person who is signed in to the dashboard with at least this role. */
export const roleProcedure = (needed: Role) =>
  organizationProcedure.use(({ ctx, next }) => {
    if (ctx.actor.kind !== 'USER')
      throw new DomainError('user_context_required', 'Only a person who is signed in to the dashboard can do this.');
    if (!roleSuffices(ctx.actor.role, needed))
      throw new DomainError('insufficient_permissions', 'Your role does not allow this; ask an owner or admin of the organization.');
    return next({ ctx });
  });

/** The context of use cases of the deployment's operator: outside any organization. */
export type AdminCtx = Pick<ApiContext, 'clock' | 'requestId' | 'idempotencyKey' | 'reply'>;

/** Needs the admin key of the deployment. */
export const adminProcedure = t.procedure.use(({ ctx, next }) => {
  const { actor, clock, requestId, idempotencyKey, reply } = ctx;
  if (!actor) throw new DomainError('authentication_required', 'Send the admin key as `Authorization: Bearer sk_admin_…`.');
  if (actor.kind !== 'ADMIN_KEY') throw new DomainError('admin_key_required', 'This route takes only the admin key of the deployment.');
  return next({ ctx: { clock, requestId, idempotencyKey, reply } });
});
