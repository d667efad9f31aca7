/** Defines a tier: levels in order of rank, what qualifies for each, and how long a level lasts. */
import type { TIER_STATUSES } from '@/domain/choices';
import { parseDuration } from '@/domain/duration';
import { amountOf, type Amount } from '@/domain/money';

export type TierStatus = (typeof TIER_STATUSES)[number];
export const QUALIFICATION_MODES = ['ALL', 'ANY'] as const;
export const CRITERION_OPERATORS = ['GTE', 'GT', 'LTE', 'LT', 'EQ'] as const;
export const RETENTION_MODES = ['PERIOD_BASED', 'ACTIVITY_REFRESH'] as const;
export const QUALIFICATION_PERIODS = ['CALENDAR_YEAR', 'FIXED_YEAR', 'NONE'] as const;
export const DOWNGRADE_MODES = ['DROP_TO_QUALIFYING', 'DROP_ONE', 'HOLD'] as const;
export const ROLLOVERS = ['NONE', 'EXCESS'] as const;

export type CriterionOperator = (typeof CRITERION_OPERATORS)[number];

/** A level as it is stored. Thresholds are decimal strings. */
export interface TierLevelSource {
  readonly key: string;
  readonly rank: number;
  readonly display_name: string | null;
  readonly benefits: readonly string[];
  readonly color: string | null;
  readonly icon_url: string | null;
  readonly qualification: {
    readonly mode: (typeof QUALIFICATION_MODES)[number];
    readonly criteria: readonly { readonly counter: string; readonly operator: CriterionOperator; readonly threshold: string }[];
  } | null;
}

/** A lifecycle as it is stored. */
export interface LifecycleSource {
  readonly retention: { readonly mode: (typeof RETENTION_MODES)[number]; readonly duration: string } | null;
  readonly qualification_period: {
    readonly type: (typeof QUALIFICATION_PERIODS)[number];
    readonly start_month: number | null;
    readonly start_day: number | null;
  };
  readonly status_validity: { readonly extend_months: number };
  readonly downgrade_policy: {
    readonly mode: (typeof DOWNGRADE_MODES)[number];
    readonly grace_days: number | null;
    readonly min_level: string | null;
  };
  readonly counters: { readonly qualifying: readonly string[]; readonly rollover: (typeof ROLLOVERS)[number] };
}

export interface Criterion {
  readonly counter: string;
  readonly operator: CriterionOperator;
  readonly threshold: Amount;
}

export interface TierLevel {
  readonly key: string;
  readonly rank: number;
  /** Null: set only by hand or by rules. */
  readonly qualification: { readonly mode: 'ALL' | 'ANY'; readonly criteria: readonly Criterion[] } | null;
}

/** The day on which a qualification year begins, at midnight UTC. */
export interface YearStart {
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

export interface Lifecycle {
  readonly retention: { readonly mode: (typeof RETENTION_MODES)[number]; readonly durationMs: number } | null;
  /** Null: subjects share no qualification period. */
  readonly year: YearStart | null;
  readonly extendMonths: number;
  readonly downgrade: {
    readonly mode: (typeof DOWNGRADE_MODES)[number];
    readonly graceMs: number | null;
    readonly minLevel: string | null;
  };
  readonly counters: { readonly qualifying: readonly string[]; readonly rollover: (typeof ROLLOVERS)[number] };
}

export interface Tier {
  readonly programId: string;
  readonly key: string;
  /** Whether counters can raise a subject's level: the tier and its program are active. */
  readonly open: boolean;
  /** By rank, lowest first. */
  readonly levels: readonly TierLevel[];
  readonly lifecycle: Lifecycle | null;
}

interface TierSource {
  readonly programId: string;
  readonly key: string;
  readonly status: TierStatus;
  readonly programActive: boolean;
  readonly levels: readonly TierLevelSource[];
  readonly lifecycle: LifecycleSource | null;
}

/** An archived tier qualifies nobody and has no lifecycle: a tier membership that expires in it ends. */
export function tierOf({ programId, key, status, programActive, levels, lifecycle }: TierSource): Tier {
  const active = status === 'ACTIVE';
  return {
    programId,
    key,
    open: active && programActive,
    levels: levels.map((level) => levelOf(level, active)).sort((a, b) => a.rank - b.rank),
    lifecycle: active && lifecycle ? lifecycleOf(lifecycle) : null,
  };
}

function levelOf({ key, rank, qualification }: TierLevelSource, active: boolean): TierLevel {
  if (!active || qualification === null) return { key, rank, qualification: null };
  const criteria = qualification.criteria.map((criterion) => ({ ...criterion, threshold: amountOf(criterion.threshold) }));
  return { key, rank, qualification: { mode: qualification.mode, criteria } };
}

const DAY_MS = 86_400_000;

function lifecycleOf({ retention, qualification_period: period, status_validity, downgrade_policy, counters }: LifecycleSource): Lifecycle {
  const { mode, grace_days, min_level } = downgrade_policy;
  return {
    retention: retention && { mode: retention.mode, durationMs: parseDuration(retention.duration) ?? 0 },
    year: period.type === 'NONE' ? null : { month: period.start_month ?? 1, day: period.start_day ?? 1 },
    extendMonths: status_validity.extend_months,
    downgrade: { mode, graceMs: grace_days === null ? null : grace_days * DAY_MS, minLevel: min_level },
    counters,
  };
}

/** Every counter that the tier uses: those that qualify for a level, and those that its lifecycle resets. */
export function countersOf(tier: Pick<Tier, 'levels' | 'lifecycle'>): Set<string> {
  const criteria = tier.levels.flatMap(({ qualification }) => qualification?.criteria.map(({ counter }) => counter) ?? []);
  return new Set([...criteria, ...(tier.lifecycle?.counters.qualifying ?? [])]);
}
