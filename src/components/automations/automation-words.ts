/** Puts triggers and scopes into words. */
import cronstrue from 'cronstrue';
import type { Automation } from '@/contract/automation';

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

/** A cron expression in words, such as "at 09:00, only on Monday"; unchanged where it has none. */
export function cronText(expression: string): string {
  const said = cronstrue.toString(expression, { use24HourTimeFormat: true, throwExceptionOnParseError: false });
  return said.startsWith('An error') ? expression : said.charAt(0).toLowerCase() + said.slice(1);
}

/** When an automation runs, in a few words. */
export function scheduleText({ trigger: { type, cron_expression, timezone } }: Pick<Automation, 'trigger'>): string {
  const { label } = TRIGGER_WORDS[type];
  return cron_expression === null ? label : `${label}, ${cronText(cron_expression)} (${timezone})`;
}
