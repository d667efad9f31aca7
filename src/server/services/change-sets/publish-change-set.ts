/**
 * Publishes change sets, at once or at a time that is set, and takes them back. It has to be publishable when that is asked; one that cannot be published
 * at its time is open again and says why, and is not tried a second time.
 */
import type { PublishChangeSet, RevertChangeSet } from '@/contract/change-set';
import { present } from '@/domain/assert';
import { settled } from '@/domain/change-sets/apply';
import type { DraftedChange } from '@/domain/change-sets/change';
import { nextStatus } from '@/domain/change-sets/machine';
import { reversed, type PublishedRules } from '@/domain/change-sets/revision';
import { DomainError } from '@/domain/errors';
import { withDryRun } from '@/server/db/dry-run';
import {
  findChangeSet,
  findChangeSetForUpdate,
  updateChangeSetRow,
  type ChangeSetRow,
  type Publisher,
} from '@/server/db/repositories/rules/change-sets';
import { dueChangeSets, type DueChangeSet } from '@/server/db/repositories/rules/due-change-sets';
import { findConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { log } from '@/server/platform/log';
import { wake } from '@/server/platform/wake';
import { beginConfigurationChange, configurationChange } from '@/server/services/rules/put-configuration';
import { changeSetForUpdate, getChangeSet } from './change-sets';
import { liveState } from './live-state';
import { applyToLive } from './publication';

/**
 * Again changes nothing.
 * @throws DomainError not_found, program_archived, invalid_status, invalid_parameter for a time that has passed or a set without changes, and
 * whatever `applyToLive` throws.
 */
export async function publishChangeSet(ctx: Ctx, { id, publish_at, example_override_reason }: PublishChangeSet): Promise<ChangeSetRow> {
  const { program_id } = await getChangeSet(ctx, id);
  const { apiKeyId, userId, onBehalfOf } = configurationChange(ctx, program_id);
  const publisher = { apiKeyId, userId, onBehalfOf, exampleOverrideReason: example_override_reason ?? null };
  if (publish_at === undefined) return withTransaction((tx) => publishNow(ctx, tx, { id, program_id, publisher }));
  const at = new Date(publish_at);
  if (at <= ctx.clock.now())
    throw new DomainError('invalid_parameter', '`publish_at` has passed; leave it out to publish at once.', { param: 'publish_at' });
  await assertMaySchedule(ctx, id);
  await withDryRun(true, (tx) => publishNow(ctx, tx, { id, program_id, publisher }));
  return schedule(ctx, id, { publisher, at });
}

async function assertMaySchedule(ctx: Ctx, id: string): Promise<void> {
  nextStatus((await getChangeSet(ctx, id)).status, 'SCHEDULE');
}

interface Publication {
  readonly id: string;
  readonly program_id: string;
  readonly publisher: Publisher;
  /** Only if it is still scheduled, for this time or an earlier one. */
  readonly due?: Date;
}

/** @param tx has locked nothing yet: the program comes first. */
async function publishNow(ctx: Ctx, tx: Tx, { id, program_id, publisher, due }: Publication): Promise<ChangeSetRow> {
  const change = await beginConfigurationChange(ctx, tx, program_id);
  const set = await changeSetForUpdate(ctx, tx, id);
  if (due && !(set.publish_at && set.publish_at <= due)) return set;
  const status = nextStatus(set.status, 'PUBLISH');
  if (status === null) return set;
  if (set.changes.length === 0)
    throw new DomainError('invalid_parameter', 'The change set changes nothing yet; add a change first.', { param: 'id' });
  const { exampleOverrideReason, ...author } = publisher;
  const advice = 'read what is live now and rebase the change set';
  const overriding = exampleOverrideReason === null ? {} : { example_override_reason: exampleOverrideReason };
  const { configuration, version } = await applyToLive(
    ctx,
    tx,
    { ...change, ...author },
    { changes: set.changes, advice, within: 'id.' },
    overriding,
  );
  return updateChangeSetRow(tx, ctx.organization.id, {
    ...set,
    status,
    changes: settled(set.changes, configuration),
    publisher,
    failure: null,
    published_at: change.now,
    published_version: version,
    updated_at: change.now,
  });
}

function schedule(ctx: Ctx, id: string, { publisher, at }: { readonly publisher: Publisher; readonly at: Date }): Promise<ChangeSetRow> {
  return withTransaction(async (tx) => {
    const set = await changeSetForUpdate(ctx, tx, id);
    const status = nextStatus(set.status, 'SCHEDULE');
    if (status === null) return set;
    tx.afterCommit(() => wake('publish-change-sets'));
    return updateChangeSetRow(tx, ctx.organization.id, {
      ...set,
      status,
      publish_at: at,
      publisher,
      failure: null,
      updated_at: ctx.clock.now(),
    });
  });
}

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

/**
 * Again changes nothing. What was archived or deleted stays so: it comes back as a new one.
 * @throws DomainError not_found, program_archived, invalid_status unless it is published, change_set_conflict when what it changed was changed since, and
 * whatever `applyToLive` throws.
 */
export async function revertChangeSet(ctx: Ctx, { id, example_override_reason }: RevertChangeSet): Promise<ChangeSetRow> {
  const { program_id } = await getChangeSet(ctx, id);
  return withTransaction(async (tx) => {
    const change = await beginConfigurationChange(ctx, tx, program_id);
    const set = await changeSetForUpdate(ctx, tx, id);
    const status = nextStatus(set.status, 'REVERT');
    if (status === null) return set;
    const changes = await reverseOf(ctx, set, tx);
    const application = { changes, advice: 'change these by hand, or restore a version of all rules', within: 'id.' } as const;
    const { version } = await applyToLive(ctx, tx, change, application, { example_override_reason });
    return updateChangeSetRow(tx, ctx.organization.id, {
      ...set,
      status,
      reverted_at: change.now,
      reverted_version: version,
      updated_at: change.now,
    });
  });
}

/** The changes that would take a published set back. */
export async function reverseOf(ctx: Ctx, set: ChangeSetRow, tx?: Tx): Promise<DraftedChange[]> {
  const { automations } = await liveState(ctx, set.program_id, tx);
  return reversed(set.changes, await publishedRules(ctx, set), automations, newId);
}

export async function publishedRules(ctx: Ctx, { program_id, published_version }: ChangeSetRow): Promise<PublishedRules> {
  const version = present(published_version, 'a published set has the version that it made');
  const contentOf = async (one: number) =>
    present(await findConfigurationVersion(ctx.organization.id, program_id, one), 'every version of the rules is kept').content;
  return { before: await contentOf(version - 1), after: await contentOf(version) };
}
