/** Tells what a stored decision gives its participant and takes from them. */
import type { Outputs } from '@/trpc/outputs';

/** As the API returns it; without an id for a preview. */
export type Decided = Outputs['decisions']['get'];
export type DecidedEffect = Decided['effects'][number];
export type DecidedRefusal = Decided['refused'][number];
export type DecidedBalance = Decided['balances'][number];
export type DecidedRedemption = Decided['redemptions'][number];

export interface StoredDecision extends Decided {
  readonly id: string;
}

export const isStored = (decision: Decided): decision is StoredDecision => decision.id !== null;

/** A page of a list, in which every decision is stored. */
export const storedPage = ({ data, pagination }: Outputs['decisions']['list']) => ({ data: data.filter(isStored), pagination });

/** The redemptions that stand, or that ended together with the decision; those that a change has replaced ended before. */
export function spendsOf({ redemptions, resolved_at }: Pick<Decided, 'redemptions' | 'resolved_at'>): DecidedRedemption[] {
  const replaced = ({ status, resolved_at: at }: DecidedRedemption) =>
    (status === 'CANCELLED' || status === 'FAILED') && at !== null && (resolved_at === null || Date.parse(at) < Date.parse(resolved_at));
  return redemptions.filter((redemption) => !replaced(redemption));
}

interface Credit {
  readonly asset_id: string;
  readonly amount: string;
}

/** What the rules give to the participant themselves, not to others. */
export function creditsOf({ effects, external_id }: Pick<Decided, 'effects' | 'external_id'>): Credit[] {
  return effects.flatMap(({ type, target, asset_id, amount }) =>
    type === 'CREDIT' && target?.type === 'PARTICIPANT' && target.external_id === external_id && asset_id && amount
      ? [{ asset_id, amount }]
      : [],
  );
}
