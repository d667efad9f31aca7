/** Says in words what a recorded change of a rule, tier, automation or reward changed, part by part, before and after. Reads whatever was recorded, and never fails. */
import { actionsWords, limitsWords, whenWords, type SpokenRule } from './rules/sentence/rule-sentence';
import { ACTIONS } from './rules/actions/catalog';
import type { SymbolOf } from './rules/sentence/action-words';
import { conditionWords } from './rules/sentence/condition-words';
import { capitalized, humanized, listed, quoted } from './rules/sentence/phrases';
import { momentWords } from './rules/sentence/time-words';
import { audienceWords } from './automations/automation-sentence';
import { isDecimalText } from './amount-text';
import { amountOf, formatDecimal } from './money';
import type { SpokenReward } from './redemptions/reward-sentence';
import { cronWords } from './schedules/schedule-words';
import { levelsSentence, lifecycleSentence, type SpokenTier } from './tiers/tier-sentence';

/** The fields of a record that differ, by name, as the audit log has them. */
export type RecordedFields = Readonly<Record<string, unknown>>;

interface ChangedPart {
  /** Such as `What it does`. */
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Whether its words can begin with a name, which has its capital within a sentence, too. */
  readonly beginsWithName: boolean;
}

interface Part {
  readonly name: string;
  readonly beginsWithName?: true;
  readonly words: (value: unknown, symbolOf: SymbolOf) => string;
}

type Parts = Readonly<Record<string, Part>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const filled = (value: unknown): value is string => typeof value === 'string' && value !== '';
const inQuotes = (value: unknown): string => (filled(value) ? quoted(value) : 'none');
const atMoment = (otherwise: string) => (value: unknown) => (filled(value) ? momentWords(value) : otherwise);
const count = (one: string) => (value: unknown) => {
  const length = Array.isArray(value) ? value.length : 0;
  return `${length} ${one}${length === 1 ? '' : 's'}`;
};

const NAME: Part = { name: 'Name', words: inQuotes };
const DESCRIPTION: Part = { name: 'Description', words: inQuotes };
const STATUS: Part = { name: 'Status', words: (value) => humanized([text(value)]) };

const RULE_PARTS: Parts = {
  condition: { name: 'When it applies', words: (value) => whenWords(text(value)) },
  actions: { name: 'What it does', words: (value, symbolOf) => capitalized(actionsWords(recordedActions(value), symbolOf)) },
  budgets: { name: 'Limits', words: (value, symbolOf) => capitalized(limitsWords(recordedBudgets(value), symbolOf)) || 'No limit' },
  active_from: { name: 'Active from', words: atMoment('the beginning'), beginsWithName: true },
  active_to: { name: 'Active until', words: atMoment('further notice'), beginsWithName: true },
  stop_after_match: {
    name: 'After a match',
    words: (value) => (value === true ? 'Later rules of its set are skipped' : 'Later rules of its set run, too'),
  },
  position: { name: 'Place in its set', words: String },
  status: STATUS,
  name: NAME,
  description: DESCRIPTION,
  examples: { name: 'Examples', words: count('example') },
};

const TIER_PARTS: Parts = {
  levels: { name: 'Levels', words: (value) => levelsSentence(recordedLevels(value)) },
  lifecycle: { name: 'How long a level lasts', words: (value) => lifecycleSentence(recordedLifecycle(value), []) },
  status: STATUS,
  name: NAME,
  description: DESCRIPTION,
};

const AUTOMATION_PARTS: Parts = {
  cron_expression: { name: 'When it runs', words: (value) => (filled(value) ? cronWords(value) : 'by no schedule') },
  timezone: { name: 'Time zone', words: text, beginsWithName: true },
  run_at: { name: 'When it runs', words: atMoment('never'), beginsWithName: true },
  event_name: { name: 'What it makes', words: (value) => `the event ${quoted(text(value))}` },
  participant_filter: { name: 'For whom', words: (value) => audienceWords(filled(value) ? value : null) },
  campaign_id: { name: 'Campaign', words: (value) => (filled(value) ? 'runs only while its campaign does' : 'none') },
  guard_condition: { name: 'Skipped unless', words: (value) => (filled(value) && conditionWords(value)) || 'never skipped' },
  status: STATUS,
  name: NAME,
  description: DESCRIPTION,
};

