/** Sets or removes a participant's or group's level in a tier manually. */
import type { SetStanding } from '@/contract/state';
import { DomainError } from '@/domain/errors';
import type { Subject } from '@/domain/participants/state';
import { assertProgramPlaces } from '@/domain/tiers/place';
import { placementAt, placementChange } from '@/domain/tiers/upgrade';
import type { Ctx } from '@/server/platform/context';
import type { StandingRow } from '@/server/db/repositories/people/state-reading';
import { findTierForPlacement, type OfferedTier } from '@/server/db/repositories/programs/tier-standings';
import type { Tx } from '@/server/db/transaction';
import { settleSubjects } from '@/server/services/tiers/settle-subjects';
import { changeByHand } from './change-subject';
import { getStanding } from './read-standings';

interface TierName {
  readonly program_id: string;
  readonly key: string;
}

/**
 * @throws DomainError participant_inactive, group_archived, program_suspended, program_archived, not_found (tier),
 *   validation_error (level), invalid_expiration, unprocessable (archived tier).
 */
export async function setStanding(ctx: Ctx, subject: Subject, name: TierName, { level, expires_at }: SetStanding): Promise<StandingRow> {
  await changeByHand(ctx, subject, 'level', async ({ origin }, tx, scope) => {
    await settleSubjects(tx, scope, [subject]);
    const { tier, status } = await tierToPlaceIn(ctx, tx, name);
    if (status === 'ARCHIVED')
      throw new DomainError('unprocessable', 'The tier is archived; nobody can be given a level in it.', { param: 'key' });
    const found = tier.levels.find(({ key }) => key === level);
    if (!found) throw unknownLevel(tier.levels.map(({ key }) => key));
    const usual = placementAt(tier, found, scope.now);
    return [
      placementChange(tier, subject, origin, expires_at === undefined ? usual : { ...usual, expiresAt: expiryOf(expires_at, scope.now) }),
    ];
  });
  return getStanding(ctx, subject, name);
}

/** @throws DomainError as `setStanding`, and not_found when there is no level to remove. */
export function removeStanding(ctx: Ctx, subject: Subject, name: TierName): Promise<void> {
  return changeByHand(ctx, subject, 'level', async ({ origin }, tx) => {
    await tierToPlaceIn(ctx, tx, name);
    await getStanding(ctx, subject, name, tx);
    return [{ type: 'TIER', operation: 'DELETE', subject, origin, programId: name.program_id, key: name.key }];
  });
}

async function tierToPlaceIn(ctx: Ctx, tx: Tx, { program_id, key }: TierName): Promise<OfferedTier> {
  const offered = await findTierForPlacement(tx, ctx.organization.id, program_id, key);
  if (!offered) throw new DomainError('not_found', 'The program has no tier with this key.', { param: 'key' });
  assertProgramPlaces(offered.programStatus);
  return offered;
}

function unknownLevel(levels: readonly string[]): DomainError {
  const message = `The tier has no such level; its levels are ${levels.join(', ')}.`;
  return new DomainError('validation_error', message, {
    param: 'level',
    fields: [{ field: 'level', message, reason: 'invalid_value', expected: levels.join(' | ') }],
  });
}

function expiryOf(text: string | null, now: Date): Date | null {
  if (text === null) return null;
  const at = new Date(text.toUpperCase());
  if (at <= now)
    throw new DomainError('invalid_expiration', '`expires_at` is in the past; send a time in the future.', { param: 'expires_at' });
  return at;
}
