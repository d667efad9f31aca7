/** The status changes a user can make to an automation, and their consequences. */
import type { AutomationStatus } from '@/domain/automations/machine';

export type AutomationTarget = Exclude<AutomationStatus, 'COMPLETED'>;

interface Move {
  readonly verb: string;
  readonly consequence: string;
  readonly dangerous: boolean;
}

export const AUTOMATION_TEXTS: Readonly<Record<AutomationTarget, Move>> = {
  PAUSED: {
    verb: 'Pause',
    consequence: 'No run begins until it is resumed; times that pass meanwhile are left out. A run that has begun goes on.',
    dangerous: false,
  },
  ACTIVE: {
    verb: 'Resume',
    consequence: 'It runs again from its next time on. Changes of state that came in meanwhile are judged now.',
    dangerous: false,
  },
  CANCELLED: {
    verb: 'Cancel',
    consequence: 'It never runs again, and a run that is under way stops where it is. Events that were made stay.',
    dangerous: true,
  },
  ARCHIVED: { verb: 'Archive', consequence: 'It never runs again and leaves the list. Its runs and events stay.', dangerous: true },
};
