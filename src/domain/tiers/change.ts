/** Decides which changes a tier allows: an archived one never changes, and a level in use keeps its key and rank. */
import { DomainError } from '@/domain/errors';
import { namesIn } from '../fields';
import { yearEnd } from './periods';
import { floorFault } from './sound';
import { levelsGiven, refersToTier, type StoredRule } from './references';
import { tierOf, type LifecycleSource, type TierLevelSource, type TierStatus } from './tier';

interface TierSettings {
  readonly program_id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: TierStatus;
  readonly levels: readonly TierLevelSource[];
  readonly lifecycle: LifecycleSource | null;
}

interface StoredTier extends TierSettings {
  readonly due_at: Date | null;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
}

/** The uses of a tier that can rule out a change. */
interface TierUse {
  /** The keys of levels that somebody has. */
  readonly held: readonly string[];
  /** The live rules of the program. */
  readonly rules: readonly (StoredRule & { readonly id: string; readonly name: string; readonly status: string })[];
}

export type TierChange = Partial<Pick<TierSettings, 'name' | 'description' | 'levels' | 'lifecycle' | 'status'>>;

/** When all subjects are next reviewed after `at`: at the end of a year that resets counters; null when there is none. */
export function nextEvaluation(tier: TierSettings, at: Date): Date | null {
  const { lifecycle } = tierOf({ ...tier, programId: tier.program_id, programActive: true });
  return lifecycle?.year && lifecycle.counters.qualifying.length > 0 ? yearEnd(lifecycle.year, at) : null;
}

/**
 * The tier after a change; the very same object when nothing changes. When levels or the lifecycle change,
 * every subject of the tier becomes due for review at once.
 * @throws DomainError invalid_status, tier_referenced_by_rules, validation_error, unprocessable.
 */
export function applyTierChange<T extends StoredTier>(tier: T, change: TierChange, use: TierUse, now: Date): T {
  const names = namesIn(change).filter((name) => change[name] !== undefined && !isSame(change[name], tier[name]));
  if (names.length === 0) return tier;
  if (tier.status === 'ARCHIVED')
    throw new DomainError('invalid_status', 'The tier is archived and cannot be changed; create another.', { param: 'key' });
  const changed: T = { ...tier, ...Object.fromEntries(names.map((name) => [name, change[name]])), updated_at: now };
  if (changed.status === 'ARCHIVED') {
    refuseReferences(use, tier.key, 'status', (rule) => refersToTier(rule, tier.key));
    return { ...changed, due_at: null, deleted_at: now };
  }
  assertLevelsFit(tier, changed, use);
  return names.includes('levels') || names.includes('lifecycle') ? { ...changed, due_at: now } : changed;
}

function assertLevelsFit(tier: TierSettings, changed: TierSettings, use: TierUse): void {
  const fault = changed.lifecycle && floorFault(changed.levels, changed.lifecycle);
  if (fault) {
    const field = fault.path.join('.');
    throw new DomainError('validation_error', fault.message, {
      param: field,
      fields: [{ field, message: fault.message, reason: fault.reason }],
    });
  }
  const kept = new Map(changed.levels.map(({ key, rank }) => [key, rank]));
  const moved = tier.levels.filter(({ key, rank }) => use.held.includes(key) && kept.get(key) !== rank).map(({ key }) => key);
  const [first] = moved;
  if (first !== undefined) {
    throw new DomainError('unprocessable', `The level ${first} is in use, so it must stay among the levels with the same key and rank.`, {
      param: 'levels',
      details: { levels: moved },
    });
  }
  refuseReferences(use, tier.key, 'levels', (rule) => levelsGiven(rule, tier.key).some((level) => level !== null && !kept.has(level)));
}

function refuseReferences({ rules }: TierUse, key: string, param: 'status' | 'levels', refers: (rule: StoredRule) => boolean): void {
  const referring = rules.filter(refers).map(({ id, name, status }) => ({ id, name, status }));
  if (referring.length === 0) return;
  throw new DomainError('tier_referenced_by_rules', `Rules still refer to the tier ${key}; archive or change them first.`, {
    param,
    details: { rules: referring },
  });
}

/** Ignores the order of keys: the database may return them in another. */
const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
