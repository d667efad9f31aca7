/** SCHEDULE_EVENT: a SYSTEM event about the target, due at once or after a delay. */
import { present } from '@/domain/assert';
import { NOTHING } from '@/domain/decision';
import { parseDuration } from '@/domain/duration';
import { causeOfNext, namedData } from '@/domain/events/system';
import type { ActionKind } from './kind';
import { resolvePerson } from './target';

export const scheduleEventAction: ActionKind<'SCHEDULE_EVENT'> = {
  faults: () => [],
  perform: (stage, { event_name, delay, target }, { payload }) => {
    const { draft, event, newId } = stage;
    const { id: participantId, externalId } = resolvePerson(stage, target);
    const about = { type: 'PARTICIPANT', id: participantId } as const;
    const cause = causeOfNext(event);
    if (!cause) return { decision: NOTHING, outcome: { result: 'DEPTH_EXCEEDED', target: about } };
    const id = newId();
    const dueAt = new Date(
      draft.world.now.getTime() +
        (delay === undefined ? 0 : present(parseDuration(delay), 'a delay is a duration, or the rule would have been refused')),
    );
    const scheduled = {
      id,
      programId: draft.world.program.id,
      participant: { id: participantId, externalId },
      data: namedData(event_name, payload),
      dueAt,
      idempotencyKey: `service:scheduled/${id}`,
      cause,
    };
    return { decision: { ...NOTHING, events: [scheduled] }, outcome: { result: 'APPLIED', target: about, event_id: id } };
  },
};
