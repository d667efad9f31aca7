/** Follows the codes of one event while its rules run: which apply, and which the event has used in the end. */
import { combine, NOTHING, type Decision, type NewId } from '@/domain/decision';
import type { AppliedCode, RuleActivation } from '@/domain/rules/activation';
import type { EvaluationBudget } from '@/domain/rules/cel/bounds';
import type { EventFacts } from '@/domain/rules/evaluate';
import { bindFriends, friendCodes } from '@/domain/referrals/friend-codes';
import type { Draft } from '@/domain/rules/world';
import { codesRedeemed } from './announce';
import { appliedCodes, judgeCodes, usesOfCodes, type CodeVerdict } from './judge';

export class CodesInTurn {
  /** Of those that were to be judged. */
  verdicts: readonly CodeVerdict[] = [];
  /** What rules read. */
  applied: readonly AppliedCode[] = [];

  constructor(
    private readonly draft: Draft,
    private readonly event: Pick<EventFacts, 'id' | 'participantId' | 'timestamp' | 'codes'>,
  ) {}

  /** @param activation what the conditions of batches read. */
  judge(activation: RuleActivation, budget: EvaluationBudget): void {
    const { codes, participantId } = this.event;
    if (codes === null) return;
    if ('applied' in codes) {
      this.applied = codes.applied;
      return;
    }
    const { world, codeTally } = this.draft;
    const { organizationId } = world.program;
    const friends = friendCodes(this.draft, this.event);
    this.verdicts = judgeCodes(codes.asked, {
      book: world.codes,
      tally: codeTally,
      organizationId,
      participantId,
      activation,
      budget,
      friends,
    });
    this.applied = appliedCodes(this.verdicts);
  }

  /** Uses the codes that apply; those of friends are used in any case. @param wereRead whether a rule that reads them matched. */
  use(wereRead: boolean, newId: NewId): Decision {
    const { codes, id, participantId } = this.event;
    if (codes === null || !('asked' in codes) || participantId === null) return NOTHING;
    const bound = bindFriends(this.draft, id, this.verdicts, newId);
    const uses = wereRead ? usesOfCodes(this.verdicts, { id, participantId, decisionId: codes.decisionId }, newId) : [];
    const used = { ...NOTHING, codes: uses, webhooks: codesRedeemed(this.draft.world.program, uses) };
    this.draft.apply(used);
    this.verdicts = this.verdicts.map((verdict) => {
      const applies = verdict.binds !== undefined || (wereRead && verdict.batch !== null);
      return { ...verdict, used: applies && verdict.refusal === null };
    });
    return combine([bound, used]);
  }
}
