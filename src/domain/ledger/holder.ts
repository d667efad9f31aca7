/** Decides which holders may have their balance moved: active ones, and for a forfeit closed ones, too. */
import { DomainError } from '@/domain/errors';
import { assertGroupActive, type GroupStatus } from '@/domain/groups';
import { assertParticipantActive, type ParticipantProfile } from '@/domain/participants/profile';
import type { Holder } from './accounts';

/** A holder with its status. */
export type FoundHolder =
  | { readonly type: 'PARTICIPANT'; readonly id: string; readonly status: ParticipantProfile['status'] }
  | { readonly type: 'GROUP'; readonly id: string; readonly status: GroupStatus };

const NOUNS = { PARTICIPANT: 'participant', GROUP: 'group' };

/** The refusal of whatever names a holder that the organization does not have. */
export const unknownHolder = (type: Holder['type']): DomainError =>
  new DomainError('not_found', `There is no such ${NOUNS[type]} in your organization.`, { param: 'id' });

/** @throws DomainError participant_inactive, group_archived. */
export function assertHolderActive(holder: FoundHolder): void {
  if (holder.type === 'GROUP') assertGroupActive(holder.status, 'id');
  else assertParticipantActive(holder, 'id');
}

/** Forfeit is possible for CLOSED participants and archived groups too. @throws DomainError participant_inactive when SUSPENDED. */
export function assertHolderForfeits(holder: FoundHolder): void {
  if (holder.type === 'PARTICIPANT' && holder.status !== 'CLOSED') assertParticipantActive(holder, 'id');
}
