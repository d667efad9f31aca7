/** BROADCAST: a SYSTEM event for each active member of a group, or each participant of the program. */
import { NOTHING } from '@/domain/decision';
import { causeOfNext, namedData } from '@/domain/events/system';
import type { ActionKind } from './kind';
import { resolveTarget } from './target';

export const broadcastAction: ActionKind<'BROADCAST'> = {
  faults: () => [],
  perform: (stage, { event_name, target }, { payload }) => {
    const { draft, event, newId } = stage;
    const audience = resolveTarget(stage, target);
    const cause = causeOfNext(event);
    if (!cause) return { decision: NOTHING, outcome: { result: 'DEPTH_EXCEEDED', target: audience } };
    const broadcast = {
      id: newId(),
      programId: draft.world.program.id,
      groupId: audience.type === 'GROUP' ? audience.id : null,
      data: namedData(event_name, payload),
      dueAt: draft.world.now,
      cause,
    };
    return {
      decision: { ...NOTHING, broadcasts: [broadcast] },
      outcome: { result: 'APPLIED', target: audience, broadcast_id: broadcast.id },
    };
  },
};
