/** Holds a tier as its form edits it: every field as text, levels and criteria in display order. */
import type { CreateTier, NewTierLevel, NewTierLifecycle, TierResource } from '@/contract/tier';

export interface CriterionDraft {
  counter: string;
  operator: 'GTE' | 'GT' | 'LTE' | 'LT' | 'EQ';
  threshold: string;
}

export interface LevelDraft {
  key: string;
  rank: string;
  display_name: string;
  /** One per line. */
  benefits: string;
  color: string;
  icon_url: string;
  mode: 'ALL' | 'ANY';
  /** Empty: reached by hand and by rules only. */
  criteria: readonly CriterionDraft[];
}

export interface LifecycleDraft {
  retention: 'NONE' | 'PERIOD_BASED' | 'ACTIVITY_REFRESH';
  duration: string;
  period: 'CALENDAR_YEAR' | 'FIXED_YEAR' | 'NONE';
  start_month: string;
  start_day: string;
  extend_months: string;
  downgrade: 'DROP_TO_QUALIFYING' | 'DROP_ONE' | 'HOLD';
  grace_days: string;
  min_level: string;
  /** Separated by commas. */
  qualifying: string;
  rollover: 'NONE' | 'EXCESS';
}

interface TierDraft {
  key: string;
  name: string;
  description: string;
  levels: readonly LevelDraft[];
  /** Null: a level lasts until someone changes it. */
  lifecycle: LifecycleDraft | null;
}

export const NEW_CRITERION: CriterionDraft = { counter: '', operator: 'GTE', threshold: '' };

export const newLevel = (rank: number): LevelDraft => ({
  key: '',
  rank: String(rank),
  display_name: '',
  benefits: '',
  color: '',
  icon_url: '',
  mode: 'ALL',
  criteria: [NEW_CRITERION],
});

export const NEW_LIFECYCLE: LifecycleDraft = {
  retention: 'PERIOD_BASED',
  duration: '365d',
  period: 'NONE',
  start_month: '1',
  start_day: '1',
  extend_months: '0',
  downgrade: 'DROP_TO_QUALIFYING',
  grace_days: '',
  min_level: '',
  qualifying: '',
  rollover: 'NONE',
};

const levelDraft = (level: TierResource['levels'][number]): LevelDraft => ({
  key: level.key,
  rank: String(level.rank),
  display_name: level.display_name ?? '',
  benefits: level.benefits.join('\n'),
  color: level.color ?? '',
  icon_url: level.icon_url ?? '',
  mode: level.qualification?.mode ?? 'ALL',
  criteria: level.qualification?.criteria ?? [],
});

function lifecycleDraft(lifecycle: NonNullable<TierResource['lifecycle']>): LifecycleDraft {
  const { retention, qualification_period: period, status_validity, downgrade_policy, counters } = lifecycle;
  return {
    retention: retention?.mode ?? 'NONE',
    duration: retention?.duration ?? '',
    period: period.type,
    start_month: String(period.start_month ?? ''),
    start_day: String(period.start_day ?? ''),
    extend_months: String(status_validity.extend_months),
    downgrade: downgrade_policy.mode,
    grace_days: String(downgrade_policy.grace_days ?? ''),
    min_level: downgrade_policy.min_level ?? '',
    qualifying: counters.qualifying.join(', '),
    rollover: counters.rollover,
  };
}

export const tierDraft = (tier?: TierResource): TierDraft => ({
  key: tier?.key ?? '',
  name: tier?.name ?? '',
  description: tier?.description ?? '',
  levels: tier ? tier.levels.map(levelDraft) : [newLevel(1)],
  lifecycle: tier?.lifecycle ? lifecycleDraft(tier.lifecycle) : null,
});

/** Input that is not a whole number becomes -1, which the API refuses at its field. */
const wholeOf = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : -1);

const words = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((word) => word.trim())
    .filter(Boolean);

const levelOf = (level: LevelDraft): NewTierLevel => ({
  key: level.key.trim(),
  rank: wholeOf(level.rank),
  display_name: level.display_name.trim() || null,
  benefits: words(level.benefits, /\n/),
  color: level.color.trim() || null,
  icon_url: level.icon_url.trim() || null,
  qualification:
    level.criteria.length === 0
      ? null
      : {
          mode: level.mode,
          criteria: level.criteria.map(({ counter, operator, threshold }) => ({
            counter: counter.trim(),
            operator,
            threshold: threshold.trim(),
          })),
        },
});

function lifecycleOf(draft: LifecycleDraft | null): NewTierLifecycle | null {
  if (!draft) return null;
  const fixed = draft.period === 'FIXED_YEAR' ? { start_month: wholeOf(draft.start_month), start_day: wholeOf(draft.start_day) } : {};
  return {
    retention: draft.retention === 'NONE' ? null : { mode: draft.retention, duration: draft.duration.trim() },
    qualification_period: { type: draft.period, ...fixed },
    status_validity: { extend_months: draft.extend_months.trim() ? wholeOf(draft.extend_months) : 0 },
    downgrade_policy: {
      mode: draft.downgrade,
      grace_days: draft.grace_days.trim() ? wholeOf(draft.grace_days) : null,
      min_level: draft.min_level.trim() || null,
    },
    counters: { qualifying: words(draft.qualifying, /,/), rollover: draft.rollover },
  };
}

/** The request for the draft; only a new tier sends its key. */
export const tierRequest = (programId: string, draft: TierDraft): CreateTier => ({
  id: programId,
  key: draft.key.trim(),
  name: draft.name,
  description: draft.description.trim() || null,
  levels: draft.levels.map(levelOf),
  lifecycle: lifecycleOf(draft.lifecycle),
});
