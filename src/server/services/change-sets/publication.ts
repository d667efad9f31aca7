/** Applies the changes of a set to what is live, or their reverse: all in one transaction and one version of the rules, or nothing. */
import { atPath } from '@/domain/error-path';
import { applyChanges, assertSetsFit } from '@/domain/change-sets/apply';
import { timedTrigger, type DraftedAutomation } from '@/domain/change-sets/automations';
import { isOfAutomation, type DraftedChange } from '@/domain/change-sets/change';
import { conflictsOf, assertNoConflicts } from '@/domain/change-sets/conflicts';
import { isEmptyDiff, type Configuration } from '@/domain/rules/configuration';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { findAutomationForUpdate } from '@/server/db/repositories/automations/automations';
import { bumpConfigurationVersion } from '@/server/db/repositories/rules/rule-configuration-versions';
import type { Tx } from '@/server/db/transaction';
import { addAutomation, changeAutomation, unknownAutomation } from '@/server/services/automations/automations';
import type { StartedChange } from '@/server/services/rules/put-configuration';
import type { Overridable } from '@/server/services/rules/examples';
import { configurationOf, configurationRows } from '@/server/services/rules/get-configuration';
import { replaceConfiguration } from '@/server/services/rules/replace-configuration';
import { FALLBACK, liveState } from './live-state';

interface Application {
  readonly changes: readonly DraftedChange[];
  /** What to do about conflicts, as a clause; null: publish in spite of them what can be. */
  readonly advice: string | null;
  readonly within: FaultPlaces['within'];
}

/**
 * @param started the change of the configuration, which has locked the program.
 * @returns the configuration that came of it, and its version.
 * @throws DomainError change_set_conflict, rule_example_failed, validation_error, asset_not_linked, rule_set_not_empty, key_exists, and the codes of
 * faults in actions, each with its path in `changes`.
 */
export async function applyToLive(
  ctx: Ctx,
  tx: Tx,
  started: StartedChange,
  { changes, advice, within }: Application,
  request: Overridable,
): Promise<{ readonly configuration: Configuration; readonly version: number }> {
  const live = await liveState(ctx, started.programId, tx);
  if (advice !== null) assertNoConflicts(conflictsOf(changes, live), advice);
  const wanted = applyChanges(configurationOf(live.stored), changes, FALLBACK);
  await atChanges({ changes, wanted, within }, async () => {
    assertSetsFit(changes, wanted);
    const diff = await replaceConfiguration(ctx, tx, started, live.stored, wanted, request);
    // What has been published is told by its version, also where no rule became different.
    if (isEmptyDiff(diff)) await bumpConfigurationVersion(tx, started);
    for (const [index, change] of changes.entries()) {
      if (!isOfAutomation(change) || (change.type !== 'CREATE_AUTOMATION' && !live.automations.has(change.id))) continue;
      await writeAutomation(ctx, tx, started.programId, change).catch((error: unknown) => {
        throw error instanceof DomainError ? atPath(error, `changes[${index}].automation`) : error;
      });
    }
  });
  const { version } = await configurationRows(ctx, started.programId, tx);
  return { configuration: wanted, version };
}

async function writeAutomation(ctx: Ctx, tx: Tx, programId: string, change: DraftedAutomation): Promise<void> {
  if (change.type === 'CREATE_AUTOMATION') {
    const { status, ...settings } = change.automation;
    const trigger = timedTrigger(settings.trigger);
    await addAutomation(ctx, tx, { id: change.id, programId, status, settings: { ...settings, trigger } });
    return;
  }
  const stored = (await findAutomationForUpdate(tx, ctx.organization.id, programId, change.id)) ?? unknownAutomation();
  if (change.type === 'ARCHIVE_AUTOMATION') await changeAutomation(ctx, tx, stored, { status: 'ARCHIVED' });
  else {
    const { scope: _scope, trigger, ...fields } = change.automation;
    await changeAutomation(ctx, tx, stored, { ...fields, ...(trigger && { trigger: timedTrigger(trigger) }) });
  }
}

/** How a refusal names what is at fault: by the change that wants it, within what the request names as `within`. */
interface FaultPlaces {
  readonly changes: readonly DraftedChange[];
  readonly wanted: Configuration;
  readonly within: '' | 'id.';
}

/** Names the fields of a refusal by the change that wants them; those of rules that are not changed keep their place in the configuration. */
async function atChanges<T>({ changes, wanted, within }: FaultPlaces, work: () => Promise<T>): Promise<T> {
  const placeOf = (id: string, place: string, field: string) => {
    const index = changes.findIndex((change) => change.id === id);
    return index < 0 ? [] : [[place, `changes[${index}].${field}`] as const];
  };
  const places = new Map<string, string>(
    wanted.flatMap((set, i) => [
      ...placeOf(set.id, `rule_sets[${i}].campaign`, 'rule_set.campaign'),
      ...set.rules.flatMap(({ id }, j) => placeOf(id, `rule_sets[${i}].rules[${j}]`, 'rule')),
    ]),
  );
  const asSent = (path: string): string =>
    path.replace(IN_CONFIGURATION, (place) => `${within}${places.get(place) ?? place}`).replace(IN_CHANGES, `${within}changes[`);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message, param, fields, details } = error;
    const sent = param === undefined ? undefined : asSent(param);
    throw new DomainError(code, message.replace(`\`${param}\``, `\`${sent}\``), {
      param: sent,
      fields: fields?.map((fault) => ({ ...fault, field: asSent(fault.field) })),
      details,
    });
  }
}

const IN_CONFIGURATION = /^rule_sets\[\d+\]\.(rules\[\d+\]|campaign)/;
const IN_CHANGES = /^changes\[/;
