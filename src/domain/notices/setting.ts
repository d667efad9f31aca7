/** Decides what a setting of notices may be and become, and when causes for it are looked for. */
import { compileCondition } from '@/domain/rules/condition';
import { faultsOf, withPosition } from '@/domain/rules/check';
import { changesNothingArchived } from '@/domain/archiving';
import { DomainError } from '../errors';
import { namesIn } from '../fields';
import type { NoticeKind, NoticeSettingStatus, NoticeTerms } from './kinds';
import type { QuietHours } from './quiet-hours';
import { nextCheck } from './windows';

interface NoticeSetting {
  readonly name: string;
  readonly kind: NoticeKind;
  readonly status: NoticeSettingStatus;
  readonly terms: NoticeTerms;
  readonly audience: string | null;
  readonly quiet_hours: QuietHours | null;
  readonly checked_until: Date | null;
  readonly check_at: Date | null;
  readonly due_at: Date | null;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
}

type NoticeSettingChange = Partial<Pick<NoticeSetting, 'name' | 'status' | 'terms' | 'audience' | 'quiet_hours'>>;

/** What an audience can read. */
const AUDIENCE_ROOTS: ReadonlySet<string> = new Set(['now', 'program', 'participant', 'groups']);

/** @throws DomainError validation_error for an audience that does not compile, or reads what it cannot. */
export function assertAudienceSound(audience: string | null): void {
  if (audience === null) return;
  const [fault] = faultsOf('audience', () => compileCondition(audience, AUDIENCE_ROOTS));
  if (!fault) return;
  const message = withPosition(fault.message, fault.line, fault.column);
  throw new DomainError('validation_error', `\`audience\`: ${message}`, {
    param: 'audience',
    fields: [{ field: 'audience', message, reason: 'invalid_expression' }],
  });
}

/** Of these kinds, what stands when a setting begins is told at once; of the others, only what comes about from then on. */
const TELLS_WHAT_STANDS: ReadonlySet<NoticeKind> = new Set(['VALUE_EXPIRES', 'TIER_AT_RISK', 'CHALLENGE_ENDS', 'RESERVATION_EXPIRES']);

export const tellsWhatStands = (kind: NoticeKind): boolean => TELLS_WHAT_STANDS.has(kind);

/** When causes are looked for by a setting that begins now. */
export const firstChecks = (kind: NoticeKind, now: Date): Pick<NoticeSetting, 'checked_until' | 'check_at' | 'due_at'> => ({
  checked_until: tellsWhatStands(kind) ? null : now,
  check_at: now,
  due_at: now,
});

/** When they are looked for after a check; null: when a reservation is about to end, which tells by itself. */
export const checkAfter = (kind: NoticeKind, now: Date, timeZone: string): Date | null =>
  kind === 'RESERVATION_EXPIRES' ? null : nextCheck(now, timeZone);

const REST = { check_at: null, due_at: null } as const;

/**
 * The setting after a change; the very same object when nothing changes. One that is resumed, or whose terms change, begins anew.
 * @throws DomainError invalid_status, invalid_parameter (another kind), validation_error.
 */
export function applyNoticeSettingChange<T extends NoticeSetting>(setting: T, change: NoticeSettingChange, now: Date): T {
  if (setting.status === 'ARCHIVED') {
    if (changesNothingArchived(change)) return setting;
    throw new DomainError('invalid_status', 'The setting is archived and cannot be changed; create another.', { param: 'id' });
  }
  if (change.terms && change.terms.kind !== setting.kind)
    throw new DomainError('invalid_parameter', 'The kind of a setting cannot change; create another.', { param: 'terms.kind' });
  const names = namesIn(change).filter(
    (name) => change[name] !== undefined && JSON.stringify(change[name]) !== JSON.stringify(setting[name]),
  );
  if (names.length === 0) return setting;
  const changed: T = { ...setting, ...Object.fromEntries(names.map((name) => [name, change[name]])), updated_at: now };
  assertAudienceSound(changed.audience);
  if (changed.status === 'ARCHIVED') return { ...changed, ...REST, deleted_at: now };
  if (changed.status === 'PAUSED') return { ...changed, ...REST };
  return names.includes('status') || names.includes('terms') ? { ...changed, ...firstChecks(changed.kind, now) } : changed;
}
