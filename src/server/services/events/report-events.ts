/** Logs and measures how events ended, once that is committed. */
import type { ClaimedEvent, QueuedProgram } from '@/server/db/repositories/events/event-queue';
import { log } from '@/server/platform/log';
import { observeEvent } from '@/server/observability/metrics';

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
