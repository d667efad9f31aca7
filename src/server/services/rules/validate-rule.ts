/** Says what is wrong with a rule before it is saved, what may be wrong with it, and what it reads. Nothing is stored. */
import type { ValidateRule } from '@/contract/rule-validation';
import { DomainError } from '@/domain/errors';
import { constantConditionFindings } from '@/domain/rules/analyse/constant-condition';
import type { Finding, FindingCode } from '@/domain/rules/analyse/finding';
import { assertRuleSound, expressionFaults, type RuleDraft } from '@/domain/rules/check';
import { referencesOf, type ExpressionReferences } from '@/domain/rules/references';
import { compileRule, type CompiledRule } from '@/domain/rules/rule';
import type { Ctx } from '@/server/context';
import type { ProgramRow } from '@/server/db/repositories/programs';
import { loadRuleSurroundings } from '@/server/db/repositories/rule-surroundings';
import { withTransaction } from '@/server/db/transaction';
import { getProgram } from '@/server/services/programs/get-program';
import { draftFindings } from './findings';

export interface RuleFault {
  readonly field: string;
  readonly message: string;
  /** From 1; null when it is not about an expression. */
  readonly line: number | null;
  readonly column: number | null;
}

export interface Validation {
  readonly faults: readonly RuleFault[];
  readonly findings: readonly Finding[];
  readonly references: ExpressionReferences;
}

const NO_REFERENCES: ExpressionReferences = { eventPaths: [], dynamicEventPaths: [], state: [] };
/** Stands for a condition that is not given; nothing that follows from it is said. */
const ANY_EVENT = 'true';
const FROM_CONDITION: ReadonlySet<FindingCode> = new Set(['constant_condition', 'double_credit', 'event_cycle']);

/** @throws DomainError not_found when the program does not exist. */
export async function validateRule(ctx: Ctx, { condition, actions = [], program_id }: ValidateRule): Promise<Validation> {
  const program = program_id === undefined ? null : await getProgram(ctx, program_id);
  const draft: RuleDraft = { condition: condition ?? ANY_EVENT, actions, activeFrom: null, activeTo: null, budgets: [] };
  const expressions = expressionFaults(draft);
  const faults = [...expressions, ...(program ? await otherFaults(ctx, program.id, draft) : [])];
  if (expressions.length > 0) return { faults, findings: [], references: NO_REFERENCES };
  const rule = compiled(ctx, draft);
  const findings = await findingsOf(ctx, program, rule);
  return { faults, findings: condition === undefined ? findings.filter(({ code }) => !FROM_CONDITION.has(code)) : findings, references: referencesOf(rule.expressions) };
}

/** What saving would refuse besides expressions. */
async function otherFaults(ctx: Ctx, programId: string, draft: RuleDraft): Promise<RuleFault[]> {
  const surroundings = await withTransaction((tx) => loadRuleSurroundings(tx, ctx.organization.id, programId));
  try {
    assertRuleSound(draft, surroundings);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const fields = error.fields ?? [{ field: error.param ?? 'actions', message: error.message, reason: error.code }];
    return fields.filter(({ reason }) => reason !== 'invalid_expression').map(({ field, message }) => ({ field, message, line: null, column: null }));
  }
}

function compiled(ctx: Ctx, draft: RuleDraft): CompiledRule {
  return compileRule({ ...draft, id: '', ruleSetId: '', name: 'The rule', version: 1, status: 'ACTIVE', stopAfterMatch: false, createdAt: ctx.clock.now() });
}

async function findingsOf(ctx: Ctx, program: ProgramRow | null, rule: CompiledRule): Promise<Finding[]> {
  if (program) return draftFindings(ctx, program, rule);
  const draft = { ruleId: null, ruleSetId: null, clientRef: null };
  return constantConditionFindings({ ...draft, rule }).map((observation) => ({ ...observation, ...draft }));
}
