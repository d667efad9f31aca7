/** Decides, without an event, whether somebody can take part in a challenge. */
import type { GroupState, ProgramState, RuleSubject } from '@/domain/rules/activation';
import type { EvaluationBudget } from '@/domain/rules/cel/bounds';
import { evaluateCondition, type CompiledCondition } from '@/domain/rules/condition';

interface Person {
  readonly participant: RuleSubject;
  readonly groups: readonly GroupState[];
}

/** Somebody whom the condition does not rule out: one that reads the event cannot be told before there is one. */
export const mayTakePart = (
  audience: CompiledCondition,
  { participant, groups }: Person,
  { program, now, budget }: { readonly program: ProgramState; readonly now: Date; readonly budget: EvaluationBudget },
): boolean =>
  evaluateCondition(audience, { event: {}, now, participant, recipient: null, program, groups, codes: [] }, budget, { trace: false })
    .outcome !== 'NOT_MATCHED';
