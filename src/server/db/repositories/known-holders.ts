/** Which participants and groups an organization has. */
import type { Tx } from '../transaction';

/** Those of `ids` that are a participant or group of the organization. */
export async function loadKnownHolders(tx: Pick<Tx, 'query'>, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM participants WHERE organization_id = $1 AND id = ANY ($2::uuid[])
     UNION ALL SELECT id FROM groups WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
    [organizationId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}
