/** Applies the changes of a set to what is live, or their reverse: all in one version of the rules, or nothing. */
import { applyChanges, type RuleChange } from '@/domain/rules/change-sets/change';
import { conflictsOf, assertNoConflicts } from '@/domain/rules/change-sets/conflicts';
import type { Configuration } from '@/domain/rules/configuration';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { ConfigurationRows } from '@/server/db/repositories/rules/rule-configuration-records';
import type { Tx } from '@/server/db/transaction';
import type { StartedChange } from '@/server/services/rules/configuration-change';
import type { Overridable } from '@/server/services/rules/examples';
import { configurationOf, configurationRows } from '@/server/services/rules/get-configuration';
import { replaceConfiguration } from '@/server/services/rules/replace-configuration';
import { FALLBACK } from './live-rules';

interface Application {
  readonly changes: readonly RuleChange[];
  /** What to do about conflicts, as a clause. */
  readonly advice: string;
}

/**
 * @param started the change of the configuration, which has locked the program.
 * @returns the configuration that came of it, and its version.
 * @throws DomainError change_set_conflict, rule_example_failed, validation_error, asset_not_linked, and the codes of faults in actions, each with its
 * path in `changes`.
 */
export async function applyToLive(
  ctx: Ctx,
  tx: Tx,
  started: StartedChange,
  { changes, advice }: Application,
  request: Overridable,
): Promise<{ readonly configuration: Configuration; readonly version: number }> {
  const stored = await configurationRows(ctx, started.programId, tx);
  const live = configurationOf(stored);
  assertNoConflicts(conflictsOf(changes, live), advice);
  const wanted = applyChanges(live, changes, FALLBACK);
  await atChanges({ changes, wanted, within: 'id.' }, () => replaceConfiguration(ctx, tx, started, stored, wanted, request));
  const { version }: ConfigurationRows = await configurationRows(ctx, started.programId, tx);
  return { configuration: wanted, version };
}

/** How a refusal names what is at fault: by the change that wants it, within what the request names as `within`. */
interface FaultPlaces {
  readonly changes: readonly RuleChange[];
  readonly wanted: Configuration;
  readonly within: '' | 'id.';
}

/** Names the fields of a refusal by the change that wants them; those of rules that are not changed keep their place in the configuration. */
export async function atChanges<T>({ changes, wanted, within }: FaultPlaces, work: () => Promise<T>): Promise<T> {
  const places = new Map<string, string>(
    wanted.flatMap((set, i) =>
      set.rules.flatMap(({ id }, j) => {
        const index = changes.findIndex((change) => change.id === id);
        return index < 0 ? [] : [[`rule_sets[${i}].rules[${j}]`, `changes[${index}].rule`] as const];
      }),
    ),
  );
  const asSent = (path: string): string => path.replace(IN_CONFIGURATION, (place) => `${within}${places.get(place) ?? place}`);
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

const IN_CONFIGURATION = /^rule_sets\[\d+\]\.rules\[\d+\]/;
