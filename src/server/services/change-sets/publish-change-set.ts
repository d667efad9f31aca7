/** Publishes a change set at once, or sets the time at which it is to be published; it has to be publishable now either way. */
import type { PublishChangeSet } from '@/contract/change-set';
import { DomainError } from '@/domain/errors';
import { settled } from '@/domain/change-sets/apply';
import { nextStatus } from '@/domain/change-sets/machine';
import type { Ctx } from '@/server/platform/context';
import { withDryRun } from '@/server/db/dry-run';
import { updateChangeSetRow, type ChangeSetRow, type Publisher } from '@/server/db/repositories/rules/change-sets';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { wake } from '@/server/platform/wake';
import { beginConfigurationChange, configurationChange } from '@/server/services/rules/configuration-change';
import { changeSetForUpdate, getChangeSet } from './get-change-set';
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
export async function publishNow(ctx: Ctx, tx: Tx, { id, program_id, publisher, due }: Publication): Promise<ChangeSetRow> {
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
