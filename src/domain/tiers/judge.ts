/** Reviews one standing: it is kept, renewed, given a grace period, or lowered. */
import type { TierPlacement, TierMembership } from '@/domain/participants/state';
import { laterOf, validUntil } from './periods';
import { placementAt } from './upgrade';
import type { Tier, TierLevel } from './tier';

/**
 * @param at when it is reviewed: when the standing expires, or a qualification year ends.
 * @param qualifying the level that the counters qualify for at that time; null when none.
 * @returns the standing afterwards, null when the level is lost; `standing` itself when nothing changes.
 */
export function evaluateTier(tier: Tier, standing: TierMembership, at: Date, qualifying: TierLevel | null): TierPlacement | null {
  const expired = standing.expiresAt !== null && standing.expiresAt <= at;
  // Each activity has already extended such a standing; the end of a year changes nothing.
  if (!expired && tier.lifecycle?.retention?.mode === 'ACTIVITY_REFRESH') return standing;
  if (qualifying !== null && qualifying.rank >= standing.rank) return confirmed(tier, standing, at, qualifying, expired);
  if (!expired) return standing;
  return standing.inGrace ? lowered(tier, standing, at, qualifying) : failed(tier, standing, at, qualifying);
}

function confirmed(tier: Tier, standing: TierMembership, at: Date, level: TierLevel, expired: boolean): TierPlacement {
  const placement = placementAt(tier, level, at);
  if (level.rank > standing.rank || expired || standing.inGrace) return placement;
  return { ...placement, expiresAt: laterOf(standing.expiresAt, placement.expiresAt) };
}

function failed(tier: Tier, standing: TierMembership, at: Date, qualifying: TierLevel | null): TierPlacement | null {
  const { mode = 'DROP_TO_QUALIFYING', graceMs = null } = tier.lifecycle?.downgrade ?? {};
  const { level, rank } = standing;
  if (graceMs !== null && graceMs > 0) return { level, rank, expiresAt: new Date(at.getTime() + graceMs), inGrace: true };
  if (mode === 'HOLD' && graceMs === null) return { level, rank, expiresAt: validUntil(tier.lifecycle, at) };
  return lowered(tier, standing, at, qualifying);
}

/** Under HOLD, too, the level drops to what qualifies once the grace period is over. */
function lowered(tier: Tier, standing: TierMembership, at: Date, qualifying: TierLevel | null): TierPlacement | null {
  const target = atLeast(tier, standing, tier.lifecycle?.downgrade.mode === 'DROP_ONE' ? oneBelow(tier, standing, qualifying) : qualifying);
  return target && placementAt(tier, target, at);
}

function oneBelow({ levels }: Tier, standing: TierMembership, qualifying: TierLevel | null): TierLevel | null {
  const below = levels.findLast(({ rank }) => rank < standing.rank) ?? null;
  return (below?.rank ?? -Infinity) >= (qualifying?.rank ?? -Infinity) ? below : qualifying;
}

/** Never below `min_level`; a standing that is already below it stays as it is. */
function atLeast({ levels, lifecycle }: Tier, standing: TierMembership, target: TierLevel | null): TierLevel | null {
  const floor = levels.find(({ key }) => key === lifecycle?.downgrade.minLevel);
  if (floor === undefined || (target !== null && target.rank >= floor.rank)) return target;
  return standing.rank >= floor.rank ? floor : { key: standing.level, rank: standing.rank, qualification: null };
}
