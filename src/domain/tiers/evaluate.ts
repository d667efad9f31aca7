/** Reviews one tier membership: it is kept, renewed, given a grace period, or lowered. */
import type { TierPlacement, TierMembership } from '@/domain/participants/state';
import { laterOf, validUntil } from './periods';
import { placementAt } from './upgrade';
import type { Tier, TierLevel } from './tier';

/**
 * @param at when it is reviewed: when the tier membership expires, or a qualification year ends.
 * @param qualifying the level that the counters qualify for at that time; null when none.
 * @returns the tier membership afterwards, null when the level is lost; `tier membership` itself when nothing changes.
 */
export function evaluateTier(tier: Tier, tierMembership: TierMembership, at: Date, qualifying: TierLevel | null): TierPlacement | null {
  const expired = tierMembership.expiresAt !== null && tierMembership.expiresAt <= at;
  // Each activity has already extended such a tier membership; the end of a year changes nothing.
  if (!expired && tier.lifecycle?.retention?.mode === 'ACTIVITY_REFRESH') return tierMembership;
  if (qualifying !== null && qualifying.rank >= tierMembership.rank) return confirmed(tier, tierMembership, at, qualifying, expired);
  if (!expired) return tierMembership;
  return tierMembership.inGrace ? lowered(tier, tierMembership, at, qualifying) : failed(tier, tierMembership, at, qualifying);
}

function confirmed(tier: Tier, tierMembership: TierMembership, at: Date, level: TierLevel, expired: boolean): TierPlacement {
  const placement = placementAt(tier, level, at);
  if (level.rank > tierMembership.rank || expired || tierMembership.inGrace) return placement;
  return { ...placement, expiresAt: laterOf(tierMembership.expiresAt, placement.expiresAt) };
}

function failed(tier: Tier, tierMembership: TierMembership, at: Date, qualifying: TierLevel | null): TierPlacement | null {
  const { mode = 'DROP_TO_QUALIFYING', graceMs = null } = tier.lifecycle?.downgrade ?? {};
  const { level, rank } = tierMembership;
  if (graceMs !== null && graceMs > 0) return { level, rank, expiresAt: new Date(at.getTime() + graceMs), inGrace: true };
  if (mode === 'HOLD' && graceMs === null) return { level, rank, expiresAt: validUntil(tier.lifecycle, at) };
  return lowered(tier, tierMembership, at, qualifying);
}

/** Under HOLD, too, the level drops to what qualifies once the grace period is over. */
function lowered(tier: Tier, tierMembership: TierMembership, at: Date, qualifying: TierLevel | null): TierPlacement | null {
  const target = atLeast(
    tier,
    tierMembership,
    tier.lifecycle?.downgrade.mode === 'DROP_ONE' ? oneBelow(tier, tierMembership, qualifying) : qualifying,
  );
  return target && placementAt(tier, target, at);
}

function oneBelow({ levels }: Tier, tierMembership: TierMembership, qualifying: TierLevel | null): TierLevel | null {
  const below = levels.findLast(({ rank }) => rank < tierMembership.rank) ?? null;
  return (below?.rank ?? -Infinity) >= (qualifying?.rank ?? -Infinity) ? below : qualifying;
}

/** Never below `min_level`; a tier membership that is already below it stays as it is. */
function atLeast({ levels, lifecycle }: Tier, tierMembership: TierMembership, target: TierLevel | null): TierLevel | null {
  const floor = levels.find(({ key }) => key === lifecycle?.downgrade.minLevel);
  if (floor === undefined || (target !== null && target.rank >= floor.rank)) return target;
  return tierMembership.rank >= floor.rank ? floor : { key: tierMembership.level, rank: tierMembership.rank, qualification: null };
}
