/** Deletes what assistants that are gone left behind in the sign-in service's tables. */
import { statement } from '@/server/db/transaction';

/** Deleting a refresh token also deletes the access tokens issued from it. */
const EXPIRING = ['oauth_refresh_tokens', 'oauth_access_tokens', 'oauth_client_assertions'] as const;

/** Deletes up to `limit` rows per table that expired before `until`. @returns the largest number deleted from one table. */
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

/** Deletes up to `limit` clients that registered in this period and have no grant. @returns how many. */
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
