/** Takes a published change set back: what it changed is again as it was before, in a new version of the rules. */
import type { RevertChangeSet } from '@/contract/change-set';
import { present } from '@/domain/assert';
import type { RuleChange } from '@/domain/rules/change-sets/change';
import { nextStatus } from '@/domain/rules/change-sets/machine';
import { reversed, type PublishedRules } from '@/domain/rules/change-sets/revision';
import type { Ctx } from '@/server/platform/context';
import { updateChangeSetRow, type ChangeSetRow } from '@/server/db/repositories/rules/change-sets';
import { findConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import { withTransaction } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { beginConfigurationChange } from '@/server/services/rules/configuration-change';
import { changeSetForUpdate, getChangeSet } from './get-change-set';
import { applyToLive } from './publication';

/**
 * Again changes nothing. An archived rule stays archived: it comes back as a new one.
 * @throws DomainError not_found, program_archived, invalid_status unless it is published, change_set_conflict when a rule was changed since, and
 * whatever `applyToLive` throws.
 */
export async function revertChangeSet(ctx: Ctx, { id, example_override_reason }: RevertChangeSet): Promise<ChangeSetRow> {
  const { program_id } = await getChangeSet(ctx, id);
  return withTransaction(async (tx) => {
    const change = await beginConfigurationChange(ctx, tx, program_id);
    const set = await changeSetForUpdate(ctx, tx, id);
    const status = nextStatus(set.status, 'REVERT');
    if (status === null) return set;
    const application = { changes: await reverseOf(ctx, set), advice: 'change these rules by hand, or restore a version of all rules' };
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
export async function reverseOf(ctx: Ctx, set: ChangeSetRow): Promise<RuleChange[]> {
  return reversed(set.changes, await publishedRules(ctx, set), newId);
}

export async function publishedRules(ctx: Ctx, { program_id, published_version }: ChangeSetRow): Promise<PublishedRules> {
  const version = present(published_version, 'a published set has the version that it made');
  const contentOf = async (one: number) =>
    present(await findConfigurationVersion(ctx.organization.id, program_id, one), 'every version of the rules is kept').content;
  return { before: await contentOf(version - 1), after: await contentOf(version) };
}
