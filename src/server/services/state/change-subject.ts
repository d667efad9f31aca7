/** Carries out every manual change of state: locks the subject, checks that it may change, applies the change and commits. */
import { DomainError } from '@/domain/errors';
import { NOTHING } from '@/domain/decision';
import { assertGroupActive } from '@/domain/groups';
import type { StateChange, StateOrigin, Subject } from '@/domain/participants/state';
import { assertProgramMayChange } from '@/domain/programs';
import type { Ctx } from '@/server/platform/context';
import { commitDecision } from '@/server/db/commit';
import type { StateScope } from '@/server/db/repositories/people/subject-state';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { getGroupForUpdate } from '@/server/services/groups/get-group';
import { getParticipantForUpdate } from '@/server/services/participants/get-participant';
import { getProgramForUpdate } from '@/server/services/programs/get-program';
import { assertChangesFit } from './assert-state-fits';
import { stateOrigin } from './state-origin';

/** Locks a subject for a change of its state. @throws DomainError not_found, participant_inactive, group_archived, program_archived. */
async function lockSubject(ctx: Ctx, tx: Tx, { type, id }: Subject): Promise<void> {
  switch (type) {
    case 'GROUP':
      return assertGroupActive((await getGroupForUpdate(ctx, tx, id)).status, 'id');
    case 'PROGRAM':
      return assertProgramMayChange((await getProgramForUpdate(ctx, tx, id)).status, 'id');
    case 'PARTICIPANT': {
      const { status } = await getParticipantForUpdate(ctx, tx, { id });
      if (status === 'ACTIVE') return;
      throw new DomainError(
        'participant_inactive',
        `The participant is ${status.toLowerCase()}; only the state of active participants can change.`,
        { param: 'id', details: { participant_id: id, status } },
      );
    }
  }
}

/** What every part of a manual change has in common. */
export type By = { readonly subject: Subject; readonly origin: StateOrigin };

/**
 * @param adding the field of the request that adds state.
 * @param changes returns the requested changes, which are applied all or not at all.
 * @throws DomainError as `lockSubject`; unprocessable when the subject would exceed the limits on state.
 */
export function changeByHand(
  ctx: Ctx,
  subject: Subject,
  adding: string,
  changes: (by: By, tx: Tx, scope: StateScope) => readonly StateChange[] | Promise<readonly StateChange[]>,
): Promise<void> {
  return withTransaction(async (tx) => {
    await lockSubject(ctx, tx, subject);
    const scope = { organizationId: ctx.organization.id, now: ctx.clock.now(), requestId: ctx.requestId };
    const state = await changes({ subject, origin: stateOrigin(ctx.actor) }, tx, scope);
    await commitDecision(tx, scope, { ...NOTHING, state });
    await assertChangesFit(tx, scope.organizationId, subject, state, () => adding);
  });
}
