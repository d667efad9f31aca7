/**
 * Replaces a program's whole rule configuration with the one sent, and the other sections that it has, or reports what that would change. Every change of a
 * configuration begins here: it locks the program, and records who makes the change and when.
 */
import type { PutRuleConfiguration } from '@/contract/rule-configuration';
import { assertProgramMayChange } from '@/domain/programs';
import type { Finding } from '@/domain/rules/analyse/finding';
import { assertExpectedVersion, type ConfigurationDiff } from '@/domain/rules/configuration';
import type { SymbolOf } from '@/domain/rules/sentence/action-words';
import { ruleBefore } from '@/domain/rules/sentence/difference-sentences';
import { withDryRun } from '@/server/db/dry-run';
import type { ConfigurationChange } from '@/server/db/repositories/rules/rule-configuration-versions';
import { loadRuleSurroundings } from '@/server/db/repositories/rules/rule-surroundings';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { ofProgram } from '@/server/services/portable/of-program';
import { replaceProgramParts, type SectionChange } from '@/server/services/portable/program-parts';
import { getProgramForUpdate } from '@/server/services/programs/programs';
import { readDocument } from './configuration-document';
import { configurationFindings } from './findings';
import { configurationOf, configurationRows, getConfiguration, type ConfigurationRecord } from './get-configuration';
import { replaceConfiguration } from './replace-configuration';
import { symbolsOf } from './rule-sentences';

export interface ConfigurationOutcome {
  readonly configuration: ConfigurationRecord;
  readonly diff: ConfigurationDiff;
  /** For each new rule or set, the archived one that it brings back. */
  readonly restored: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
  /** What changed beside the rules. */
  readonly parts: readonly SectionChange[];
  readonly symbolOf: SymbolOf;
}

/**
 * @throws DomainError not_found, program_archived, rule_configuration_version_conflict, rule_example_failed, validation_error and asset_not_linked
 * with the path of each fault, the codes of faults in actions, and those of changes of challenges, notices, referral programs, batches and leaderboards.
 */
export function putConfiguration(ctx: Ctx, command: PutRuleConfiguration): Promise<ConfigurationOutcome> {
  return withDryRun(command.dry_run, async (tx) => {
    const change = await beginConfigurationChange(ctx, tx, command.id);
    assertExpectedVersion(change.version, command.expected_rule_configuration_version);
    const stored = await configurationRows(ctx, command.id, tx);
    const { assets } = await loadRuleSurroundings(tx, change.organizationId, command.id);
    const wanted = readDocument(command.rule_sets, configurationOf(stored), assets.values());
    const diff = await replaceConfiguration(ctx, tx, change, stored, wanted, command);
    // After the rules, whose campaigns they name.
    const parts = await replaceProgramParts(await ofProgram(ctx, tx, command.id), command);
    return { ...(await outcomeOf(ctx, tx, command.id, diff, new Map())), parts };
  });
}

/** The configuration as the transaction left it, with the findings about its rules. */
export async function outcomeOf(
  ctx: Ctx,
  tx: Tx,
  programId: string,
  diff: ConfigurationDiff,
  restored: ReadonlyMap<string, string>,
): Promise<ConfigurationOutcome> {
  const configuration = await getConfiguration(ctx, programId, tx);
  const names = new Map(configuration.sets.flatMap(({ rules }) => rules.map(({ row }) => [row.id, row.client_ref] as const)));
  const findings = await configurationFindings(ctx, tx, programId, names);
  return { configuration, diff, restored, findings, parts: [], symbolOf: await symbolsOf(ctx, rulesOf(diff), tx) };
}

/** Every rule that a difference shows, as it is and as it was. */
const rulesOf = ({ created, updated, moved, archived }: ConfigurationDiff) => [
  ...[...created, ...updated, ...moved, ...archived].flatMap((item) => (item.type === 'RULE' ? [item.rule] : [])),
  ...updated.flatMap((item) => (item.type === 'RULE' ? [ruleBefore(item.rule, item.changes)] : [])),
];

/** A change under way; `version` is the configuration's before it. */
export interface StartedChange extends ConfigurationChange {
  readonly version: number;
}

/** Serializes the changes of one program's rules. @param param the field that names the program. @throws DomainError not_found, program_archived. */
export async function beginConfigurationChange(ctx: Ctx, tx: Tx, programId: string, param = 'id'): Promise<StartedChange> {
  const program = await getProgramForUpdate(ctx, tx, programId, param);
  assertProgramMayChange(program.status, param);
  return { ...configurationChange(ctx, program.id), version: program.rule_configuration_version };
}

export function configurationChange({ organization, actor, clock }: Ctx, programId: string): ConfigurationChange {
  return {
    organizationId: organization.id,
    programId,
    now: clock.now(),
    apiKeyId: actor.kind === 'API_KEY' ? actor.apiKeyId : null,
    userId: actor.kind === 'USER' ? actor.userId : null,
    onBehalfOf: actor.kind === 'API_KEY' ? actor.onBehalfOf : null,
  };
}
