/** An automation as its form has it: every field a text, so that nothing that was typed is lost. */
import type { Automation, CreateAutomation } from '@/contract/automation';
import { nextInZone, isTimeZone } from '@/domain/automations/schedule';
import { isCronExpression } from '@/domain/cron';
import { fromLocalInput, toLocalInput } from '@/components/ui/local-time';

export interface AutomationDraft {
  name: string;
  description: string;
  type: Automation['trigger']['type'];
  cron_expression: string;
  timezone: string;
  /** As a `datetime-local` field has it. */
  run_at: string;
  scope: Automation['scope'];
  participant_filter: string;
  guard_condition: string;
  event_type: string;
  /** JSON. */
  event_data: string;
}

export const automationDraft = (automation: Automation | undefined, timezone: string): AutomationDraft => ({
  name: automation?.name ?? '',
  description: automation?.description ?? '',
  type: automation?.trigger.type ?? 'CRON',
  cron_expression: automation ? (automation.trigger.cron_expression ?? '') : '0 9 1 * *',
  timezone: automation?.trigger.timezone ?? timezone,
  run_at: toLocalInput(automation?.trigger.run_at),
  scope: automation?.scope ?? 'PARTICIPANTS',
  participant_filter: automation?.participant_filter ?? '',
  guard_condition: automation?.guard_condition ?? '',
  event_type: automation?.event.type ?? '',
  event_data: JSON.stringify(automation?.event.data ?? {}, null, 2),
});

/** The payload that was typed; null when it is no JSON object. */
export function payloadOf({ event_data }: Pick<AutomationDraft, 'event_data'>): CreateAutomation['event']['data'] | null {
  try {
    const parsed: unknown = JSON.parse(event_data.trim() || '{}');
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as CreateAutomation['event']['data']) : null;
  } catch {
    return null;
  }
}

/** What may change after an automation was made. @param data the payload. */
export const settingsOf = (draft: AutomationDraft, data: CreateAutomation['event']['data']) => ({
  name: draft.name,
  description: draft.description.trim() || null,
  participant_filter: (draft.scope === 'PARTICIPANTS' && draft.participant_filter.trim()) || null,
  guard_condition: draft.guard_condition.trim() || null,
  event: { type: draft.event_type, data },
});

export const triggerOf = (draft: AutomationDraft): CreateAutomation['trigger'] => ({
  type: draft.type,
  timezone: draft.timezone.trim(),
  ...(schedules(draft.type) && draft.cron_expression.trim() !== '' ? { cron_expression: draft.cron_expression.trim() } : {}),
  ...(draft.type === 'ONE_TIME' ? { run_at: fromLocalInput(draft.run_at) ?? '' } : {}),
});

/** Whether a trigger can have a schedule. */
export const schedules = (type: AutomationDraft['type']): boolean => type === 'CRON' || type === 'PARTICIPANT_STATE';

const PREVIEWED = 5;

/** The next runs of a schedule, earliest first; none where it is not yet one. @param now in milliseconds. */
export function nextRuns({ cron_expression, timezone }: Pick<AutomationDraft, 'cron_expression' | 'timezone'>, now: number): Date[] {
  if (!isCronExpression(cron_expression) || !isTimeZone(timezone.trim())) return [];
  const runs: Date[] = [];
  for (let at = new Date(now); runs.length < PREVIEWED; runs.push(at)) at = nextInZone(cron_expression, timezone.trim(), at);
  return runs;
}
