/** Runs the examples of rules, and lets no rule be active whose examples fail unless a reason is given. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { bringUpToDate } from '@/domain/rules/up-to-date';
import type { JsonRecord } from '@/domain/rules/activation';
import type { ConfiguredRule, Configuration } from '@/domain/rules/configuration';
import { ruleBudget } from '@/domain/rules/cel/bounds';
import type { ExampleSource } from '@/domain/rules/examples/example';
import { exampleRefusal, type FailedExample } from '@/domain/rules/examples/refusal';
import { runExample, type ExampleResult } from '@/domain/rules/examples/run';
import { compileRule, configurationOf, type CompiledRule } from '@/domain/rules/rule';
import type { World } from '@/domain/rules/world';
import type { Ctx } from '@/server/platform/context';
import { takenBack, withDryRun } from '@/server/db/dry-run';
import type { ExampleOverride } from '@/server/db/repositories/rules/rule-configuration-versions';
import type { RuleRow } from '@/server/db/repositories/rules/rules';
import { loadWorld } from '@/server/db/repositories/rules/world';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { getRule, timeOf } from './rules';

/** What decides how the examples of a rule turn out. */
type ExemplifiedRule = Pick<
  RuleRow,
  'id' | 'rule_set_id' | 'name' | 'condition' | 'actions' | 'budgets' | 'stop_after_match' | 'created_at'
> &
  Pick<RuleRow, 'active_from' | 'active_to'>;

interface Exemplified {
  readonly rule: CompiledRule;
  readonly examples: readonly ExampleSource[];
}

const tools = { newId, budget: ruleBudget(() => performance.now()) };

/** The results of each rule's examples, in their order. Nothing that this loads or locks is kept. */
async function runAll(ctx: Ctx, tx: Tx, programId: string, rules: readonly Exemplified[]): Promise<ExampleResult[][]> {
  if (rules.every(({ examples }) => examples.length === 0)) return rules.map(() => []);
  return takenBack(tx, async () => {
    const world = await worldOf(ctx, tx, programId, rules);
    const results: ExampleResult[][] = [];
    for (const { rule, examples } of rules) {
      results.push(examples.map((example) => runExample(world, rule, example, tools)));
      await nextTurn();
    }
    return results;
  });
}

async function worldOf(ctx: Ctx, tx: Tx, programId: string, rules: readonly Exemplified[]): Promise<World> {
  const organizationId = ctx.organization.id;
  const now = ctx.clock.now();
  const tried = configurationOf(
    0,
    rules.map(({ rule }) => ({ ...rule, status: 'ACTIVE' })),
  );
  // Event data is read from JSON.
  const events = rules.flatMap(({ examples }) => examples.map(({ event }) => event.event_data as JsonRecord));
  const nobody = { actorIds: [], recipientIds: [], events };
  const { world } = await loadWorld(tx, { organizationId, programId, now, locksMeans: false }, nobody, tried);
  bringUpToDate(world, newId);
  return world;
}

/** Runs the examples of a rule that is not stored. */
export const tryExamples = async (
  ctx: Ctx,
  programId: string,
  rule: CompiledRule,
  examples: readonly ExampleSource[],
): Promise<ExampleResult[]> => withDryRun(true, async (tx) => (await runAll(ctx, tx, programId, [{ rule, examples }])).flat());

/** Runs the examples of a stored rule, also of one that is suspended or archived. @throws DomainError not_found. */
export async function ruleExamples(ctx: Ctx, id: string): Promise<ExampleResult[]> {
  const row = await getRule(ctx, id);
  return tryExamples(ctx, row.program_id, compiled(row), row.examples);
}

const compiled = ({ rule_set_id, stop_after_match, active_from, active_to, created_at, ...row }: ExemplifiedRule): CompiledRule =>
  compileRule({
    ...row,
    ruleSetId: rule_set_id,
    stopAfterMatch: stop_after_match,
    activeFrom: active_from,
    activeTo: active_to,
    createdAt: created_at,
    version: 1,
    status: 'ACTIVE',
  });

/** A request that makes rules active. */
export interface Overridable {
  /** Why failing examples are let pass. */
  readonly example_override_reason?: string | undefined;
}

/**
 * Whether a rule that is about to be stored does what its examples say, unless it is not active.
 * @returns what was overridden, to be kept with the new version.
 * @throws DomainError rule_example_failed, with the examples at `examples[…]`.
 */
export const checkExamples = (ctx: Ctx, tx: Tx, row: RuleRow, request: Overridable): Promise<Overridden> =>
  checked(
    ctx,
    tx,
    row.program_id,
    row.status === 'ACTIVE' ? [{ path: 'examples', rule: compiled(row), examples: row.examples }] : [],
    request,
  );

/** The same for all rules of a configuration, with the examples at `rule_sets[…].rules[…].examples[…]`. */
export const checkAllExamples = (ctx: Ctx, tx: Tx, programId: string, wanted: Configuration, request: Overridable): Promise<Overridden> =>
  checked(
    ctx,
    tx,
    programId,
    wanted.flatMap((set, i) =>
      set.rules.flatMap((rule, j) =>
        isTried(rule) ? [{ path: `rule_sets[${i}].rules[${j}].examples`, ...exemplified(ctx, set.id, rule) }] : [],
      ),
    ),
    request,
  );

const isTried = ({ status, examples }: ConfiguredRule): boolean => status === 'ACTIVE' && examples.length > 0;

const exemplified = (ctx: Ctx, setId: string, { active_from, active_to, ...rule }: ConfiguredRule): Exemplified => ({
  rule: compiled({
    ...rule,
    actions: [...rule.actions],
    budgets: [...rule.budgets],
    rule_set_id: setId,
    active_from: timeOf(active_from),
    active_to: timeOf(active_to),
    created_at: ctx.clock.now(),
  }),
  examples: rule.examples,
});

/** To be merged into a change of the configuration. */
interface Overridden {
  readonly exampleOverride?: ExampleOverride;
}

async function checked(
  ctx: Ctx,
  tx: Tx,
  programId: string,
  rules: readonly (Exemplified & { readonly path: string })[],
  { example_override_reason: reason }: Overridable,
): Promise<Overridden> {
  const results = await runAll(ctx, tx, programId, rules);
  const failing = rules.map(({ rule, path }, place) => ({
    rule,
    failed: (results[place] ?? []).flatMap((result, index): FailedExample[] =>
      result.passed ? [] : [{ path: `${path}[${index}]`, result }],
    ),
  }));
  const failed = failing.flatMap((each) => each.failed);
  if (failed.length === 0) return {};
  if (reason === undefined) throw exampleRefusal(failed);
  const overridden = failing.filter((each) => each.failed.length > 0);
  return {
    exampleOverride: {
      reason,
      rules: overridden.map(({ rule: { id, name }, failed: own }) => ({
        id,
        name,
        examples: own.map(({ result }) => result.example.name),
      })),
    },
  };
}
