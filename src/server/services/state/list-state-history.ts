/** What happened to the state of a participant, and who did it, a page at a time. */
import type { ListStateHistory } from '@/contract/state';
import type { Ctx } from '@/server/context';
import type { KeysetPage } from '@/server/db/keyset';
import { listStateHistoryRows, type StateHistoryRow } from '@/server/db/repositories/state-history';
import { participantId } from '@/server/services/participants/get-participant';

/** @throws DomainError not_found. */
export async function listParticipantStateHistory(ctx: Ctx, { id, ...query }: ListStateHistory): Promise<KeysetPage<StateHistoryRow>> {
  return listStateHistoryRows(ctx.organization.id, { type: 'PARTICIPANT', id: await participantId(ctx, id) }, query);
}
