/** Ends reservations past their deadline: all that they hold is given back, by the same transaction that says so. */
import { DomainError } from '@/domain/errors';
import { dueDecisions, type DueDecision } from '@/server/db/repositories/decisions/due-decisions';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { log } from '@/server/platform/log';
import { take } from './decide';

export async function expireDecisions({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const now = organization?.now ?? clock.now();
  const due = await dueDecisions(now, organization?.id ?? null, limit);
  if (signal.aborted) return { performed: 0, more: false };
  const expired = await Promise.all(due.map((one) => expire(one, organization?.now ?? new Date(now.getTime() + one.clock_offset_ms))));
  const performed = expired.filter(Boolean).length;
  return { performed, more: due.length === limit && performed > 0 };
}

/** @returns whether it has ended; one whose participant is busy is tried again at the next run. */
async function expire(due: DueDecision, now: Date): Promise<boolean> {
  const { id, organization_id, program_id, participant_id, idempotency_key, configuration_version, clock_offset_ms } = due;
  const ctx = {
    organization: { id: organization_id, mode: 'LIVE', clockOffsetMs: clock_offset_ms } as const,
    clock: { now: () => now },
  };
  const task = {
    type: 'EXPIRE',
    id,
    participantId: participant_id,
    idempotencyKey: idempotency_key,
    requestId: null,
    reason: null,
    data: null,
  } as const;
  try {
    const row = await take(ctx, program_id, configuration_version, task);
    return row.status === 'EXPIRED';
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    log().warn({ decision: id, organization: organization_id, code: error.code }, 'a reservation could not expire yet');
    return false;
  }
}