const numberOr = (otherwise: string) => (value: unknown) => recordedNumber(value) ?? otherwise;

const REWARD_PARTS: Parts = {
  unit_cost: { name: 'Cost', words: numberOr('any amount') },
  max_per_participant: { name: 'Most for each participant', words: numberOr('no limit') },
  max_total: { name: 'Most in all', words: numberOr('no limit') },
  available_from: { name: 'Can be redeemed from', words: atMoment('the beginning'), beginsWithName: true },
  available_until: { name: 'Can be redeemed until', words: atMoment('further notice'), beginsWithName: true },
  status: STATUS,
  name: NAME,
  description: DESCRIPTION,
  category: { name: 'Category', words: inQuotes },
};

/** The parts of each kind of record, in the order in which they are told. */
const PARTS: Readonly<Record<string, Parts>> = {
  RULE: RULE_PARTS,
  TIER: TIER_PARTS,
  AUTOMATION: AUTOMATION_PARTS,
  REWARD: REWARD_PARTS,
};

/** Of a change from one to the other; none for a kind of record that has no sentences. @param symbolOf the symbol of an asset. */
export function changedParts(type: string, before: RecordedFields, after: RecordedFields, symbolOf: SymbolOf): ChangedPart[] {
  const parts = Object.hasOwn(PARTS, type) ? PARTS[type] : undefined;
  return Object.entries(parts ?? {})
    .filter(([field]) => Object.hasOwn(before, field) && Object.hasOwn(after, field))
    .map(([field, { name, words, beginsWithName = false }]) => ({
      name,
      before: words(before[field], symbolOf),
      after: words(after[field], symbolOf),
      beginsWithName,
    }))
    .filter((part) => part.before !== part.after);
}

/** The rule that was created with these fields; those that were null are not among them. */
export const recordedRule = (fields: RecordedFields): SpokenRule => ({
  condition: text(fields['condition']),
  actions: recordedActions(fields['actions']),
  budgets: recordedBudgets(fields['budgets']),
  stop_after_match: fields['stop_after_match'] === true,
  active_from: filled(fields['active_from']) ? fields['active_from'] : null,
  active_to: filled(fields['active_to']) ? fields['active_to'] : null,
});

export const recordedTier = (fields: RecordedFields): SpokenTier => ({
  levels: recordedLevels(fields['levels']),
  lifecycle: recordedLifecycle(fields['lifecycle']),
});

/** Without zeros at its end, which the database writes; null for what is no number. */
function recordedNumber(value: unknown): string | null {
  const written = typeof value === 'number' ? String(value) : text(value);
  return isDecimalText(written) ? formatDecimal(amountOf(written)) : null;
}

export function recordedReward(fields: RecordedFields): SpokenReward {
  const count = (value: unknown): number | null => (typeof value === 'number' ? value : null);
  return {
    redemption_type: fields['redemption_type'] === 'UNIT_BASED' ? 'UNIT_BASED' : 'AMOUNT_BASED',
    unit_cost: recordedNumber(fields['unit_cost']),
    max_per_participant: count(fields['max_per_participant']),
    max_total: count(fields['max_total']),
    available_from: text(fields['available_from']) || null,
    available_until: text(fields['available_until']) || null,
    reward_source_id: text(fields['reward_source_id']) || null,
  };
}

const objects = (value: unknown): object[] =>
  Array.isArray(value) ? value.filter((item): item is object => typeof item === 'object' && item !== null) : [];

// What these columns hold was validated before it was stored, and the log has it as it was stored.
const recordedActions = (value: unknown) =>
  objects(value).filter((item) => 'type' in item && Object.hasOwn(ACTIONS, String(item.type))) as SpokenRule['actions'];
// The same holds for these.
const recordedBudgets = (value: unknown) => objects(value) as SpokenRule['budgets'];
// The same holds for these.
const recordedLevels = (value: unknown) => objects(value) as unknown as SpokenTier['levels'];
// The same holds for this.
const recordedLifecycle = (value: unknown) => (objects([value])[0] ?? null) as SpokenTier['lifecycle'];

/** `description, examples`: the fields that have no words of their own. */
export const fieldsWords = (fields: RecordedFields): string => listed(Object.keys(fields).map((field) => humanized([field])));
