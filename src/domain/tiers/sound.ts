/** Finds contradictions in levels and a lifecycle before they are stored. */

interface TierFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly reason: 'duplicate' | 'required' | 'unknown_field' | 'invalid_value';
}

interface LevelDraft {
  readonly key: string;
  readonly rank: number;
}

interface LifecycleDraft {
  readonly retention?: { readonly mode: string } | null | undefined;
  readonly qualification_period?:
    { readonly type: string; readonly start_month?: number | null | undefined; readonly start_day?: number | null | undefined } | undefined;
  readonly downgrade_policy?: { readonly min_level?: string | null | undefined } | undefined;
}

/** @param levels undefined: the stored ones, against which the floor is checked once they are loaded. */
export function tierFault(levels: readonly LevelDraft[] | undefined, lifecycle: LifecycleDraft | null): TierFault | null {
  return (levels && repeated(levels)) ?? (lifecycle && (periodFault(lifecycle) ?? (levels ? floorFault(levels, lifecycle) : null)));
}

function repeated(levels: readonly LevelDraft[]): TierFault | null {
  for (const field of ['key', 'rank'] as const) {
    const index = levels.findIndex((level, at) => levels.slice(0, at).some((other) => other[field] === level[field]));
    if (index >= 0)
      return { path: ['levels', index, field], message: `Another level has this ${field}; give each its own.`, reason: 'duplicate' };
  }
  return null;
}

/** Days that occur in every year: February has 28. */
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function periodFault({ qualification_period: period }: LifecycleDraft): TierFault | null {
  if (!period) return null;
  const at = (field: 'start_month' | 'start_day') => ['lifecycle', 'qualification_period', field];
  for (const field of ['start_month', 'start_day'] as const) {
    if (period.type === 'FIXED_YEAR' && period[field] == null)
      return { path: at(field), message: `FIXED_YEAR needs \`${field}\`.`, reason: 'required' };
    if (period.type !== 'FIXED_YEAR' && period[field] != null)
      return { path: at(field), message: `Only FIXED_YEAR takes \`${field}\`; leave it out.`, reason: 'unknown_field' };
  }
  const { start_month: month, start_day: day } = period;
  if (month == null || day == null) return null;
  // A month that does not exist is refused where the month itself is checked.
  const days = DAYS[month - 1];
  return days !== undefined && day > days
    ? { path: at('start_day'), message: 'This day does not come in every year; choose another.', reason: 'invalid_value' }
    : null;
}

/** The lowest level that a lifecycle lets anybody drop to must be one of the levels. */
export function floorFault(
  levels: readonly LevelDraft[],
  { downgrade_policy }: Pick<LifecycleDraft, 'downgrade_policy'>,
): TierFault | null {
  const floor = downgrade_policy?.min_level;
  if (floor == null || levels.some(({ key }) => key === floor)) return null;
  return {
    path: ['lifecycle', 'downgrade_policy', 'min_level'],
    message: 'No level has this key; name one of the levels.',
    reason: 'invalid_value',
  };
}
