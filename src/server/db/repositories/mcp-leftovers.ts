/** What is left of assistants that are gone, as rows of the sign-in service. */
import { statement } from '../transaction';

/** With a refresh token go the access tokens that came from it. */
const EXPIRING = ['oauth_refresh_tokens', 'oauth_access_tokens', 'oauth_client_assertions'] as const;

/** Up to `limit` of those that ran out before `until`. Returns how many of the longest list. */
export async function deleteExpiredTokens(until: Date, limit: number): Promise<number> {
  let most = 0;
  for (const table of EXPIRING) {
    const rows = await statement(
      `DELETE FROM ${table} WHERE id IN (
         SELECT id FROM ${table} WHERE expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING 1`,
      [until, limit],
    );
    most = Math.max(most, rows.length);
  }
  return most;
}

/** Up to `limit` clients that registered in this time and have no grant. Returns how many. */
export async function deleteUnusedClients({ from, to }: { from: Date; to: Date }, limit: number): Promise<number> {
  const rows = await statement(
    `DELETE FROM oauth_clients WHERE id IN (
       SELECT c.id FROM oauth_clients c WHERE c.created_at >= $1 AND c.created_at < $2
         AND NOT EXISTS (SELECT 1 FROM mcp_grants g WHERE g.client_id = c.client_id)
       ORDER BY c.created_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING 1`,
    [from, to, limit],
  );
  return rows.length;
}
