/** Compares a change set with what is live, or a published one with what was before it, and checks whether it could be published now. */
import { present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import { applyChanges } from '@/domain/change-sets/apply';
import type { AutomationContent } from '@/domain/change-sets/automations';
import type { DraftedChange } from '@/domain/change-sets/change';
import { conflictsOf, type Conflict } from '@/domain/change-sets/conflicts';
import { tellChanges, type ToldChange } from '@/domain/change-sets/tell';
import type { Finding } from '@/domain/rules/analyse/finding';
import { diffConfigurations, type Configuration, type ConfigurationDiff } from '@/domain/rules/configuration';
import type { SymbolOf } from '@/domain/rules/sentence/action-words';
import type { Ctx } from '@/server/platform/context';
import { withDryRun } from '@/server/db/dry-run';
import type { ChangeSetRow } from '@/server/db/repositories/rules/change-sets';
import type { Tx } from '@/server/db/transaction';
import { beginConfigurationChange } from '@/server/services/rules/put-configuration';
import { configurationFindings } from '@/server/services/rules/findings';
import { configurationOf } from '@/server/services/rules/get-configuration';
import { symbolsOf } from '@/server/services/rules/rule-sentences';
import { getChangeSet } from './change-sets';
import { FALLBACK, liveState } from './live-state';
import { applyToLive } from './publication';
import { publishedRules, reverseOf } from './publish-change-set';

export interface ComparedChangeSet {
  readonly set: ChangeSetRow;
  /** Of the configuration that it is compared with. */
  readonly version: number;
  /** Of the assets that the rules before and after name. */
  readonly symbolOf: SymbolOf;
  readonly told: readonly ToldChange[];
  readonly diff: ConfigurationDiff;
  readonly conflicts: readonly Conflict[];
  readonly faults: readonly DomainError[];
  readonly findings: readonly Finding[];
}

interface Comparison {
  readonly version: number;
  readonly before: Configuration;
  readonly after: Configuration;
  /** The automations that can still run, before. */
  readonly automations: ReadonlyMap<string, AutomationContent>;
  readonly conflicts: readonly Conflict[];
}

/** @throws DomainError not_found. */
export async function diffChangeSet(ctx: Ctx, id: string): Promise<ComparedChangeSet> {
  const set = await getChangeSet(ctx, id);
  const isPublished = set.status === 'PUBLISHED' || set.status === 'REVERTED';
  const { version, before, after, automations, conflicts } = isPublished ? await published(ctx, set) : await prepared(ctx, set);
  const { faults, findings } = await trialOf(ctx, set, conflicts);
  const symbolOf = await symbolsOf(
    ctx,
    [before, after].flat().flatMap(({ rules }) => rules),
  );
  return {
    set,
    version,
    symbolOf,
    told: tellChanges(set.changes, { before, after, automations }, symbolOf),
    diff: diffConfigurations(before, after),
    conflicts,
    faults,
    findings,
  };
}

async function prepared(ctx: Ctx, { program_id, changes }: ChangeSetRow): Promise<Comparison> {
  const live = await liveState(ctx, program_id);
  const { stored, automations } = live;
  const before = configurationOf(stored);
  return {
    version: stored.version,
    before,
    after: applyChanges(before, changes, FALLBACK),
    automations,
    conflicts: conflictsOf(changes, live),
  };
}

/** With what stands in the way of taking it back. A set is only published over automations that are as they were when it was begun. */
async function published(ctx: Ctx, set: ChangeSetRow): Promise<Comparison> {
  const version = present(set.published_version, 'a published set has the version that it made') - 1;
  const { before, after } = await publishedRules(ctx, set);
  const automations = new Map(
    set.changes.flatMap((change): [string, AutomationContent][] =>
      change.type === 'UPDATE_AUTOMATION' || change.type === 'ARCHIVE_AUTOMATION' ? [[change.id, change.base.automation]] : [],
    ),
  );
  if (set.status === 'REVERTED') return { version, before, after, automations, conflicts: [] };
  return { version, before, after, automations, conflicts: conflictsOf(await reverseOf(ctx, set), await liveState(ctx, set.program_id)) };
}

interface Trial {
  readonly faults: readonly DomainError[];
  readonly findings: readonly Finding[];
}

const UNTRIED: Trial = { faults: [], findings: [] };

/** A published set is tried the other way round, unless a conflict stands in the way already. */
async function trialOf(ctx: Ctx, set: ChangeSetRow, conflicts: readonly Conflict[]): Promise<Trial> {
  if (set.status === 'PUBLISHED') return conflicts.length > 0 ? UNTRIED : tried(ctx, set.program_id, await reverseOf(ctx, set));
  if (set.status === 'REVERTED' || set.status === 'DISCARDED' || set.changes.length === 0) return UNTRIED;
  return tried(ctx, set.program_id, set.changes);
}

/** Publishes what can be, in spite of conflicts, and takes it back again. */
async function tried(ctx: Ctx, programId: string, changes: readonly DraftedChange[]): Promise<Trial> {
  try {
    return { faults: [], findings: await withDryRun(true, (tx) => findingsOf(ctx, tx, programId, changes)) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { faults: [error], findings: [] };
  }
}

async function findingsOf(ctx: Ctx, tx: Tx, programId: string, changes: readonly DraftedChange[]): Promise<readonly Finding[]> {
  const change = await beginConfigurationChange(ctx, tx, programId);
  const { configuration } = await applyToLive(ctx, tx, change, { changes, advice: null, within: '' }, {});
  const names = new Map(configuration.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule.client_ref] as const)));
  const touched = new Set(changes.map(({ id }) => id));
  const findings = await configurationFindings(ctx, tx, programId, names);
  return findings.filter(({ ruleId }) => ruleId !== null && touched.has(ruleId));
}
