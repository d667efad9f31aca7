/** Applies changes to a participant's profile and status; every status may follow every other. */

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
