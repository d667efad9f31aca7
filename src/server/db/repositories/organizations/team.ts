/** Reads the people of an organization, and sets what it requires of them. */
import { statement, type Tx } from '@/server/db/transaction';
import type { Role } from '@/server/platform/context';

export interface TeamMemberRow {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly two_factor_enabled: boolean;
  readonly created_at: Date;
}

/** In the order in which they joined. */
export const listTeam = (organizationId: string): Promise<TeamMemberRow[]> =>
  statement<TeamMemberRow>(
    `SELECT m.id, m.user_id, u.name, u.email, m.role, u.two_factor_enabled, m.created_at
     FROM members m JOIN users u ON u.id = m.user_id
     WHERE m.organization_id = $1 ORDER BY m.created_at, m.id`,
    [organizationId],
  );

export async function requiresTwoFactor(organizationId: string): Promise<boolean> {
  const [row] = await statement<{ require_two_factor: boolean }>('SELECT require_two_factor FROM organizations WHERE id = $1', [
    organizationId,
  ]);
  return row?.require_two_factor ?? false;
}

/** Whether a user has a second factor; locked so that it stays so until the transaction ends. */
export async function holdsTwoFactor(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx.query<{ two_factor_enabled: boolean }>('SELECT two_factor_enabled FROM users WHERE id = $1 FOR SHARE', [userId]);
  return row?.two_factor_enabled ?? false;
}

export async function setRequiresTwoFactor(tx: Tx, organizationId: string, required: boolean, now: Date): Promise<void> {
  await tx.query('UPDATE organizations SET require_two_factor = $2, updated_at = $3 WHERE id = $1 AND require_two_factor <> $2', [
    organizationId,
    required,
    now,
  ]);
}

/** Makes one member the owner and the owner an admin. @returns false when either no longer has the expected role. */
export async function passOwnership(tx: Tx, organizationId: string, fromUserId: string, toMemberId: string): Promise<boolean> {
  const raised = await tx.query(
    `UPDATE members SET role = 'OWNER' WHERE organization_id = $1 AND id = $2 AND user_id <> $3 AND role <> 'OWNER' RETURNING id`,
    [organizationId, toMemberId, fromUserId],
  );
  if (raised.length === 0) return false;
  const lowered = await tx.query(
    `UPDATE members SET role = 'ADMIN' WHERE organization_id = $1 AND user_id = $2 AND role = 'OWNER' RETURNING id`,
    [organizationId, fromUserId],
  );
  return lowered.length > 0;
}
