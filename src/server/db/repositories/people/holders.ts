/** Finds participants and groups by the identifiers used in paths. */
import { only } from '@/domain/assert';
import type { FoundHolder } from '@/domain/ledger/holder';
import type { Tx } from '@/server/db/transaction';
import { whereLastOfKey } from '@/server/db/unique-key';
import { findGroupStatus, findGroupStatuses } from './groups';
import { namedParticipant, type ParticipantKey, type ParticipantStatus } from '@/server/db/repositories/ledger/operation-context';

/** A holder as a path identifies it: by its id or, for a participant, by the caller's external id. */
export type HolderName =
  { readonly type: 'PARTICIPANT'; readonly key: ParticipantKey } | { readonly type: 'GROUP'; readonly key: { readonly id: string } };

async function findOne(tx: Pick<Tx, 'query'>, organizationId: string, name: HolderName): Promise<FoundHolder | null> {
  if (name.type === 'GROUP') {
    const status = await findGroupStatus(tx, organizationId, name.key.id);
    return status && { type: 'GROUP', id: name.key.id, status };
  }
  const { condition, value } = namedParticipant(name.key);
  const [row] = await tx.query<ParticipantRow>(`SELECT p.id, p.external_id, p.status FROM participants p WHERE ${condition}`, [
    organizationId,
    value,
  ]);
  return row ? { type: 'PARTICIPANT', id: row.id, status: row.status } : null;
}

interface ParticipantRow {
  id: string;
  external_id: string;
  status: ParticipantStatus;
}

/** One per name, in order; null for a holder that the organization does not have. */
export async function findHolders(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  names: readonly HolderName[],
): Promise<(FoundHolder | null)[]> {
  // A statement over arrays is planned for their length every time, which costs more than looking one holder up.
  if (names.length === 1) return [await findOne(tx, organizationId, only(names))];
  const found = new Map<string, FoundHolder>();
  const participants = names.flatMap(({ type, key }) => (type === 'PARTICIPANT' ? [key] : []));
  const groups = names.flatMap(({ type, key }) => (type === 'GROUP' ? [key] : []));
  for (const { id, external_id: externalId, status } of await findParticipants(tx, organizationId, participants)) {
    const holder: FoundHolder = { type: 'PARTICIPANT', id, status };
    found.set(nameOf({ type: 'PARTICIPANT', key: { id } }), holder);
    found.set(nameOf({ type: 'PARTICIPANT', key: { externalId } }), holder);
  }
  if (groups.length > 0) {
    for (const [id, status] of await findGroupStatuses(
      tx,
      organizationId,
      groups.map(({ id }) => id),
    ))
      found.set(nameOf({ type: 'GROUP', key: { id } }), { type: 'GROUP', id, status });
  }
  return names.map((name) => found.get(nameOf(name)) ?? null);
}

function findParticipants(tx: Pick<Tx, 'query'>, organizationId: string, keys: readonly ParticipantKey[]): Promise<ParticipantRow[]> {
  if (keys.length === 0) return Promise.resolve([]);
  return tx.query<ParticipantRow>(FIND_PARTICIPANTS, [
    organizationId,
    keys.flatMap((key) => ('id' in key ? [] : [key.externalId])),
    keys.flatMap((key) => ('id' in key ? [key.id] : [])),
  ]);
}

/** Looks up name by name: with one condition for all, the planner would read every participant of an organization it takes for small. */
const FIND_PARTICIPANTS = `
  SELECT found.* FROM unnest($2::text[]) AS named (external_id)
  CROSS JOIN LATERAL (
    SELECT p.id, p.external_id, p.status FROM participants p
    WHERE p.organization_id = $1 AND ${whereLastOfKey('p.external_id', 'named.external_id')}
  ) found
  UNION ALL
  SELECT found.* FROM unnest($3::uuid[]) AS named (id)
  CROSS JOIN LATERAL (
    SELECT p.id, p.external_id, p.status FROM participants p WHERE p.organization_id = $1 AND p.id = named.id LIMIT 1
  ) found`;

const nameOf = ({ type, key }: HolderName): string => ('id' in key ? `${type}:${key.id}` : `ext:${key.externalId}`);
