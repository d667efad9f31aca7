/** Builds tiers, tier memberships and subjects for tests that evaluate without a database. */
import { plainCounter, type DatedCounter } from '@/domain/participants/counters';
import { tierPlace, type TierMembership } from '@/domain/participants/state';
import { amountOf } from '@/domain/money';
import { dueTierChanges, type TierSubject } from '@/domain/tiers/due-changes';
import { tierOf, type LifecycleSource, type Tier, type TierLevelSource } from '@/domain/tiers/tier';

export const SUBJECT = { type: 'PARTICIPANT', id: 'ada' } as const;
export const at = (text: string): Date => new Date(text.length === 10 ? `${text}T00:00:00Z` : text);

export const level = (key: string, rank: number, threshold: number | null, counter = 'points'): TierLevelSource => ({
  key,
  rank,
  display_name: null,
  benefits: [],
  color: null,
  icon_url: null,
  qualification: threshold === null ? null : { mode: 'ALL', criteria: [{ counter, operator: 'GTE', threshold: String(threshold) }] },
});

export const LEVELS = [level('silver', 1, 100), level('gold', 2, 1_000), level('platinum', 3, 5_000)];

export interface LifecycleParts {
  readonly retention?: LifecycleSource['retention'];
  readonly year?: true | { month: number; day: number };
  readonly extendMonths?: number;
  readonly downgrade?: Partial<LifecycleSource['downgrade_policy']>;
  readonly qualifying?: readonly string[];
  readonly rollover?: 'NONE' | 'EXCESS';
}

export function tierWith(parts: LifecycleParts | null = null, levels: readonly TierLevelSource[] = LEVELS, key = 'status'): Tier {
  return tierOf({ programId: 'program', key, status: 'ACTIVE', programActive: true, levels, lifecycle: parts && lifecycleOf(parts) });
}

function lifecycleOf({
  retention = null,
  year,
  extendMonths = 0,
  downgrade = {},
  qualifying = ['points'],
  rollover = 'NONE',
}: LifecycleParts): LifecycleSource {
  const start =
    year === undefined || year === true ? { start_month: null, start_day: null } : { start_month: year.month, start_day: year.day };
  return {
    retention,
    qualification_period: { type: year === undefined ? 'NONE' : year === true ? 'CALENDAR_YEAR' : 'FIXED_YEAR', ...start },
    status_validity: { extend_months: extendMonths },
    downgrade_policy: { mode: 'DROP_TO_QUALIFYING', grace_days: null, min_level: null, ...downgrade },
    counters: { qualifying, rollover },
  };
}

export function tierMembership(key: string, expiresAt: string | null, inGrace = false): TierMembership {
  const rank = LEVELS.find((candidate) => candidate.key === key)!.rank;
  return { level: key, rank, since: at('2026-02-01'), expiresAt: expiresAt === null ? null : at(expiresAt), inGrace };
}

export const counter = (value: number | string, updatedAt = '2026-06-01', resetsAt: string | null = null): DatedCounter => ({
  ...plainCounter(amountOf(value)),
  resetAfterMs: resetsAt === null ? null : 86_400_000,
  resetsAt: resetsAt === null ? null : at(resetsAt),
  updatedAt: at(updatedAt),
});

export function subjectWith(
  counters: Record<string, DatedCounter> = {},
  tierMemberships: Record<string, TierMembership> = {},
): TierSubject {
  return {
    subject: SUBJECT,
    counters: new Map(Object.entries(counters)),
    tierMemberships: new Map(Object.entries(tierMemberships).map(([key, value]) => [tierPlace({ programId: 'program', key }), value])),
  };
}

/** The result of settling: `[tier, level, until, grace?]` and `[counter, value]`, in order. */
export function settled(tiers: readonly Tier[], subject: TierSubject, now: string): unknown[][] {
  return dueTierChanges(tiers, subject, at(now)).map((change) => {
    if (change.type === 'COUNTER' && change.operation === 'AUTO_RESET') return [change.key, change.value.toFixed()];
    if (change.type !== 'TIER') throw new Error(`time does not change a ${change.type}`);
    if (change.operation === 'DELETE') return [change.key, null];
    const { level: to, expiresAt, inGrace } = change.value;
    return [change.key, to, expiresAt?.toISOString().slice(0, 10) ?? null, ...(inGrace ? ['grace'] : [])];
  });
}
