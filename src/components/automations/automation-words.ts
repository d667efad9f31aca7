/** Puts triggers and scopes into words. */
import type { Automation } from '@/contract/automation';
import { scheduleWords } from '@/domain/schedules/schedule-words';

interface Words {
  readonly label: string;
  readonly hint: string;
}

export const TRIGGER_WORDS: Readonly<Record<Automation['trigger']['type'], Words>> = {
  CRON: { label: 'On a schedule', hint: 'Repeats until paused or cancelled.' },
  ONE_TIME: { label: 'Once, at a time', hint: 'Runs once, then it is completed.' },
  IMMEDIATE: { label: 'Once, now', hint: 'It runs once, as soon as it is saved.' },
  PARTICIPANT_STATE: { label: 'When state changes', hint: 'When the filter becomes true for a participant.' },
};

export const SCOPE_WORDS: Readonly<Record<Automation['scope'], Words>> = {
  PARTICIPANTS: {
    label: 'One event for each participant',
    hint: 'All active participants of the program, or those who match the filter.',
  },
  PROGRAM: { label: 'One event for the program', hint: 'It has no participant, so rules must name a target.' },
};

/** When an automation runs, in a sentence. */
export const scheduleText = ({ trigger }: Pick<Automation, 'trigger'>): string =>
  scheduleWords({ ...trigger, run_at: trigger.run_at === null ? null : new Date(trigger.run_at) });
