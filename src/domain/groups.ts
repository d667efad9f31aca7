/** Decides which changes a group and its memberships allow: an archived group never changes, and a group keeps at least one ADMIN. */
import { DomainError } from './errors';
import { namesIn } from './fields';

export const GROUP_STATUSES = ['ACTIVE', 'ARCHIVED'] as const;
export type GroupStatus = (typeof GROUP_STATUSES)[number];

export const GROUP_ROLES = ['MEMBER', 'ADMIN'] as const;
export type GroupRole = (typeof GROUP_ROLES)[number];

/** @param param the field that names the group. @throws DomainError group_archived. */
export function assertGroupActive(status: GroupStatus, param: string): void {
  if (status === 'ARCHIVED') throw new DomainError('group_archived', 'The group is archived; use or create an active one.', { param });
}

interface GroupSettings {
  readonly name: string;
  readonly status: GroupStatus;
}

/**
 * The group after a change; the very same object when nothing changes, so that archiving an
 * archived group again is harmless.
 * @throws DomainError group_archived on any other change of an archived group.
 */
export function applyGroupChange<G extends GroupSettings & { deleted_at: Date | null; updated_at: Date }>(
  group: G,
  change: Partial<GroupSettings>,
  now: Date,
): G {
  const names = namesIn(change).filter((name) => change[name] !== undefined && change[name] !== group[name]);
  if (names.length === 0) return group;
  assertGroupActive(group.status, 'id');
  const changed = Object.fromEntries(names.map((name) => [name, change[name]]));
  return { ...group, ...changed, updated_at: now, deleted_at: change.status === 'ARCHIVED' ? now : null };
}

/**
 * @param role the member's present role.
 * @param becomes its next role, or null when the member leaves.
 * @param admins how many active ADMINs the group has, this member included.
 * @throws DomainError last_admin.
 */
export function assertAdminRemains(role: GroupRole, becomes: GroupRole | null, admins: number): void {
  if (role !== 'ADMIN' || becomes === 'ADMIN' || admins > 1) return;
  throw new DomainError('last_admin', 'This is the only admin of the group; make somebody else an admin first.', {
    param: 'participant_id',
  });
}
