/** Sets or removes a participant's or group's level in a tier manually. */
import type { SetTierMembership } from '@/contract/state';
import { DomainError } from '@/domain/errors';
import { NOTHING } from '@/domain/decision';
import { stateTransitions, type StateChange, type Subject, type TierPlacement } from '@/domain/participants/state';
import { assertProgramPlaces } from '@/domain/tiers/place';
import { changeTransitions } from '@/domain/tiers/transitions';
import { placementAt, placementChange } from '@/domain/tiers/upgrade';
import type { Ctx } from '@/server/platform/context';
import { commitDecision } from '@/server/db/commit';
import { readState, type TierMembershipRow } from '@/server/db/repositories/people/state-reading';
import { findTierForPlacement, type OfferedTier } from '@/server/db/repositories/programs/tier-memberships';
import { loadTieredSubject } from '@/server/db/repositories/programs/tier-subjects';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { lockSubject, stateOrigin } from './change-state';
import { getTierMembership } from './read-state';

interface TierName {
  readonly program_id: string;
  readonly key: string;
}

/**
 * @throws DomainError participant_inactive, group_archived, program_suspended, program_archived, not_found (tier),
 *   validation_error (level), invalid_expiration, unprocessable (archived tier).
 */
export async function setTierMembership(ctx: Ctx, subject: Subject, name: TierName, sent: SetTierMembership): Promise<TierMembershipRow> {
  await withTransaction(async (tx) => {
    const scope = await lockSubject(ctx, tx, subject);
    const [{ tiers, counted }, offered] = await Promise.all([
      loadTieredSubject(tx, scope.organizationId, subject),
      tierToPlaceIn(ctx, tx, name),
    ]);
    const change = placementChange(offered.tier, subject, stateOrigin(ctx.actor), placementIn(offered, sent, scope.now));
    await commitDecision(tx, scope, { ...NOTHING, state: changeTransitions(tiers, counted, [change], scope.now) });
  });
  return getTierMembership(ctx, subject, name);
}

/** @throws DomainError as `setTierMembership`, and not_found when there is no level to remove. */
export function removeTierMembership(ctx: Ctx, subject: Subject, name: TierName): Promise<void> {
  const change: StateChange = {
    type: 'TIER',
    operation: 'DELETE',
    subject,
    origin: stateOrigin(ctx.actor),
    programId: name.program_id,
    key: name.key,
  };
  return withTransaction(async (tx) => {
    const scope = await lockSubject(ctx, tx, subject);
    await tierToPlaceIn(ctx, tx, name);
    const [current] = await Promise.all([readState(tx, scope.organizationId, [change]), getTierMembership(ctx, subject, name, tx)]);
    await commitDecision(tx, scope, { ...NOTHING, state: stateTransitions(current, [change], scope.now) });
  });
}

/** @throws DomainError unprocessable (archived tier), validation_error (level), invalid_expiration. */
function placementIn({ tier, status }: OfferedTier, { level, expires_at }: SetTierMembership, now: Date): TierPlacement {
  if (status === 'ARCHIVED')
    throw new DomainError('unprocessable', 'The tier is archived; nobody can be given a level in it.', { param: 'key' });
  const found = tier.levels.find(({ key }) => key === level);
  if (!found) throw unknownLevel(tier.levels.map(({ key }) => key));
  const usual = placementAt(tier, found, now);
  return expires_at === undefined ? usual : { ...usual, expiresAt: expiryOf(expires_at, now) };
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
