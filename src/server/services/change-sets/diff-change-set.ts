/** Compares a change set with what is live, or a published one with what was before it, and checks whether it could be published now. */
import { present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import type { Finding } from '@/domain/rules/analyse/finding';
import { applyChanges, nameOfChange, type RuleChange } from '@/domain/rules/change-sets/change';
import { conflictsOf, type Conflict } from '@/domain/rules/change-sets/conflicts';
import { diffConfigurations, type Configuration, type ConfigurationDiff, type ConfiguredRule } from '@/domain/rules/configuration';
import type { Ctx } from '@/server/platform/context';
import { withDryRun } from '@/server/db/dry-run';
import type { ChangeSetRow } from '@/server/db/repositories/rules/change-sets';
import type { Tx } from '@/server/db/transaction';
import { beginConfigurationChange } from '@/server/services/rules/configuration-change';
import { configurationFindings } from '@/server/services/rules/findings';
import { configurationOf, configurationRows } from '@/server/services/rules/get-configuration';
import { replaceConfiguration } from '@/server/services/rules/replace-configuration';
import { ruleSentences } from '@/server/services/rules/rule-sentences';
import { getChangeSet } from './get-change-set';
import { FALLBACK } from './live-rules';
import { atChanges } from './publication';
import { publishedRules, reverseOf } from './revert-change-set';

interface SpokenState {
  readonly name: string;
  readonly status: 'ACTIVE' | 'SUSPENDED';
  readonly sentence: string;
}

interface SpokenChange {
  readonly type: RuleChange['type'];
  readonly ruleId: string;
  readonly name: string;
  readonly before: SpokenState | null;
  readonly after: SpokenState | null;
}

export interface ComparedChangeSet {
  readonly set: ChangeSetRow;
  /** Of the configuration that it is compared with. */
  readonly version: number;
  readonly spoken: readonly SpokenChange[];
  readonly diff: ConfigurationDiff;
  readonly conflicts: readonly Conflict[];
  readonly faults: readonly DomainError[];
  readonly findings: readonly Finding[];
}

interface Comparison {
  readonly version: number;
  readonly before: Configuration;
  readonly after: Configuration;
  readonly conflicts: readonly Conflict[];
}

/** @throws DomainError not_found. */
export async function diffChangeSet(ctx: Ctx, id: string): Promise<ComparedChangeSet> {
  const set = await getChangeSet(ctx, id);
  const isPublished = set.status === 'PUBLISHED' || set.status === 'REVERTED';
  const { version, before, after, conflicts } = isPublished ? await published(ctx, set) : await prepared(ctx, set);
  const isOver = isPublished || set.status === 'DISCARDED';
  const { faults, findings } = isOver || set.changes.length === 0 ? UNTRIED : await tried(ctx, set);
  return {
    set,
    version,
    spoken: await spoken(ctx, set.changes, before, after),
    diff: diffConfigurations(before, after),
    conflicts,
    faults,
    findings,
  };
}

async function prepared(ctx: Ctx, { program_id, changes }: ChangeSetRow): Promise<Comparison> {
  const stored = await configurationRows(ctx, program_id);
  const before = configurationOf(stored);
  return { version: stored.version, before, after: applyChanges(before, changes, FALLBACK), conflicts: conflictsOf(changes, before) };
}

/** With what stands in the way of taking it back. */
async function published(ctx: Ctx, set: ChangeSetRow): Promise<Comparison> {
  const version = present(set.published_version, 'a published set has the version that it made') - 1;
  const { before, after } = await publishedRules(ctx, set);
  const live = configurationOf(await configurationRows(ctx, set.program_id));
  return { version, before, after, conflicts: set.status === 'REVERTED' ? [] : conflictsOf(await reverseOf(ctx, set), live) };
}

interface Trial {
  readonly faults: readonly DomainError[];
  readonly findings: readonly Finding[];
}

const UNTRIED: Trial = { faults: [], findings: [] };

/** Publishes what can be, in spite of conflicts, and takes it back again. */
async function tried(ctx: Ctx, set: ChangeSetRow): Promise<Trial> {
  try {
    return { faults: [], findings: await withDryRun(true, (tx) => findingsOf(ctx, tx, set)) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { faults: [error], findings: [] };
  }
}

async function findingsOf(ctx: Ctx, tx: Tx, { program_id, changes }: ChangeSetRow): Promise<readonly Finding[]> {
  const change = await beginConfigurationChange(ctx, tx, program_id);
  const stored = await configurationRows(ctx, program_id, tx);
  const wanted = applyChanges(configurationOf(stored), changes, FALLBACK);
  await atChanges({ changes, wanted, within: '' }, () => replaceConfiguration(ctx, tx, change, stored, wanted, {}));
  const names = new Map(wanted.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule.client_ref] as const)));
  const touched = new Set(changes.map(({ id }) => id));
  const findings = await configurationFindings(ctx, tx, program_id, names);
  return findings.filter(({ ruleId }) => ruleId !== null && touched.has(ruleId));
}

/** In the order of the changes. */
async function spoken(ctx: Ctx, changes: readonly RuleChange[], before: Configuration, after: Configuration): Promise<SpokenChange[]> {
  const ruleIn = (configuration: Configuration, id: string) => configuration.flatMap(({ rules }) => rules).find((rule) => rule.id === id);
  const pairs = changes.map((change) => ({ change, was: ruleIn(before, change.id), is: ruleIn(after, change.id) }));
  const rules = pairs.flatMap(({ was, is }) => [was ?? [], is ?? []].flat());
  const sentences = await ruleSentences(ctx, rules);
  const told = new Map(rules.map((rule, index) => [rule, sentences[index] ?? '']));
  const state = (rule: ConfiguredRule | undefined): SpokenState | null =>
    rule ? { name: rule.name, status: rule.status, sentence: told.get(rule) ?? '' } : null;
  return pairs.map(({ change, was, is }) => ({
    type: change.type,
    ruleId: change.id,
    name: nameOfChange(change),
    before: state(was),
    after: state(is),
  }));
}
