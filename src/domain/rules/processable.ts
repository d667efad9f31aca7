/** Says whether an event can be processed at all, before any rule runs: in an active program, and about active participants. */
import { DomainError } from '@/domain/errors';
import { inactive } from '@/domain/events/admission';
import type { EventFacts } from './evaluate';
import type { World } from './world';

/** @throws DomainError program_inactive, participant_suspended, participant_closed. */
export function assertProcessable(world: World, event: Pick<EventFacts, 'participantId' | 'recipientId'>): void {
  if (world.program.status !== 'ACTIVE')
    throw new DomainError('program_inactive', 'The program is not active; activate it and retry the event.');
  const refused =
    inactive(world.participants.get(event.participantId ?? '') ?? null, 'participant') ??
    inactive(world.participants.get(event.recipientId ?? '') ?? null, 'recipient');
  if (refused) throw refused;
}
