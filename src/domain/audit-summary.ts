/** Says in a sentence or two what an entry of the audit log changed about a rule, a budget, a tier or an automation. */
import type { AuditAction, AuditResource } from './audit';
import { changedParts, fieldsWords, recordedRule, recordedTier, type RecordedFields } from './audit-changes';
import { automationSentence } from './automations/automation-sentence';
import type { AutomationTrigger } from './automations/schedule';
import { UNKNOWN_ASSET, type SymbolOf } from './rules/sentence/action-words';
import { capitalized, humanized, quoted } from './rules/sentence/phrases';
import { ruleSentence } from './rules/sentence/rule-sentence';
import { tierSentence } from './tiers/tier-sentence';

interface AuditedChange {
  readonly action: AuditAction;
  readonly resource_type: AuditResource;
  readonly resource_name: string | null;
  readonly before: RecordedFields | null;
  readonly after: RecordedFields | null;
}

/** Null for other records. @param symbolOf the symbol of an asset; undefined for one that is not known. */
export function auditSummary(change: AuditedChange, symbolOf: SymbolOf): string | null {
  const { action, resource_type: type, resource_name: name } = change;
  if (type !== 'RULE' && type !== 'TIER' && type !== 'AUTOMATION') return null;
  const record = `the ${humanized([type])}${name === null ? '' : ` ${quoted(name)}`}`;
  const words = TELLING[action];
  const told: Told = { type, record, before: change.before ?? {}, after: change.after ?? {}, symbolOf };
  return words === undefined ? `${capitalized(humanized([action]))} of ${record}.` : words(told);
}

interface Told {
  readonly type: 'RULE' | 'TIER' | 'AUTOMATION';
  /** As in `the rule “Coffee”`. */
  readonly record: string;
  readonly before: RecordedFields;
  readonly after: RecordedFields;
  readonly symbolOf: SymbolOf;
}

const TELLING: Partial<Record<AuditAction, (told: Told) => string>> = {
  CREATE: ({ type, record, after, symbolOf }) => `Created ${record}: ${createdWords(type, after, symbolOf)}`,
  ARCHIVE: ({ record }) => `Archived ${record}.`,
  UPDATE: updatedWords,
  RESET_BUDGET: ({ record, before, after, symbolOf }) =>
    `Reset a budget of ${record}: ${textOf(before['consumed']) ?? '0'} ${symbolOf(textOf(after['asset_id']) ?? '') ?? UNKNOWN_ASSET} of its period no longer count.`,
  OVERRIDE_EXAMPLES: ({ record, after }) => `Made ${record} active although examples of it fail: ${quoted(textOf(after['reason']) ?? '')}.`,
  RUN: ({ record }) => `Ran ${record} by hand.`,
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function createdWords(type: 'RULE' | 'TIER' | 'AUTOMATION', fields: RecordedFields, symbolOf: SymbolOf): string {
  if (type === 'RULE') return ruleSentence(recordedRule(fields), symbolOf);
  return type === 'TIER' ? tierSentence(recordedTier(fields)) : automationSentence(recordedAutomation(fields));
}

function updatedWords({ type, record, before, after, symbolOf }: Told): string {
  const parts = changedParts(type, before, after, symbolOf);
  if (parts.length === 0) return `Changed ${record}: ${fieldsWords(after)}.`;
  const told = parts.map((part) => `${part.name}: was ${uncapitalized(part.before)}, now ${uncapitalized(part.after)}.`);
  return `Changed ${record}. ${told.join(' ')}`;
}

const uncapitalized = (text: string): string => text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

function recordedAutomation(fields: RecordedFields): Parameters<typeof automationSentence>[0] {
  const runAt = textOf(fields['run_at']);
  return {
    trigger: {
      // The column is checked by the database to be one of these.
      type: (textOf(fields['trigger_type']) ?? 'IMMEDIATE') as AutomationTrigger['type'],
      cron_expression: textOf(fields['cron_expression']),
      timezone: textOf(fields['timezone']) ?? 'UTC',
      run_at: runAt === null ? null : new Date(runAt),
    },
    scope: fields['scope'] === 'PROGRAM' ? 'PROGRAM' : 'PARTICIPANTS',
    participant_filter: textOf(fields['participant_filter']),
    guard_condition: textOf(fields['guard_condition']),
    event: { type: textOf(fields['event_name']) ?? '' },
  };
}
