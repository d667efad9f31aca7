/** Validates a rule before it is saved: reports its errors, likely mistakes, and what it reads. Nothing is stored. */
import type { ValidateRule } from '@/contract/rule-validation';
import { only } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import { constantConditionFindings } from '@/domain/rules/analyse/constant-condition';
import type { Finding, FindingCode } from '@/domain/rules/analyse/finding';
import { unmovableAmountFindings } from '@/domain/rules/analyse/unmovable-amount';
import { assertRuleSound, expressionFaults, unmovableAmounts, type RuleDraft } from '@/domain/rules/check';
import type { ExampleSource } from '@/domain/rules/examples/example';
import type { ExampleResult } from '@/domain/rules/examples/run';
import { enrollmentsRead, referencesOf, type ExpressionReferences, type StateScope } from '@/domain/rules/references';
import { compileRule, type CompiledRule } from '@/domain/rules/rule';
import type { Ctx } from '@/server/platform/context';
import type { ProgramRow } from '@/server/db/repositories/programs/programs';
import type { RuleRow } from '@/server/db/repositories/rules/rules';
import { loadRuleSurroundings } from '@/server/db/repositories/rules/rule-surroundings';
import { withTransaction } from '@/server/db/transaction';
import { getProgram } from '@/server/services/programs/programs';
import { getRule, timeOf } from './rules';
import { tryExamples } from './examples';
import { draftFindings } from './findings';
import { ruleSentences } from './rule-sentences';

interface RuleFault {
  readonly field: string;
  readonly message: string;
  /** From 1; null when the fault is not in an expression. */
  readonly line: number | null;
  readonly column: number | null;
}

export interface Validation {
  readonly faults: readonly RuleFault[];
  readonly findings: readonly Finding[];
  /** Of each example of the draft; null for a draft that cannot run. */
  readonly examples: readonly ExampleResult[] | null;
  readonly sentence: string | null;
  readonly references: ExpressionReferences;
  /** Of whom it is read when they were enrolled. */
  readonly enrollments: readonly StateScope[];
}

const NO_REFERENCES: ExpressionReferences = { eventPaths: [], dynamicEventPaths: [], state: [] };
/** Stands in for a missing condition; findings that follow from it are suppressed. */
const ANY_EVENT = 'true';
const NO_PROGRAM = { surroundings: { assets: new Map<string, never>() } };
const FROM_CONDITION: ReadonlySet<FindingCode> = new Set(['constant_condition', 'double_credit', 'event_cycle']);

/** @throws DomainError not_found when the program or the rule does not exist. */
export async function validateRule(ctx: Ctx, { condition, program_id, rule_id, ...sent }: ValidateRule): Promise<Validation> {
  const stored = rule_id === undefined ? null : await storedRule(ctx, rule_id, program_id);
  const programId = stored?.program_id ?? program_id;
  const program = programId === undefined ? null : await getProgram(ctx, programId, 'program_id');
  const draft = draftOf(condition ?? stored?.condition ?? ANY_EVENT, sent, stored);
  const expressions = expressionFaults(draft);
  const faults = [...expressions, ...(program ? await otherFaults(ctx, program.id, draft) : unmovableAmounts(draft).map(unplaced))];
  if (expressions.length > 0) return { faults, findings: [], examples: null, sentence: null, references: NO_REFERENCES, enrollments: [] };
  const rule = compiled(ctx, draft, stored);
  const findings = await findingsOf(ctx, program, rule, stored);
  const isPart = condition === undefined && stored === null;
  return {
    faults,
    findings: isPart ? findings.filter(({ code }) => !FROM_CONDITION.has(code)) : findings,
    examples: program === null || isPart || faults.length > 0 ? null : await tryExamples(ctx, program.id, rule, draft.examples),
    sentence:
      program === null || isPart || draft.actions.length === 0
        ? null
        : only(await ruleSentences(ctx, [{ ...draft, active_from: draft.activeFrom, active_to: draft.activeTo }])),
    references: referencesOf(rule.expressions),
    enrollments: enrollmentsRead(rule.expressions),
  };
}

async function storedRule(ctx: Ctx, id: string, programId: string | undefined): Promise<RuleRow> {
  const row = await getRule(ctx, id, 'rule_id');
  if (programId !== undefined && row.program_id !== programId)
    throw new DomainError('not_found', 'The program has no such rule.', { param: 'rule_id' });
  return row;
}

type Draft = RuleDraft & { readonly stop_after_match: boolean; readonly examples: readonly ExampleSource[] };

const draftOf = (
  condition: string,
  { actions, budgets, stop_after_match, active_from, active_to, examples }: Omit<ValidateRule, 'condition' | 'program_id' | 'rule_id'>,
  stored: RuleRow | null,
): Draft => ({
  condition,
  actions: actions ?? stored?.actions ?? [],
  stop_after_match: stop_after_match ?? stored?.stop_after_match ?? false,
  activeFrom: active_from === undefined ? (stored?.active_from ?? null) : timeOf(active_from),
  activeTo: active_to === undefined ? (stored?.active_to ?? null) : timeOf(active_to),
  examples: examples ?? stored?.examples ?? [],
  budgets: budgets ?? stored?.budgets ?? [],
});

/** What saving would refuse, apart from expressions. */
async function otherFaults(ctx: Ctx, programId: string, draft: RuleDraft): Promise<RuleFault[]> {
  const surroundings = await withTransaction((tx) => loadRuleSurroundings(tx, ctx.organization.id, programId));
  try {
    assertRuleSound(draft, surroundings);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const fields = error.fields ?? [{ field: error.param ?? 'actions', message: error.message, reason: error.code }];
    return fields.filter(({ reason }) => reason !== 'invalid_expression').map(unplaced);
  }
}

const unplaced = ({ field, message }: Pick<RuleFault, 'field' | 'message'>): RuleFault => ({ field, message, line: null, column: null });

function compiled(ctx: Ctx, draft: Draft, stored: RuleRow | null): CompiledRule {
  return compileRule({
    ...draft,
    id: stored?.id ?? '',
    ruleSetId: stored?.rule_set_id ?? '',
    name: stored?.name ?? 'The rule',
    version: stored?.version ?? 1,
    status: stored?.status === 'SUSPENDED' ? 'SUSPENDED' : 'ACTIVE',
    stopAfterMatch: draft.stop_after_match,
    createdAt: stored?.created_at ?? ctx.clock.now(),
  });
}

async function findingsOf(ctx: Ctx, program: ProgramRow | null, rule: CompiledRule, stored: RuleRow | null): Promise<Finding[]> {
  if (program) return draftFindings(ctx, program, rule, stored?.id ?? null);
  const draft = { ruleId: null, ruleSetId: null, clientRef: null };
  const analysed = { ...draft, rule };
  return [...constantConditionFindings(analysed), ...unmovableAmountFindings(analysed, NO_PROGRAM)].map((observation) => ({
    ...observation,
    ...draft,
  }));
}
