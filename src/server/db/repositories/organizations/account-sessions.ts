/** Reads and ends the sessions of one person. Session tokens never leave this module. */
import { statement } from '@/server/db/transaction';

export interface AccountSessionRow {
  readonly id: string;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Active sessions, most recently seen first. */
export const listAccountSessions = (userId: string): Promise<AccountSessionRow[]> =>
  statement<AccountSessionRow>(
    `SELECT id, ip_address, user_agent, created_at, updated_at FROM sessions
     WHERE user_id = $1 AND expires_at > now() ORDER BY updated_at DESC, id`,
    [userId],
  );

/** @returns whether the user had such a session. */
export async function endAccountSession(userId: string, id: string): Promise<boolean> {
  const ended = await statement('DELETE FROM sessions WHERE user_id = $1 AND id = $2 RETURNING id', [userId, id]);
  return ended.length > 0;
}

/** @returns how many sessions were ended, not counting the one kept. */
export async function endOtherSessions(userId: string, keptId: string): Promise<number> {
  const ended = await statement('DELETE FROM sessions WHERE user_id = $1 AND id <> $2 RETURNING id', [userId, keptId]);
  return ended.length;
}

export async function renameUser(userId: string, name: string): Promise<void> {
  await statement('UPDATE users SET name = $2, updated_at = now() WHERE id = $1', [userId, name]);
}

/**
 * Sets a new password and revokes everything that the old one and a second factor had granted: sessions, trusted devices and the factor
 * itself. A single statement, so that it happens as a whole or not at all.
 * @param email in lower case. @returns false when nobody has this address.
 */
export async function replaceAccess(email: string, passwordHash: string, now: Date): Promise<boolean> {
  const [row] = await statement<{ known: boolean }>(
    `WITH person AS (
       UPDATE users SET two_factor_enabled = false, updated_at = $3 WHERE email = $1 RETURNING id
     ), factor AS (DELETE FROM two_factors f USING person p WHERE f.user_id = p.id
     ), ended AS (DELETE FROM sessions s USING person p WHERE s.user_id = p.id
     ), trust AS (DELETE FROM verifications v USING person p WHERE v.value = p.id::text
     ), credential AS (
       INSERT INTO accounts (user_id, account_id, provider_id, password, created_at, updated_at)
       SELECT id, id::text, 'credential', $2, $3, $3 FROM person
       ON CONFLICT (provider_id, account_id) DO UPDATE SET password = EXCLUDED.password, updated_at = EXCLUDED.updated_at
     )
     SELECT EXISTS (SELECT 1 FROM person) AS known`,
    [email, passwordHash, now],
  );
  return row?.known ?? false;
}
