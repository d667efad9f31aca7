/** Compares a change set with what is live, or a published one with what was before it, and checks whether it could be published now. */
import { present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import type { Finding } from '@/domain/rules/analyse/finding';
import { applyChanges, nameOfChange, type RuleChange } from '@/domain/rules/change-sets/change';
import { conflictsOf, type Conflict } from '@/domain/rules/change-sets/conflicts';
import { diffConfigurations, type Configuration, type ConfigurationDiff } from '@/domain/rules/configuration';
import type { SymbolOf } from '@/domain/rules/sentence/action-words';
import { ruleSentence } from '@/domain/rules/sentence/rule-sentence';
import type { Ctx } from '@/server/platform/context';
import { withDryRun } from '@/server/db/dry-run';
import type { ChangeSetRow } from '@/server/db/repositories/rules/change-sets';
import type { Tx } from '@/server/db/transaction';
import { beginConfigurationChange } from '@/server/services/rules/configuration-change';
import { configurationFindings } from '@/server/services/rules/findings';
import { configurationOf, configurationRows } from '@/server/services/rules/get-configuration';
import { replaceConfiguration } from '@/server/services/rules/replace-configuration';
import { symbolsOf } from '@/server/services/rules/rule-sentences';
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
  /** Of the assets that the rules before and after name. */
  readonly symbolOf: SymbolOf;
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
  const symbolOf = await symbolsOf(
    ctx,
    [before, after].flat().flatMap(({ rules }) => rules),
  );
  return {
    set,
    version,
    symbolOf,
    spoken: spoken(set.changes, before, after, symbolOf),
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
function spoken(changes: readonly RuleChange[], before: Configuration, after: Configuration, symbolOf: SymbolOf): SpokenChange[] {
  const stateIn = (configuration: Configuration, id: string): SpokenState | null => {
    const rule = configuration.flatMap(({ rules }) => rules).find((one) => one.id === id);
    return rule ? { name: rule.name, status: rule.status, sentence: ruleSentence(rule, symbolOf) } : null;
  };
  return changes.map((change) => ({
    type: change.type,
    ruleId: change.id,
    name: nameOfChange(change),
    before: stateIn(before, change.id),
    after: stateIn(after, change.id),
  }));
}
