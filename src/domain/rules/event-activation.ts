/** Gives what expressions read of an event and of the state around it, with what the event has changed so far. */
import type { RuleActivation } from './activation';
import type { EventFacts } from './evaluate';
import type { Draft } from './world';

type ReadEvent = Pick<EventFacts, 'data' | 'timestamp' | 'participantId' | 'recipientId'>;

/** @param codes those that apply. */
export function activationOf(draft: Draft, event: ReadEvent, codes: RuleActivation['codes']): RuleActivation {
  const subject = (participantId: string | null) => (participantId === null ? null : draft.subject(participantId));
  return {
    event: event.data,
    now: event.timestamp,
    participant: subject(event.participantId),
    recipient: subject(event.recipientId),
    program: draft.program(),
    groups: event.participantId === null ? [] : draft.groups(event.participantId),
    codes,
  };
}
