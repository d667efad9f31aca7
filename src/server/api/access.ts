/** Defines who may call a procedure: declared once in its metadata and enforced by a single gate. */
import { DomainError } from '@/domain/errors';
import { roleOf, type Actor, type Role } from '@/server/platform/context';

/**
 * `OPERATOR`: the deployment's admin key. `PERSON`: any signed-in person, acting on their own account.
 * Otherwise a caller inside an organization: people with at least the role that reading or changing
 * requires, and API keys too unless it is for `PEOPLE` only.
 */
export type Access =
  | { readonly callers: 'OPERATOR' | 'PERSON' }
  | { readonly callers: 'KEYS_AND_PEOPLE' | 'PEOPLE'; readonly read: Role; readonly change: Role };

const RANK = { VIEWER: 0, MEMBER: 1, ADMIN: 2, OWNER: 3 } as const satisfies Record<Role, number>;

/** Whether `role` ranks at least as high as `needed`. */
export const roleSuffices = (role: Role, needed: Role): boolean => RANK[role] >= RANK[needed];

/** The minimum role a person needs for a call of this type; null where the role does not matter. */
export const neededRole = (access: Access, type: 'query' | 'mutation' | 'subscription'): Role | null =>
  'read' in access ? access[type === 'query' ? 'read' : 'change'] : null;

/** @throws DomainError user_context_required, insufficient_permissions. */
export function assertMayCall(actor: Actor, access: Access, type: 'query' | 'mutation' | 'subscription'): void {
  if (access.callers === 'PEOPLE' && actor.kind !== 'USER')
    throw new DomainError('user_context_required', 'Only a person who is signed in to the dashboard can do this.');
  const needed = neededRole(access, type);
  const role = roleOf(actor);
  if (needed === null || role === null || roleSuffices(role, needed)) return;
  throw new DomainError(
    'insufficient_permissions',
    role === 'VIEWER' && type !== 'query'
      ? 'Viewers can read but not change; ask an admin of the organization for another role.'
      : 'Your role does not allow this; ask an owner or admin of the organization.',
  );
}
