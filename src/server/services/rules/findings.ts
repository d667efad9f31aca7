/** Analyses the rules of a program, as stored or as a draft would have them. */
import { present } from '@/domain/assert';
import { findingsAbout, findingsIn } from '@/domain/rules/analyse';
import type { AnalysedRule, Finding, AnalysisSurroundings } from '@/domain/rules/analyse/finding';
import { referencesOf } from '@/domain/rules/references';
import type { CompiledRule } from '@/domain/rules/rule';
import { tallyOf } from '@/domain/rules/shapes/inventory';
import { shapeWindows } from '@/domain/rules/shapes/window';
import type { Ctx } from '@/server/platform/context';
import { loadKnownKeys, loadKnownNames } from '@/server/db/repositories/rules/known-names';
import {
  loadRuleConfiguration,
  loadRuleConfigurations,
  readRuleConfiguration,
  readRuleConfigurations,
} from '@/server/db/repositories/rules/rule-configurations';
import { countRuleFailures } from '@/server/db/repositories/rules/rule-failures';
import type { RuleRow } from '@/server/db/repositories/rules/rules';
import { autocommit, type Tx } from '@/server/db/transaction';
import { sampleWindows } from './event-shapes';
import { LATEST_EVENTS } from './failing-rules';

type Reader = Pick<Tx, 'query'>;

const OBSERVED_DAYS = 7;
const OBSERVED_EVENTS = 100;

/**
 * The findings about each rule in the context of its program, by rule; none for an archived rule. However many the rules and their
 * programs, it takes the same few statements.
 * @param tx the transaction that changed the rules, if not yet committed.
 */
export async function ruleFindings(
  ctx: Ctx,
  rows: readonly RuleRow[],
  tx?: Reader,
): Promise<ReadonlyMap<RuleRow['id'], readonly Finding[]>> {
  const live = rows.filter(({ status }) => status !== 'ARCHIVED');
  if (live.length === 0) return new Map();
  const ids = new Set(live.map(({ id }) => id));
  const versions = new Map(live.map(({ program_id, rule_configuration_version }) => [program_id, rule_configuration_version]));
  const configurations = tx
    ? await readRuleConfigurations(tx, ctx.organization.id, [...versions.keys()])
    : await loadRuleConfigurations(autocommit, ctx.organization.id, versions);
  const evaluated = new Map([...configurations].map(([programId, { rules }]) => [programId, rules.filter(({ id }) => ids.has(id))]));
  const surroundings = await surroundingsOf(ctx, tx ?? autocommit, evaluated);
  return new Map(
    [...configurations].flatMap(([programId, { rules }]) => {
      const analysis = {
        rules: rules.map(stored),
        surroundings: present(surroundings.get(programId), 'those of each configuration were asked for'),
      };
      return analysis.rules.filter(({ rule }) => ids.has(rule.id)).map((own) => [own.rule.id, findingsAbout(own, analysis)] as const);
    }),
  );
}

/** The findings about all rules of a program as the transaction sees them, in evaluation order. */
export async function configurationFindings(
  ctx: Ctx,
  tx: Reader,
  programId: string,
  clientRefs: ReadonlyMap<string, string>,
): Promise<Finding[]> {
  const { rules } = await readRuleConfiguration(tx, ctx.organization.id, programId);
  const analysed = rules.map((rule): AnalysedRule => ({ ...stored(rule), clientRef: clientRefs.get(rule.id) ?? null }));
  return findingsIn({ rules: analysed, surroundings: await surroundingsOfOne(ctx, tx, programId, rules) });
}

/** The findings about a draft, in place of the stored rule it changes, else as the program's last rule, not yet in any set. */
export async function draftFindings(
  ctx: Ctx,
  program: { readonly id: string; readonly rule_configuration_version: number },
  rule: CompiledRule,
  ruleId: string | null,
): Promise<Finding[]> {
  const { rules } = await loadRuleConfiguration(autocommit, ctx.organization.id, program.id, program.rule_configuration_version);
  const draft: AnalysedRule = ruleId === null ? { ruleId: null, ruleSetId: null, clientRef: null, rule } : stored(rule);
  const others = rules.map((other) => (other.id === ruleId ? draft : stored(other)));
  const all = others.includes(draft) ? others : [...others, draft];
  return findingsAbout(draft, { rules: all, surroundings: await surroundingsOfOne(ctx, autocommit, program.id, [rule]) });
}

const stored = (rule: CompiledRule): AnalysedRule => ({ ruleId: rule.id, ruleSetId: rule.ruleSetId, clientRef: null, rule });

async function surroundingsOfOne(
  ctx: Ctx,
  tx: Reader,
  programId: string,
  evaluated: readonly CompiledRule[],
): Promise<AnalysisSurroundings> {
  const surroundings = await surroundingsOf(ctx, tx, new Map([[programId, evaluated]]));
  return present(surroundings.get(programId), 'those of the program were asked for');
}

/** By program: no more than the findings about its `evaluated` rules need. */
async function surroundingsOf(
  ctx: Ctx,
  tx: Reader,
  evaluated: ReadonlyMap<string, readonly CompiledRule[]>,
): Promise<ReadonlyMap<string, AnalysisSurroundings>> {
  const organizationId = ctx.organization.id;
  const now = ctx.clock.now();
  const programIds = [...evaluated.keys()];
  const references = new Map([...evaluated].map(([id, rules]) => [id, referencesOf(rules.flatMap(({ expressions }) => expressions))]));
  const stateKeys = new Set([...references.values()].flatMap(({ state }) => state.map(({ key }) => key)));
  const names = await loadKnownNames(tx, organizationId, programIds);
  const keys = await loadKnownKeys(tx, organizationId, programIds, [...stateKeys]);
  const failures = await latestFailures(tx, organizationId, evaluated);
  const readingEvents = [...references].flatMap(([id, { eventPaths }]) => (eventPaths.length > 0 ? [id] : []));
  const observed = await observedFields(ctx, tx, readingEvents, now);
  return new Map(
    programIds.map((id) => {
      const known = present(names.get(id), 'every program asked for has its names');
      const keysOf = present(keys.get(id), 'every program asked for has its keys');
      return [id, { now, ...known, keys: keysOf, failures, observed: observed.get(id) ?? null }];
    }),
  );
}

async function observedFields(
  ctx: Ctx,
  tx: Reader,
  programIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, NonNullable<AnalysisSurroundings['observed']>>> {
  if (programIds.length === 0) return new Map();
  const samples = await sampleWindows(ctx, tx, programIds, shapeWindows(now, OBSERVED_DAYS).current, OBSERVED_EVENTS);
  return new Map(
    [...samples].map(([programId, { events }]) => {
      const { sentPaths, sampleSize } = tallyOf(events);
      return [programId, { paths: sentPaths, sampleSize }];
    }),
  );
}

async function latestFailures(
  tx: Reader,
  organizationId: string,
  evaluated: ReadonlyMap<string, readonly CompiledRule[]>,
): Promise<AnalysisSurroundings['failures']> {
  const versions = new Map([...evaluated.values()].flatMap((rules) => rules.map(({ id, version }) => [id, version] as const)));
  const rows = await countRuleFailures(tx, { organizationId, programIds: [...evaluated.keys()] }, LATEST_EVENTS);
  return new Map(
    rows
      .filter(({ rule_id, rule_version }) => versions.get(rule_id) === rule_version)
      .map(({ rule_id, evaluated, failed, reason }) => [rule_id, { evaluated, failed, reason }]),
  );
}
