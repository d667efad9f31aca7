/**
 * Publishes change sets at their time, each in a transaction of its own. One that cannot be published is open again and says why: it is
 * not tried a second time.
 */
import { DomainError } from '@/domain/errors';
import { nextStatus } from '@/domain/change-sets/machine';
import { findChangeSet, findChangeSetForUpdate, updateChangeSetRow } from '@/server/db/repositories/rules/change-sets';
import { dueChangeSets, type DueChangeSet } from '@/server/db/repositories/rules/due-change-sets';
import { withTransaction } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { log } from '@/server/platform/log';
import { publishNow } from './publish-change-set';

export async function publishDueChangeSets({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const due = await dueChangeSets(organization?.now ?? clock.now(), organization?.id ?? null, limit);
  const broken: unknown[] = [];
  let performed = 0;
  for (const one of due) {
    if (signal.aborted) break;
    await publishDue(one, organization?.now ?? new Date(clock.now().getTime() + one.clock_offset_ms)).then(
      () => performed++,
      (error: unknown) => broken.push(error),
    );
  }
  if (broken.length > 0) throw broken[0];
  return { performed, more: due.length === limit };
}

async function publishDue({ id, organization_id }: DueChangeSet, now: Date): Promise<void> {
  const set = await findChangeSet(organization_id, id);
  if (!set?.publisher || set.status !== 'SCHEDULED') return;
  const ctx = contextOf(organization_id, now);
  const { program_id, publisher } = set;
  try {
    await withTransaction((tx) => publishNow(ctx, tx, { id, program_id, publisher, due: now }));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'retryable_conflict') throw error;
    log().warn({ organization: organization_id, change_set_id: id, code: error.code }, 'a change set could not be published at its time');
    await fail(ctx, id, error);
  }
}

/** The service itself acts, at this time. */
const contextOf = (id: string, now: Date): Ctx => ({
  organization: { id, mode: 'LIVE', clockOffsetMs: 0 },
  actor: { kind: 'SYSTEM' },
  clock: { now: () => now },
  requestId: '',
  idempotencyKey: null,
});

/** Unless somebody has cancelled or moved it meanwhile. */
function fail(ctx: Ctx, id: string, { code, message }: DomainError): Promise<void> {
  const now = ctx.clock.now();
  return withTransaction(async (tx) => {
    const set = await findChangeSetForUpdate(tx, ctx.organization.id, id);
    if (set?.status !== 'SCHEDULED' || !set.publish_at || set.publish_at > now) return;
    const status = nextStatus(set.status, 'FAIL') ?? set.status;
    const failure = { code, message, at: now.toISOString() };
    await updateChangeSetRow(tx, ctx.organization.id, { ...set, status, publish_at: null, publisher: null, failure, updated_at: now });
  });
}
