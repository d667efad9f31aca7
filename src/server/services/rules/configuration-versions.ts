/**
 * Reads the versions of a program's rules and what each changed, restores them, and exports the rules as a document that fits any program whose assets have the
 * same symbols.
 */
import type { PortableRuleConfiguration, RestoreRuleConfiguration } from '@/contract/rule-configuration';
import type { ListRuleConfigurationVersions, RuleConfigurationVersionPath } from '@/contract/rule-configuration-version';
import { present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import { assertExpectedVersion, diffConfigurations, type Configuration, type ConfigurationDiff } from '@/domain/rules/configuration';
import { nameConfiguration } from '@/domain/rules/configuration-names';
import type { SymbolOf } from '@/domain/rules/sentence/action-words';
import { withDryRun } from '@/server/db/dry-run';
import type { KeysetPage } from '@/server/db/keyset';
import { findAssets } from '@/server/db/repositories/programs/assets';
import {
  findConfigurationVersion,
  listConfigurationVersionRows,
  type ConfigurationVersionRow,
  type VersionedSet,
} from '@/server/db/repositories/rules/rule-configuration-versions';
import { withTransaction } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { naming } from '@/server/services/naming';
import { ofProgram } from '@/server/services/portable/of-program';
import { keptProgramParts } from '@/server/services/portable/program-parts';
import { getProgram, getProgramForUpdate } from '@/server/services/programs/programs';
import { assetIdsIn, writeDocument } from './configuration-document';
import { configurationOf, configurationRows } from './get-configuration';
import { beginConfigurationChange, outcomeOf, type ConfigurationOutcome } from './put-configuration';
import { replaceConfiguration } from './replace-configuration';
import { symbolsOf } from './rule-sentences';

export interface ConfigurationVersion {
  readonly row: ConfigurationVersionRow;
  readonly content: readonly VersionedSet[];
  /** What it changed; null when the previous version was not kept. */
  readonly diff: ConfigurationDiff | null;
  readonly symbolOf: SymbolOf;
}

/** @throws DomainError not_found. */
export async function listConfigurationVersions(
  ctx: Ctx,
  query: ListRuleConfigurationVersions,
): Promise<KeysetPage<ConfigurationVersionRow>> {
  await getProgram(ctx, query.id);
  return listConfigurationVersionRows(ctx.organization.id, query);
}

/** @throws DomainError not_found. */
export async function getConfigurationVersion(ctx: Ctx, { id, version }: RuleConfigurationVersionPath): Promise<ConfigurationVersion> {
  const { content, ...row } = await keptVersion(ctx, id, version);
  const before = await findConfigurationVersion(ctx.organization.id, id, version - 1);
  const rules = [...content, ...(before?.content ?? [])].flatMap((set) => set.rules);
  return { row, content, diff: before && diffConfigurations(before.content, content), symbolOf: await symbolsOf(ctx, rules) };
}

async function keptVersion(
  ctx: Ctx,
  programId: string,
  version: number,
): Promise<ConfigurationVersionRow & { content: readonly VersionedSet[] }> {
  const kept = await findConfigurationVersion(ctx.organization.id, programId, version);
  if (!kept) throw new DomainError('not_found', 'The rule configuration of the program has no such version.', { param: 'version' });
  return kept;
}

/**
 * Creates a new version with the content of an old one. Archived rules and sets stay archived: each comes back as a new one.
 * @throws DomainError not_found, program_archived, rule_configuration_version_conflict, rule_example_failed, and validation_error or asset_not_linked
 * when an old rule can no longer be saved.
 */
export function restoreConfiguration(ctx: Ctx, command: RestoreRuleConfiguration): Promise<ConfigurationOutcome> {
  return withDryRun(command.dry_run, async (tx) => {
    const change = await beginConfigurationChange(ctx, tx, command.id);
    assertExpectedVersion(change.version, command.expected_rule_configuration_version);
    const { content } = await keptVersion(ctx, command.id, command.version);
    const stored = await configurationRows(ctx, command.id, tx);
    const wanted = broughtBack(content, configurationOf(stored));
    const diff = await naming({ rule_sets: 'version.rule_sets' }, () =>
      replaceConfiguration(ctx, tx, { ...change, restoredVersion: command.version }, stored, wanted, command),
    );
    return outcomeOf(ctx, tx, command.id, diff, comebacks(content, wanted));
  });
}

/** Names what still exists by its id, and all else by its reference. */
function broughtBack(content: readonly VersionedSet[], current: Configuration): Configuration {
  const live = new Set(current.flatMap((set) => [set.id, ...set.rules.map(({ id }) => id)]));
  const named = <Item extends { readonly id: string }>(item: Item) => ({ ...item, id: live.has(item.id) ? item.id : undefined });
  return nameConfiguration(
    content.map((set) => ({ ...named(set), rules: set.rules.map(({ version: _version, ...rule }) => named(rule)) })),
    current,
    newId,
  );
}

function comebacks(content: readonly VersionedSet[], wanted: Configuration): Map<string, string> {
  const pairs = wanted.flatMap((set, i) => {
    const kept = present(content[i], 'the wanted sets are those of the version, in order');
    const rules = set.rules.map((rule, j) => [rule.id, present(kept.rules[j], 'the wanted rules are those of the version').id] as const);
    return [[set.id, kept.id] as const, ...rules];
  });
  return new Map(pairs.filter(([id, kept]) => id !== kept));
}

/** Read under the lock that every change of the program takes, so that its parts are consistent. @throws DomainError not_found. */
export async function exportConfiguration(ctx: Ctx, programId: string): Promise<PortableRuleConfiguration> {
  return withTransaction(async (tx) => {
    await getProgramForUpdate(ctx, tx, programId);
    const configuration = configurationOf(await configurationRows(ctx, programId, tx));
    const parts = await keptProgramParts(await ofProgram(ctx, tx, programId));
    return { ...writeDocument(configuration, await findAssets(ctx.organization.id, assetIdsIn(configuration))), ...parts };
  });
}
