/** Finds participants and groups by the names that paths give them. */
import type { GroupStatus } from '@/domain/groups';
import type { Tx } from '../transaction';
import { findKnownParticipants } from './enrolment';
import { findGroupStatuses } from './groups';
import type { ParticipantKey, ParticipantStatus } from './operation-context';

/** A holder as a path names it: by our id or, of a participant, by the caller's own. */
export type HolderName =
  { readonly type: 'PARTICIPANT'; readonly key: ParticipantKey } | { readonly type: 'GROUP'; readonly key: { readonly id: string } };

export type FoundHolder =
  | { readonly type: 'PARTICIPANT'; readonly id: string; readonly status: ParticipantStatus }
  | { readonly type: 'GROUP'; readonly id: string; readonly status: GroupStatus };

/** One for each name, in their order; null for whoever the organization does not have. */
export async function findHolders(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  names: readonly HolderName[],
): Promise<(FoundHolder | null)[]> {
  const found = new Map<string, FoundHolder>();
  const ids = (type: HolderName['type']): string[] =>
    names.flatMap((name) => (name.type === type && 'id' in name.key ? [name.key.id] : []));
  const externalIds = names.flatMap(({ key }) => ('id' in key ? [] : [key.externalId]));
  const participantIds = ids('PARTICIPANT');
  if (externalIds.length + participantIds.length > 0) {
    for (const { id, externalId, status } of await findKnownParticipants(tx, organizationId, { externalIds, ids: participantIds }, [])) {
      const holder: FoundHolder = { type: 'PARTICIPANT', id, status };
      found.set(nameOf({ type: 'PARTICIPANT', key: { id } }), holder);
      found.set(nameOf({ type: 'PARTICIPANT', key: { externalId } }), holder);
    }
  }
  const groupIds = ids('GROUP');
  if (groupIds.length > 0) {
    for (const [id, status] of await findGroupStatuses(tx, organizationId, groupIds))
      found.set(nameOf({ type: 'GROUP', key: { id } }), { type: 'GROUP', id, status });
  }
  return names.map((name) => found.get(nameOf(name)) ?? null);
}

const nameOf = ({ type, key }: HolderName): string => ('id' in key ? `${type}:${key.id}` : `ext:${key.externalId}`);
