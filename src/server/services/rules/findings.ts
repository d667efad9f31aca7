/** Analyses the rules of a program, as stored or as a draft would have them. */
import { findingsAbout, findingsIn } from '@/domain/rules/analyse';
import type { AnalysedRule, Finding, Surroundings } from '@/domain/rules/analyse/finding';
import { referencesOf } from '@/domain/rules/references';
import type { CompiledRule } from '@/domain/rules/rule';
import { tallyOf } from '@/domain/rules/shapes/inventory';
import { shapeWindows } from '@/domain/rules/shapes/window';
import type { Ctx } from '@/server/context';
import { loadKnownKeys, loadKnownNames } from '@/server/db/repositories/known-names';
import { loadRuleConfiguration, readRuleConfiguration } from '@/server/db/repositories/rule-configurations';
import { countRuleFailures } from '@/server/db/repositories/rule-failures';
import type { RuleRow } from '@/server/db/repositories/rules';
import { autocommit, type Tx } from '@/server/db/transaction';
import { sampleWindow } from './event-shapes';
import { LATEST_EVENTS } from './failing-rules';

type Reader = Pick<Tx, 'query'>;

const OBSERVED_DAYS = 7;
const OBSERVED_EVENTS = 100;

/**
 * The findings about one rule in the context of its program; none for an archived rule.
 * @param tx the transaction that changed the rule, if not yet committed.
 */
export async function ruleFindings(ctx: Ctx, row: RuleRow, tx?: Reader): Promise<readonly Finding[]> {
  if (row.status === 'ARCHIVED') return [];
  const { program_id, rule_configuration_version } = row;
  const { rules } = tx
    ? await readRuleConfiguration(tx, ctx.organization.id, program_id)
    : await loadRuleConfiguration(autocommit, ctx.organization.id, program_id, rule_configuration_version);
  const all = rules.map(stored);
  const own = all.find(({ ruleId }) => ruleId === row.id);
  if (!own) return [];
  return findingsAbout(own, { rules: all, surroundings: await surroundingsOf(ctx, tx ?? autocommit, program_id, [own.rule]) });
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
  return findingsIn({ rules: analysed, surroundings: await surroundingsOf(ctx, tx, programId, rules) });
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
  return findingsAbout(draft, { rules: all, surroundings: await surroundingsOf(ctx, autocommit, program.id, [rule]) });
}

const stored = (rule: CompiledRule): AnalysedRule => ({ ruleId: rule.id, ruleSetId: rule.ruleSetId, clientRef: null, rule });

/** Loads no more than the findings about `judged` need. */
async function surroundingsOf(ctx: Ctx, tx: Reader, programId: string, judged: readonly CompiledRule[]): Promise<Surroundings> {
  const organizationId = ctx.organization.id;
  const now = ctx.clock.now();
  const { eventPaths, state } = referencesOf(judged.flatMap(({ expressions }) => expressions));
  return {
    now,
    ...(await loadKnownNames(tx, organizationId, programId)),
    keys: await loadKnownKeys(
      tx,
      organizationId,
      programId,
      state.map(({ key }) => key),
    ),
    failures: await latestFailures(tx, organizationId, programId, judged),
    observed: eventPaths.length === 0 ? null : await observedFields(ctx, tx, programId, now),
  };
}

async function observedFields(ctx: Ctx, tx: Reader, programId: string, now: Date): Promise<Surroundings['observed']> {
  const { events } = await sampleWindow(ctx, tx, programId, shapeWindows(now, OBSERVED_DAYS).current, OBSERVED_EVENTS);
  const { sentPaths, sampleSize } = tallyOf(events);
  return { paths: sentPaths, sampleSize };
}

async function latestFailures(
  tx: Reader,
  organizationId: string,
  programId: string,
  judged: readonly CompiledRule[],
): Promise<Surroundings['failures']> {
  const versions = new Map(judged.map(({ id, version }) => [id, version]));
  const rows = await countRuleFailures(tx, { organizationId, programIds: [programId] }, LATEST_EVENTS);
  return new Map(
    rows
      .filter(({ rule_id, rule_version }) => versions.get(rule_id) === rule_version)
      .map(({ rule_id, evaluated, failed, reason }) => [rule_id, { evaluated, failed, reason }]),
  );
}
