/** Holds an automation as its form edits it: every field as text, so that no input is lost. */
import type { Automation, CreateAutomation } from '@/contract/automation';
import { jsonObjectOf } from '@/components/ui/json-object';
import { fromLocalInput, toLocalInput } from '@/components/ui/local-time';

/** A text field of the event data, which may hold templates. */
export interface DataField {
  readonly key: string;
  readonly text: string;
}

export interface AutomationDraft {
  name: string;
  description: string;
  type: Automation['trigger']['type'];
  cron_expression: string;
  timezone: string;
  /** In the format of a `datetime-local` field. */
  run_at: string;
  scope: Automation['scope'];
  participant_filter: string;
  guard_condition: string;
  /** Empty: it runs at all times. */
  campaign_id: string;
  event_type: string;
  /** Fields while all values are text, else JSON. */
  event_data: readonly DataField[] | string;
}

/** An automation as far as it is known, or as it is drafted. */
export type EditedAutomation = Partial<
  Pick<Automation, 'name' | 'description' | 'trigger' | 'scope' | 'participant_filter' | 'guard_condition' | 'campaign_id' | 'event'>
>;

export const automationDraft = (automation: EditedAutomation | undefined, timezone: string): AutomationDraft => ({
  name: automation?.name ?? '',
  description: automation?.description ?? '',
  type: automation?.trigger?.type ?? 'CRON',
  cron_expression: automation?.trigger ? (automation.trigger.cron_expression ?? '') : '0 9 1 * *',
  timezone: automation?.trigger?.timezone ?? timezone,
  run_at: toLocalInput(automation?.trigger?.run_at),
  scope: automation?.scope ?? 'PARTICIPANTS',
  participant_filter: automation?.participant_filter ?? '',
  guard_condition: automation?.guard_condition ?? '',
  campaign_id: automation?.campaign_id ?? '',
  event_type: automation?.event?.type ?? '',
  event_data: fieldsOf(automation?.event?.data ?? {}) ?? JSON.stringify(automation?.event?.data, null, 2),
});

type Payload = CreateAutomation['event']['data'];

/** The typed payload; null when it is not a JSON object, or its field names are empty or repeat. */
export function payloadOf({ event_data }: Pick<AutomationDraft, 'event_data'>): Payload | null {
  if (typeof event_data === 'string') return objectIn(event_data);
  const fields = event_data.map(({ key, text }) => [key.trim(), text] as const);
  const names = fields.map(([name]) => name);
  if (names.includes('') || new Set(names).size < names.length) return null;
  return Object.fromEntries(fields);
}

const objectIn = (json: string): Payload | null => jsonObjectOf(json.trim() || '{}');

/** The same data in the other form; null where it cannot be converted. */
export const dataText = (fields: readonly DataField[]): string | null => {
  const payload = payloadOf({ event_data: fields });
  return payload && JSON.stringify(payload, null, 2);
};
export const dataFields = (json: string): DataField[] | null => {
  const payload = objectIn(json);
  return payload && fieldsOf(payload);
};

function fieldsOf(data: Readonly<Record<string, unknown>>): DataField[] | null {
  const entries = Object.entries(data);
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
    ? entries.map(([key, text]) => ({ key, text }))
    : null;
}

/** The fields that may change after creation. @param data the payload. */
export const settingsOf = (draft: AutomationDraft, data: CreateAutomation['event']['data']) => ({
  name: draft.name,
  description: draft.description.trim() || null,
  participant_filter: (draft.scope === 'PARTICIPANTS' && draft.participant_filter.trim()) || null,
  guard_condition: draft.guard_condition.trim() || null,
  campaign_id: draft.campaign_id || null,
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
