/** Applies changes to a participant's profile and status, of which every one may follow every other, and refuses what only active ones can do. */
import { DomainError } from '@/domain/errors';
import { namesIn } from '../fields';

export interface ParticipantProfile {
  readonly email: string | null;
  readonly phone: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly display_name: string | null;
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'CLOSED';
}

/** The participant after a change; the very same object when nothing changes. An absent field stays, null clears. */
export function applyProfileChange<P extends ParticipantProfile & { updated_at: Date }>(
  participant: P,
  change: Partial<ParticipantProfile>,
  now: Date,
): P {
  const names = namesIn(change).filter((name) => change[name] !== undefined && change[name] !== participant[name]);
  if (names.length === 0) return participant;
  return { ...participant, ...Object.fromEntries(names.map((name) => [name, change[name]])), updated_at: now };
}

/** @param param the field that names the participant. @throws DomainError participant_inactive unless ACTIVE. */
export function assertParticipantActive({ id, status }: Pick<ParticipantProfile, 'status'> & { readonly id: string }, param: string): void {
  if (status === 'ACTIVE') return;
  throw new DomainError('participant_inactive', `The participant is ${status.toLowerCase()}; only active participants can do this.`, {
    param,
    details: { participant_id: id, status },
  });
}
