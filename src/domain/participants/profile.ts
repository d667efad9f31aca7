/**
 * Lists the fields of a participant's profile once: rows, schemas, files, forms and redaction follow from this. Applies changes to a profile
 * and status, of which every one may follow every other, and refuses what only active participants can do.
 */
import { DomainError } from '@/domain/errors';
import { namesIn } from '../fields';

interface ProfileValue {
  /** Spaces around a `name` belong to it. */
  readonly kind: 'email' | 'phone' | 'name';
  /** The maximum length, in characters. */
  readonly max: number;
  /** Whether a search looks into it: these are the arguments of `participant_search_text`, after the external id. */
  readonly searched: boolean;
}

/** All of it is personal data. */
export const PROFILE = {
  email: { kind: 'email', max: 254, searched: true },
  phone: { kind: 'phone', max: 50, searched: false },
  first_name: { kind: 'name', max: 255, searched: true },
  last_name: { kind: 'name', max: 255, searched: true },
  display_name: { kind: 'name', max: 255, searched: true },
} as const satisfies Readonly<Record<string, ProfileValue>>;

export type ProfileField = keyof typeof PROFILE;
export const PROFILE_FIELDS = namesIn(PROFILE);

export interface ParticipantProfile extends Readonly<Record<ProfileField, string | null>> {
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
