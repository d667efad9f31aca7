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
    consequence: 'No run starts until it is resumed; runs that fall due in the meantime are skipped. A run that has started continues.',
    dangerous: false,
  },
  ACTIVE: {
    verb: 'Resume',
    consequence: 'It runs again from its next scheduled time. Changes of state during the pause are evaluated now.',
    dangerous: false,
  },
  CANCELLED: {
    verb: 'Cancel',
    consequence: 'It never runs again, and a run in progress stops where it is. Events that were created remain. This cannot be undone.',
    dangerous: true,
  },
  ARCHIVED: {
    verb: 'Archive',
    consequence: 'It never runs again and leaves the list. Its runs and events remain. This cannot be undone.',
    dangerous: true,
  },
};
