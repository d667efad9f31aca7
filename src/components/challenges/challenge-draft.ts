/** Holds a challenge as its form edits it: every field as text, so that no input is lost. */
import type { Challenge, CreateChallenge } from '@/contract/challenge';
import type { BadgeIconName } from './badge-icon';
import type { REPEAT_WORDS } from './words';

export interface MatchDraft {
  /** Separated by commas. */
  readonly event_types: string;
  readonly condition: string;
}

export interface StepDraft extends MatchDraft {
  readonly key: string;
  readonly name: string;
  readonly target: string;
}

export interface ChallengeDraft extends MatchDraft {
  readonly name: string;
  readonly key: string;
  readonly description: string;
  readonly goal: Challenge['goal']['type'];
  readonly target: string;
  /** A field of the event, or CEL. */
  readonly value: string;
  readonly steps: readonly StepDraft[];
  readonly unit: 'DAY' | 'WEEK';
  readonly min_per_unit: string;
  readonly grace: string;
  readonly period: Challenge['period'];
  readonly repeats: keyof typeof REPEAT_WORDS;
  readonly max: string;
  readonly parts: readonly number[];
  readonly audience: string;
  /** API instants; empty for no bound. */
  readonly starts_at: string;
  readonly ends_at: string;
  /** Empty for none. */
  readonly campaign_id: string;
  readonly hasBadge: boolean;
  readonly badge_name: string;
  readonly icon: BadgeIconName;
  readonly takesBack: boolean;
  readonly back_types: string;
  readonly back_condition: string;
  readonly back_reference: string;
  readonly original_reference: string;
  readonly back_amount: string;
}

export const typesText = (types: readonly string[]): string => types.join(', ');
export const typesOf = (text: string): string[] => [...new Set(text.split(',').map((one) => one.trim()))].filter((one) => one !== '');

const FIELD = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;
/** `amount` as `event.amount`; anything that is no name of a field stays as it is. */
const expressionOf = (text: string): string =>
  FIELD.test(text.trim()) && !/^(event|participant|program)\./.test(text.trim()) ? `event.${text.trim()}` : text.trim();
const fieldText = (expression: string): string => {
  const path = expression.replace(/^event\./, '');
  return path !== expression && FIELD.test(path) ? path : expression;
};

export const emptyStep = (place: number): StepDraft => ({ key: `step-${place}`, name: '', target: '1', event_types: '', condition: '' });

const NEW: ChallengeDraft = {
  name: '',
  key: '',
  description: '',
  goal: 'COUNT',
  target: '10',
  event_types: '',
  condition: '',
  value: '',
  steps: [emptyStep(1), emptyStep(2)],
  unit: 'DAY',
  min_per_unit: '1',
  grace: '0',
  period: 'NONE',
  repeats: 'ONCE',
  max: '2',
  parts: [],
  audience: '',
  starts_at: '',
  ends_at: '',
  campaign_id: '',
  hasBadge: false,
  badge_name: '',
  icon: 'award',
  takesBack: false,
  back_types: '',
  back_condition: '',
  back_reference: '',
  original_reference: '',
  back_amount: '',
};

type Match = NonNullable<Challenge['take_back']>['match'];
const matchDraft = ({ event_types, condition }: Match): MatchDraft => ({ event_types: typesText(event_types), condition: condition ?? '' });

export function challengeDraft(challenge: Challenge | undefined): ChallengeDraft {
  if (!challenge) return NEW;
  const { goal, repeat, take_back: back, badge } = challenge;
  return {
    ...NEW,
    name: challenge.name,
    key: challenge.key,
    description: challenge.description ?? '',
    goal: goal.type,
    ...(goal.type === 'STEPS'
      ? { steps: goal.steps.map((step) => ({ key: step.key, name: step.name, target: String(step.target), ...matchDraft(step.match) })) }
      : { target: String(goal.target), ...matchDraft(goal.match) }),
    ...('value' in goal ? { value: fieldText(goal.value) } : {}),
    ...(goal.type === 'STREAK' ? { unit: goal.unit, min_per_unit: String(goal.min_per_unit), grace: String(goal.grace) } : {}),
    period: challenge.period,
    repeats: repeat === null ? 'ONCE' : repeat.max === null ? 'OFTEN' : 'LIMITED',
    max: repeat?.max ? String(repeat.max) : NEW.max,
    parts: challenge.parts,
    audience: challenge.audience ?? '',
    starts_at: challenge.starts_at ?? '',
    ends_at: challenge.ends_at ?? '',
    campaign_id: challenge.campaign_id ?? '',
    hasBadge: badge !== null,
    badge_name: badge?.name ?? '',
    icon: badge?.icon ?? 'award',
    takesBack: back !== null,
    ...(back === null
      ? {}
      : {
          back_types: typesText(back.match.event_types),
          back_condition: back.match.condition ?? '',
          back_reference: fieldText(back.reference),
          original_reference: fieldText(back.original_reference),
          back_amount: fieldText(back.amount ?? ''),
        }),
  };
}

const matchOf = ({ event_types, condition }: MatchDraft): Match => ({
  event_types: typesOf(event_types),
  condition: condition.trim() || null,
});

function goalOf(draft: ChallengeDraft): CreateChallenge['goal'] {
  const match = matchOf(draft);
  switch (draft.goal) {
    case 'COUNT':
      return { type: 'COUNT', target: Number(draft.target), match };
    case 'SUM':
      return { type: 'SUM', target: draft.target.trim(), match, value: expressionOf(draft.value) };
    case 'DISTINCT':
      return { type: 'DISTINCT', target: Number(draft.target), match, value: expressionOf(draft.value) };
    case 'STEPS':
      return {
        type: 'STEPS',
        steps: draft.steps.map((step) => ({ key: step.key, name: step.name.trim(), target: Number(step.target), match: matchOf(step) })),
      };
    case 'STREAK':
      return {
        type: 'STREAK',
        target: Number(draft.target),
        unit: draft.unit,
        match,
        min_per_unit: Number(draft.min_per_unit),
        grace: Number(draft.grace),
      };
  }
}

const repeatOf = ({ repeats, max }: ChallengeDraft): CreateChallenge['repeat'] =>
  repeats === 'ONCE' ? null : { max: repeats === 'OFTEN' ? null : Number(max) };

function takeBackOf(draft: ChallengeDraft): CreateChallenge['take_back'] {
  if (!draft.takesBack) return null;
  return {
    match: matchOf({ event_types: draft.back_types, condition: draft.back_condition }),
    reference: expressionOf(draft.back_reference),
    original_reference: expressionOf(draft.original_reference),
    amount: draft.goal === 'SUM' && draft.back_amount.trim() !== '' ? expressionOf(draft.back_amount) : null,
  };
}

/** Everything but the program, the key and the status. */
export const fieldsOf = (draft: ChallengeDraft) => ({
  name: draft.name.trim(),
  description: draft.description.trim() || null,
  goal: goalOf(draft),
  period: draft.period,
  repeat: repeatOf(draft),
  parts: [...draft.parts],
  audience: draft.audience.trim() || null,
  starts_at: draft.starts_at || null,
  ends_at: draft.ends_at || null,
  campaign_id: draft.campaign_id || null,
  badge: draft.hasBadge ? { name: draft.badge_name.trim(), description: null, icon: draft.icon } : null,
  take_back: takeBackOf(draft),
});
