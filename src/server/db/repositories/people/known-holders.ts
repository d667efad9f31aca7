/** Finds which participants and groups an organization has, and their names. */
import { statement, type Tx } from '@/server/db/transaction';
import type { ParticipantRow } from './participants';

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

type Called = Pick<ParticipantRow, 'id' | 'external_id' | 'first_name' | 'last_name' | 'display_name'>;

/** Those of the ids that the organization has, with their names. */
export function listCalledParticipants(organizationId: string, ids: readonly string[]): Promise<Called[]> {
  return statement<Called>(
    `SELECT id, external_id, first_name, last_name, display_name FROM participants WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
    [organizationId, ids],
  );
}

export function listCalledGroups(organizationId: string, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return statement('SELECT id, name FROM groups WHERE organization_id = $1 AND id = ANY ($2::uuid[])', [organizationId, ids]);
}
