/** Decides what may become of a leaderboard that exists: what it measures, over which time and of whom stays as it is. */
import { changesNothingArchived } from '@/domain/archiving';
import { DomainError } from '@/domain/errors';
import { namesIn } from '@/domain/fields';
import { assertPrizesSound, type LeaderboardPeriod, type LeaderboardStatus, type Prize } from './leaderboard';

interface ChangeableLeaderboard {
  readonly name: string;
  readonly description: string | null;
  readonly campaign_id: string | null;
  readonly status: LeaderboardStatus;
  readonly period: LeaderboardPeriod;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly prizes: readonly Prize[];
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
}

/** Fields that are undefined stay as they are. */
type LeaderboardChange = {
  readonly [Name in 'name' | 'description' | 'campaign_id' | 'ends_at' | 'prizes']?: ChangeableLeaderboard[Name] | undefined;
} & { readonly status?: 'ARCHIVED' | undefined };

/** What a frozen season was decided by. */
const DECIDING = ['ends_at', 'prizes'] as const;

/**
 * The leaderboard after a change; the very same object when nothing changes.
 * @throws DomainError invalid_status, invalid_parameter (an end of one with a period, or in the past), validation_error (prizes).
 */
export function applyLeaderboardChange<T extends ChangeableLeaderboard>(leaderboard: T, change: LeaderboardChange, now: Date): T {
  if (leaderboard.status === 'ARCHIVED') {
    if (changesNothingArchived(change)) return leaderboard;
    throw new DomainError('invalid_status', 'The leaderboard is archived and cannot be changed; create another.', { param: 'id' });
  }
  const names = namesIn(change).filter(
    (name) => change[name] !== undefined && JSON.stringify(change[name]) !== JSON.stringify(leaderboard[name]),
  );
  if (names.length === 0) return leaderboard;
  const decided = DECIDING.find((name) => names.includes(name));
  if (decided && leaderboard.status === 'FROZEN')
    throw new DomainError('invalid_status', 'The leaderboard is frozen: its ranks and prizes stay as they are.', { param: decided });
  const changed: T = { ...leaderboard, ...Object.fromEntries(names.map((name) => [name, change[name]])), updated_at: now };
  if (names.includes('ends_at')) assertEndSound(changed, now);
  assertPrizesSound(changed.prizes);
  return changed.status === 'ARCHIVED' ? { ...changed, deleted_at: now } : changed;
}

function assertEndSound({ period, starts_at, ends_at }: ChangeableLeaderboard, now: Date): void {
  if (period !== 'NONE')
    throw new DomainError('invalid_parameter', 'A leaderboard with a period ends with each of them; archive it to end it.', {
      param: 'ends_at',
    });
  assertWindowSound({ starts_at, ends_at }, now);
}

/** @throws DomainError invalid_parameter for an end that is not later than now, or than the start. */
export function assertWindowSound({ starts_at, ends_at }: Pick<ChangeableLeaderboard, 'starts_at' | 'ends_at'>, now: Date): void {
  if (ends_at !== null && (ends_at <= now || (starts_at !== null && ends_at <= starts_at)))
    throw new DomainError('invalid_parameter', 'The end must be later than now and than the start.', { param: 'ends_at' });
}
