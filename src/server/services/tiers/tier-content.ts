/** Converts levels and lifecycles as sent into their stored form, with every default made explicit. */
import type { NewTierLevel, NewTierLifecycle } from '@/contract/tier';
import { amountOf, formatDecimal } from '@/domain/money';
import type { LifecycleSource, TierLevelSource } from '@/domain/tiers/tier';

/** Ordered by rank, lowest first. */
export function keptLevels(levels: readonly NewTierLevel[]): TierLevelSource[] {
  return levels.map(keptLevel).sort((a, b) => a.rank - b.rank);
}

function keptLevel({ key, rank, display_name, benefits, color, icon_url, qualification }: NewTierLevel): TierLevelSource {
  return {
    key,
    rank,
    display_name: display_name ?? null,
    benefits: benefits ?? [],
    color: color ?? null,
    icon_url: icon_url ?? null,
    qualification: qualification
      ? {
          mode: qualification.mode,
          criteria: qualification.criteria.map((criterion) => ({ ...criterion, threshold: formatDecimal(amountOf(criterion.threshold)) })),
        }
      : null,
  };
}

export function keptLifecycle(sent: NewTierLifecycle): LifecycleSource {
  const { qualification_period: period, downgrade_policy: policy, counters } = sent;
  return {
    retention: sent.retention ?? null,
    qualification_period: { type: period?.type ?? 'NONE', start_month: period?.start_month ?? null, start_day: period?.start_day ?? null },
    status_validity: { extend_months: sent.status_validity?.extend_months ?? 0 },
    downgrade_policy: {
      mode: policy?.mode ?? 'DROP_TO_QUALIFYING',
      grace_days: policy?.grace_days ?? null,
      min_level: policy?.min_level ?? null,
    },
    counters: { qualifying: [...new Set(counters?.qualifying ?? [])], rollover: counters?.rollover ?? 'NONE' },
  };
}
