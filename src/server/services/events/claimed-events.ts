/** Gives of claimed events what rules decide on and what is kept of how they ended, and logs and measures that once it is committed. */
import type { EventEnding, EventFacts } from '@/domain/rules/evaluate';
import { keptEvaluation, type Concerned } from '@/domain/rules/kept-evaluation';
import type { ClaimedEvent, FinishedEvent, QueuedProgram, QueuePlace } from '@/server/db/repositories/events/event-queue';
import { observeEvent } from '@/server/observability/metrics';
import { log } from '@/server/platform/log';

export const peopleOf = (events: readonly ClaimedEvent[]) => ({
  actorIds: [...new Set(events.flatMap((event) => event.participant_id ?? []))],
  recipientIds: [...new Set(events.flatMap((event) => event.recipient_id ?? []))],
  events: events.map((event) => event.event_data),
  counted: events.map(({ participant_id, event_data, event_timestamp }) => ({
    participantId: participant_id,
    data: event_data,
    timestamp: event_timestamp,
  })),
  happened: events.map(factsOf),
  codes: events.flatMap(({ participant_id, codes }) => (codes === null ? [] : [{ participantId: participant_id, codes }])),
});

export const factsOf = (event: ClaimedEvent): EventFacts => ({
  id: event.id,
  participantId: event.participant_id,
  recipientId: event.recipient_id,
  data: event.event_data,
  timestamp: event.event_timestamp,
  depth: event.depth,
  automationId: event.automation_id,
  codes: event.codes && { asked: event.codes, decisionId: null },
});

const concernedBy = (programId: string, event: ClaimedEvent): Concerned => ({
  programId,
  participantId: event.participant_id,
  recipientId: event.recipient_id,
});

export const placeOf = ({ id, lane, due_at }: ClaimedEvent): QueuePlace => ({ id, lane, due_at });

export const requestsOf = (events: readonly ClaimedEvent[]): ReadonlyMap<string, string> =>
  new Map(events.flatMap(({ id, request_id }) => (request_id === null ? [] : [[id, request_id] as const])));

/** How a claimed event ended, as it is stored. */
export const finishedEvent = (programId: string, event: ClaimedEvent, { failure, evaluations }: EventEnding): FinishedEvent => ({
  ...placeOf(event),
  errorCode: failure?.code ?? null,
  errorMessage: failure?.message ?? null,
  evaluations: evaluations.map((evaluation) => keptEvaluation(evaluation, concernedBy(programId, event), failure !== null)),
});

interface EndedEvent {
  readonly event: ClaimedEvent;
  readonly failed: boolean;
}

/** One log line per request that sent events. @param program its `foundAt` is the `performance.now()` at which `now` was read. */
export function reportEvents(program: QueuedProgram & { readonly foundAt: number }, ended: readonly EndedEvent[]): void {
  const now = program.now.getTime() + performance.now() - program.foundAt;
  for (const { event, failed } of ended) observeEvent(failed ? 'FAILED' : 'COMPLETED', (now - event.due_at.getTime()) / 1_000);
  for (const [request, events] of Map.groupBy(ended, ({ event }) => event.request_id)) {
    const idsOf = (failed: boolean): string[] => events.filter((one) => one.failed === failed).map(({ event }) => event.id);
    log().info(
      {
        request_id: request ?? undefined,
        organization: program.organizationId,
        program: program.programId,
        completed: idsOf(false),
        failed: idsOf(true),
      },
      'events processed',
    );
  }
}
