/** Locks the subject of a manual change of state, and checks that its state may change. */
import { DomainError } from '@/domain/errors';
import { assertGroupActive } from '@/domain/groups';
import type { Subject } from '@/domain/participants/state';
import { assertProgramMayChange } from '@/domain/programs';
import type { Ctx } from '@/server/platform/context';
import type { CommitScope } from '@/server/db/commit';
import type { Tx } from '@/server/db/transaction';
import { getGroupForUpdate } from '@/server/services/groups/get-group';
import { getParticipantForUpdate } from '@/server/services/participants/get-participant';
import { getProgramForUpdate } from '@/server/services/programs/get-program';

/**
 * @returns what the change is made within: its time is read under the lock, so that changes of one subject are dated in their order.
 * @throws DomainError not_found, participant_inactive, group_archived, program_archived.
 */
export async function lockSubject(ctx: Ctx, tx: Tx, subject: Subject): Promise<CommitScope> {
  await lockRow(ctx, tx, subject);
  return { organizationId: ctx.organization.id, now: ctx.clock.now(), requestId: ctx.requestId };
}

async function lockRow(ctx: Ctx, tx: Tx, { type, id }: Subject): Promise<void> {
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
