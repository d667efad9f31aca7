/** Changes tags or attributes of one subject by hand: all of the changes are made, or none. */
import { NOTHING } from '@/domain/decision';
import { assertStateFits } from '@/domain/participants/limits';
import { stateTransitions, type StateChange, type Subject } from '@/domain/participants/state';
import type { Ctx } from '@/server/platform/context';
import { commitDecision } from '@/server/db/commit';
import { countState } from '@/server/db/repositories/people/state-lists';
import { readState } from '@/server/db/repositories/people/state-reading';
import { withTransaction } from '@/server/db/transaction';
import { lockSubject } from './lock-subject';

/** Tags or attributes, and the field of the request that adds some. */
interface Changed {
  readonly type: 'TAG' | 'ATTRIBUTE';
  readonly adding: string;
}

/** @throws DomainError participant_inactive, group_archived, program_archived, unprocessable (too many). */
export function changeByHand(ctx: Ctx, subject: Subject, { type, adding }: Changed, changes: readonly StateChange[]): Promise<void> {
  return withTransaction(async (tx) => {
    const scope = await lockSubject(ctx, tx, subject);
    const [current, sizes] = await Promise.all([
      readState(tx, scope.organizationId, changes),
      countState(tx, scope.organizationId, subject, changes.length > 0 ? [type] : []),
    ]);
    const state = stateTransitions(current, changes, scope.now);
    assertStateFits(sizes, state, () => adding);
    await commitDecision(tx, scope, { ...NOTHING, state });
  });
}
