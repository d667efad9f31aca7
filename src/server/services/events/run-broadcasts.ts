/**
 * Creates the events of broadcasts, a batch of participants per transaction. Progress commits together
 * with the events, so that a crash neither leaves anyone out nor creates anyone's event twice.
 */
import {
  claimBroadcast,
  dueBroadcasts,
  nextListeners,
  recordProgress,
  type DueBroadcast,
} from '@/server/db/repositories/events/broadcasts';
import { insertSystemEvents } from '@/server/db/repositories/events/system-events';
import { withTransaction } from '@/server/db/transaction';
import { newIdAt } from '@/server/platform/ids';
import type { JobOutcome, JobRun } from '@/server/platform/job';

/** Advances each broadcast that is due by one step, of at most `limit` participants. */
export async function runBroadcasts({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const due = await dueBroadcasts(organization?.now ?? clock.now(), organization?.id ?? null, limit);
  let performed = 0;
  for (const one of due) {
    if (signal.aborted) break;
    const now = organization?.now ?? new Date(clock.now().getTime() + one.clock_offset_ms);
    performed += await goOn(one, now, limit);
  }
  return { performed, more: performed > 0 };
}

/** @returns the number of steps done: 0 when another worker holds the broadcast. */
function goOn(due: DueBroadcast, now: Date, limit: number): Promise<number> {
  return withTransaction(async (tx) => {
    const broadcast = await claimBroadcast(tx, due);
    if (!broadcast) return 0;
    const listeners = await nextListeners(tx, broadcast, limit);
    const made = await insertSystemEvents(
      tx,
      { organizationId: broadcast.organization_id, now },
      listeners.map((participant) => ({
        id: newIdAt(now),
        programId: broadcast.program_id,
        participant,
        data: broadcast.event_data,
        dueAt: broadcast.due_at,
        idempotencyKey: `service:broadcast/${broadcast.id}/${participant.id}`,
        cause: { eventId: broadcast.cause_event_id, depth: broadcast.depth },
      })),
    );
    await recordProgress(tx, broadcast, { reached: listeners.at(-1)?.id ?? null, made, completed: listeners.length < limit, now });
    return 1;
  });
}
