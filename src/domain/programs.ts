/** Decides which changes a program allows, and which settings are valid. */
import { parseDuration } from './duration';
import { DomainError } from './errors';
import { namesIn } from './fields';

export type ProgramStatus = 'ACTIVE' | 'SUSPENDED' | 'ARCHIVED';

const REDEMPTION_TTL_MIN_MS = 60_000;
const REDEMPTION_TTL_MAX_MS = 365 * 86_400_000;

/** Whether a reservation may last a duration such as "90d": 60 seconds to 365 days. */
export function redemptionTtlAllowed(text: string): boolean {
  const milliseconds = parseDuration(text);
  return milliseconds !== null && isReservationTime(milliseconds);
}

/** Whether a reservation may last this long. */
export const isReservationTime = (milliseconds: number): boolean =>
  milliseconds >= REDEMPTION_TTL_MIN_MS && milliseconds <= REDEMPTION_TTL_MAX_MS;

/** @param param the field that names the program. @throws DomainError program_archived: an archived program takes no change of any kind. */
export function assertProgramMayChange(status: ProgramStatus, param: string): void {
  if (status === 'ARCHIVED') throw new DomainError('program_archived', 'The program is archived and cannot be changed.', { param });
}

interface ProgramSettings {
  readonly name: string;
  readonly description: string | null;
  readonly status: ProgramStatus;
  readonly on_unknown_participant: 'CREATE' | 'REJECT';
  readonly redemption_ttl: string;
  readonly redemption_target: 'SYSTEM_REDEMPTION' | 'SYSTEM_BREAKAGE';
  /** An IANA name such as Europe/Berlin. */
  readonly timezone: string;
}

/**
 * The program after a change; the very same object when nothing changes, so that archiving an
 * archived program again is harmless.
 * @throws DomainError program_archived on any other change of an archived program.
 */
export function applyProgramChange<P extends ProgramSettings & { deleted_at: Date | null; updated_at: Date }>(
  program: P,
  change: Partial<ProgramSettings>,
  now: Date,
): P {
  const names = namesIn(change).filter((name) => change[name] !== undefined && change[name] !== program[name]);
  if (names.length === 0) return program;
  assertProgramMayChange(program.status, 'id');
  const changed = Object.fromEntries(names.map((name) => [name, change[name]]));
  return { ...program, ...changed, updated_at: now, deleted_at: change.status === 'ARCHIVED' ? now : null };
}
