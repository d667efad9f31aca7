/** Takes a published change set back: what it changed is again as it was before, in a new version of the rules. */
import type { RevertChangeSet } from '@/contract/change-set';
import { present } from '@/domain/assert';
import type { DraftedChange } from '@/domain/change-sets/change';
import { nextStatus } from '@/domain/change-sets/machine';
import { reversed, type PublishedRules } from '@/domain/change-sets/revision';
import type { Ctx } from '@/server/platform/context';
import { updateChangeSetRow, type ChangeSetRow } from '@/server/db/repositories/rules/change-sets';
import { findConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { beginConfigurationChange } from '@/server/services/rules/configuration-change';
import { changeSetForUpdate, getChangeSet } from './get-change-set';
import { liveState } from './live-state';
import { applyToLive } from './publication';

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
