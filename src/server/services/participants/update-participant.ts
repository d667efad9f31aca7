/** Changes a participant's profile or status. */
import type { UpdateParticipant } from '@/contract/participant';
import { applyProfileChange } from '@/domain/participants/profile';
import type { Ctx } from '@/server/platform/context';
import { participantKey } from '@/server/db/repositories/ledger/operation-context';
import { updateParticipantRows, type ParticipantDetailRow } from '@/server/db/repositories/people/participants';
import { withTransaction } from '@/server/db/transaction';
import { getParticipant, getParticipantForUpdate } from './get-participant';

/** @throws DomainError not_found. */
export function updateParticipant(ctx: Ctx, { id, ...change }: UpdateParticipant): Promise<ParticipantDetailRow> {
  return withTransaction(async (tx) => {
    const participant = await getParticipantForUpdate(ctx, tx, participantKey(id));
    const changed = applyProfileChange(participant, change, ctx.clock.now());
    if (changed !== participant) await updateParticipantRows(tx, ctx.organization.id, [changed]);
    return getParticipant(ctx, participant.id, tx);
  });
}
