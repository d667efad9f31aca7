/** Stores used codes and trusted devices, and tells who still has to set up a second factor for an organization. */
import { statement } from '@/server/db/transaction';

/** Longer than any code is accepted, neighbouring time steps included. */
const KEPT = `interval '5 minutes'`;

/** Records that a code was submitted. @returns false when it had been submitted before, so that only one of two requests proceeds. */
export async function claimCode(userId: string, code: string, now: Date): Promise<boolean> {
  await statement(`DELETE FROM used_codes WHERE user_id = $1 AND used_at < $2::timestamptz - ${KEPT}`, [userId, now]);
  const claimed = await statement(
    'INSERT INTO used_codes (user_id, code, used_at) VALUES ($1, $2, $3) ON CONFLICT (user_id, code) DO NOTHING RETURNING code',
    [userId, code, now],
  );
  return claimed.length > 0;
}

/** Ends trust in every device of a user: the next sign-in on each asks for a code again. */
export async function forgetTrustedDevices(userId: string): Promise<void> {
  await statement(`DELETE FROM verifications WHERE value = $1 AND starts_with(identifier, 'trust-device-')`, [userId]);
}

/**
 * Whether any organization that a request refers to requires a second factor that the user lacks.
 * @param named ids and slugs of organizations, ids of invitations and members, or anything else.
 */
export async function owesSecondFactorTo(userId: string, named: readonly string[]): Promise<boolean> {
  const [row] = await statement<{ owes: boolean }>(
    `SELECT EXISTS (
       SELECT 1 FROM members m JOIN organizations o ON o.id = m.organization_id JOIN users u ON u.id = m.user_id
       WHERE m.user_id = $1 AND o.require_two_factor AND NOT u.two_factor_enabled
         AND (o.id::text = ANY ($2) OR o.slug = ANY ($2)
           OR EXISTS (SELECT 1 FROM invitations i WHERE i.organization_id = o.id AND i.id::text = ANY ($2))
           OR EXISTS (SELECT 1 FROM members other WHERE other.organization_id = o.id AND other.id::text = ANY ($2)))
     ) AS owes`,
    [userId, named],
  );
  return row?.owes ?? false;
}
