/** Decides which changes an automation allows, and when it runs after one. COMPLETED, CANCELLED and ARCHIVED are final. */
import { DomainError } from '../errors';
import { namesIn } from '../fields';
import type { JsonRecord } from '../rules/activation';
import { firstRun, runAfter, type AutomationTrigger } from './schedule';

export const AUTOMATION_STATUSES = ['ACTIVE', 'PAUSED', 'COMPLETED', 'CANCELLED', 'ARCHIVED'] as const;
export const TRIGGER_TYPES = ['CRON', 'ONE_TIME', 'IMMEDIATE', 'PARTICIPANT_STATE'] as const;
export const AUTOMATION_SCOPES = ['PROGRAM', 'PARTICIPANTS'] as const;
export const RUN_STATUSES = ['RUNNING', 'COMPLETED', 'SKIPPED', 'FAILED', 'CANCELLED'] as const;
export const RUN_ORIGINS = ['SCHEDULE', 'MANUAL', 'STATE_CHANGE'] as const;

export type AutomationStatus = (typeof AUTOMATION_STATUSES)[number];

export interface AutomationSettings {
  readonly name: string;
  readonly description: string | null;
  readonly trigger: AutomationTrigger;
  readonly scope: (typeof AUTOMATION_SCOPES)[number];
  /** CEL over one participant; null: every active participant of the program. */
  readonly participant_filter: string | null;
  /** CEL over the program; null: always. */
  readonly guard_condition: string | null;
  /** The campaign without which no run makes events; absent or null: always. */
  readonly campaign_id?: string | null;
  readonly event: { readonly type: string; readonly data: JsonRecord };
}

interface StoredAutomation extends AutomationSettings {
  readonly status: AutomationStatus;
  readonly next_run_at: Date | null;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
}

export type AutomationChange = Partial<Omit<AutomationSettings, 'scope'>> & { readonly status?: AutomationStatus };

export const AUTOMATION_MOVES: Readonly<Record<AutomationStatus, readonly AutomationStatus[]>> = {
  ACTIVE: ['PAUSED', 'CANCELLED', 'ARCHIVED'],
  PAUSED: ['ACTIVE', 'CANCELLED', 'ARCHIVED'],
  COMPLETED: [],
  CANCELLED: [],
  ARCHIVED: [],
};

export const isFinal = (status: AutomationStatus): boolean => AUTOMATION_MOVES[status].length === 0;

/**
 * The automation after a change; the very same object when nothing changes. Scheduled runs missed during
 * a pause are dropped; a single run that fell due during it happens on resume.
 * @throws DomainError invalid_status, invalid_parameter (another type of trigger).
 */
export function applyAutomationChange<T extends StoredAutomation>(automation: T, change: AutomationChange, now: Date): T {
  const names = namesIn(change).filter(
    (name) => change[name] !== undefined && JSON.stringify(change[name]) !== JSON.stringify(automation[name]),
  );
  if (names.length === 0) return automation;
  assertMove(automation.status, change.status);
  const changed: T = { ...automation, ...Object.fromEntries(names.map((name) => [name, change[name]])), updated_at: now };
  if (changed.trigger.type !== automation.trigger.type)
    throw new DomainError('invalid_parameter', 'The type of a trigger cannot change; create another automation.', {
      param: 'trigger.type',
    });
  if (isFinal(changed.status)) return { ...changed, next_run_at: null, deleted_at: changed.status === 'ARCHIVED' ? now : null };
  return { ...changed, next_run_at: nextRun(automation, changed, names.includes('trigger'), now) };
}

function assertMove(from: AutomationStatus, to: AutomationStatus = from): void {
  if (isFinal(from))
    throw new DomainError('invalid_status', `The automation is ${from} and cannot be changed; create another.`, { param: 'status' });
  if (from !== to && !AUTOMATION_MOVES[from].includes(to))
    throw new DomainError('invalid_status', `An automation that is ${from} can only become ${AUTOMATION_MOVES[from].join(' or ')}.`, {
      param: 'status',
    });
}

function nextRun(before: StoredAutomation, after: StoredAutomation, rescheduled: boolean, now: Date): Date | null {
  if (after.trigger.cron_expression === null) return rescheduled ? firstRun(after.trigger, now) : before.next_run_at;
  if (after.status === 'PAUSED') return null;
  return rescheduled || before.status === 'PAUSED' ? runAfter(after.trigger, now) : before.next_run_at;
}
