/** Says in a sentence or two what an entry of the audit log changed about a rule, a budget, a tier, an automation or a reward. */
import type { AuditAction, AuditResource } from './audit';
import { changedParts, fieldsWords, recordedReward, recordedRule, recordedTier, type RecordedFields } from './audit-changes';
import { automationSentence } from './automations/automation-sentence';
import type { AutomationTrigger } from './automations/schedule';
import { rewardSentence } from './redemptions/reward-sentence';
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
  if (!isSpoken(type)) return null;
  const record = `the ${humanized([type])}${name === null ? '' : ` ${quoted(name)}`}`;
  const words = TELLING[action];
  const told: Told = { type, record, before: change.before ?? {}, after: change.after ?? {}, symbolOf };
  return words === undefined ? `${capitalized(humanized([action]))} of ${record}.` : words(told);
}

type Spoken = keyof typeof CREATED_WORDS;

const isSpoken = (type: AuditResource): type is Spoken => Object.hasOwn(CREATED_WORDS, type);

interface Told {
  readonly type: Spoken;
  /** As in `the rule “Coffee”`. */
  readonly record: string;
  readonly before: RecordedFields;
  readonly after: RecordedFields;
  readonly symbolOf: SymbolOf;
}

const TELLING: Partial<Record<AuditAction, (told: Told) => string>> = {
  CREATE: ({ type, record, after, symbolOf }) => `Created ${record}: ${CREATED_WORDS[type](after, symbolOf)}`,
  ARCHIVE: ({ record }) => `Archived ${record}.`,
  UPDATE: updatedWords,
  RESET_BUDGET: ({ record, before, after, symbolOf }) =>
    `Reset a budget of ${record}: ${textOf(before['consumed']) ?? '0'} ${symbolOf(textOf(after['asset_id']) ?? '') ?? UNKNOWN_ASSET} of its period no longer count.`,
  OVERRIDE_EXAMPLES: ({ record, after }) => `Made ${record} active although examples of it fail: ${quoted(textOf(after['reason']) ?? '')}.`,
  RUN: ({ record }) => `Ran ${record} by hand.`,
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** What a record does, as it was created, by its kind. */
const CREATED_WORDS = {
  RULE: (fields, symbolOf) => ruleSentence(recordedRule(fields), symbolOf),
  TIER: (fields) => tierSentence(recordedTier(fields)),
  AUTOMATION: (fields) => automationSentence(recordedAutomation(fields)),
  REWARD: (fields, symbolOf) => rewardSentence(recordedReward(fields), symbolOf(textOf(fields['asset_id']) ?? '') ?? UNKNOWN_ASSET),
} as const satisfies Partial<Record<AuditResource, (fields: RecordedFields, symbolOf: SymbolOf) => string>>;

function updatedWords({ type, record, before, after, symbolOf }: Told): string {
  const parts = changedParts(type, before, after, symbolOf);
  if (parts.length === 0) return `Changed ${record}: ${fieldsWords(after)}.`;
  const told = parts.map(({ name, before, after, beginsWithName }) => {
    const within = beginsWithName ? String : uncapitalized;
    return `${name}: was ${within(before)}, now ${within(after)}.`;
  });
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
    campaign_id: textOf(fields['campaign_id']),
    event: { type: textOf(fields['event_name']) ?? '' },
  };
}
